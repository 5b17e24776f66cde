import { Command } from "commander";
import { withSettings } from "../options.ts";

export function loopCommand(): Command {
  return withSettings(new Command("loop"))
    .summary("take every campaign that lives as far as it goes, once; for your own scheduler")
    .description(
      "One turn: sends what is due, asks sellers how orders stand and what was delivered, learns from it. Safe at any time, as\n" +
        "often as you like, and in several processes at once. Exit code 1 where a campaign could not go on, 3 where one waits\n" +
        "for a person or a seller. `flightdesk serve` is the same with a scheduler of its own.",
    )
    .option("--once", "take one turn and end")
    .option("--json", "one JSON document on standard output")
    .addHelpText("after", "\nExample:\n  $ flightdesk loop --once\n")
    .action(async (flags: Record<string, unknown>) => {
      const { loop } = await import("../loop.ts");
      await loop(flags);
    });
}
