import { Command } from "commander";
import { withSettings } from "../options.ts";

export function askCommand(): Command {
  return withSettings(new Command("ask"))
    .summary("answer a question about a campaign with facts of its record")
    .description(
      "The answer is a choice among facts that code makes of the ledger, shown word for word. A model chooses where one is\n" +
        "configured; without one, those are shown whose words are nearest to the question's. Reads the ledger alone.",
    )
    .argument("<campaign>", "campaign id; left out, the newest is asked about")
    .argument("[question]", "in your own words")
    .option("--json", "one JSON document on standard output")
    .addHelpText(
      "after",
      '\nExample:\n  $ flightdesk ask "why is metropol.example not in the plan?"\n  $ flightdesk ask spring-1a2b3c4d "what waits for me?"\n',
    )
    .action(async (first: string, second: string | undefined, flags: Record<string, unknown>) => {
      const { ask } = await import("../ask.ts");
      if (second === undefined) await ask(undefined, first, flags);
      else await ask(first, second, flags);
    });
}
