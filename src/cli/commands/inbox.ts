import { Command } from "commander";
import { callOperation } from "../../desk/operations.ts";
import { atDesk, atTerminal } from "../door.ts";
import type { Flags } from "../flags.ts";
import { withSettings } from "../options.ts";
import { print } from "../print.ts";

export function inboxCommand(): Command {
  return withSettings(new Command("inbox"))
    .summary("steps that wait for a person, with all that is needed to decide")
    .description("Reads the ledger, and calls no agent except one whose protocol is not known yet.")
    .option("--json", "print one JSON document instead of text")
    .addHelpText("after", "\nExample:\n  $ flightdesk inbox\n")
    .action(async (flags: Flags) => {
      await atDesk(flags, {}, async (session) => {
        const waiting = await callOperation("inbox", session, {}, atTerminal(flags));
        print(waiting, flags, (await import("../text/waiting-step.ts")).inboxText);
      });
    });
}
