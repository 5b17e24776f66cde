import { Command } from "commander";
import { withSettings } from "../options.ts";

export function inboxCommand(): Command {
  return withSettings(new Command("inbox"))
    .summary("every step that waits for a person, and what to decide it from")
    .description("Reads the ledger alone: no agent is called.")
    .option("--json", "one JSON document on standard output")
    .addHelpText("after", "\nExample:\n  $ flightdesk inbox\n")
    .action(async (flags: Record<string, unknown>) => (await import("../inbox.ts")).showInbox(flags));
}
