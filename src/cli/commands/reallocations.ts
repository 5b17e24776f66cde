import { Command } from "commander";
import { withSettings } from "../options.ts";

/** `flightdesk reallocations`: money that was moved between running lines, and the way back. */
export function reallocationsCommand(): Command {
  return new Command("reallocations")
    .summary("what was moved between running lines, and the way back")
    .description("Money moves once a week from lines that make little of it to lines that make more.")
    .addHelpText("after", "\nExample:\n  $ flightdesk reallocations list\n")
    .addCommand(
      withSettings(new Command("list"))
        .summary("every decision: what moved, why, what is expected of it, how far it is made")
        .option("--campaign <id>", "the campaign (default: the newest)")
        .option("--json", "one JSON document on standard output")
        .addHelpText("after", "\nExample:\n  $ flightdesk reallocations list\n")
        .action(async (flags: Record<string, unknown>) =>
          (await import("../reallocations.ts")).listReallocations(flags),
        ),
    )
    .addCommand(
      withSettings(new Command("revert"))
        .summary("give lines back what they had before a reallocation, as far as it is not spent")
        .argument("<id>", "the reallocation, as `reallocations list` shows it")
        .option("--campaign <id>", "the campaign (default: the newest)")
        .option("--by <name>", "who asks for it, beside your login name; neither may approve it")
        .option("--json", "one JSON document on standard output")
        .addHelpText("after", "\nExample:\n  $ flightdesk reallocations revert 2027-02-01\n")
        .action(async (id: string, flags: Record<string, unknown>) =>
          (await import("../reallocations.ts")).revertReallocation(id, flags),
        ),
    );
}
