import { Command } from "commander";
import { callOperation } from "../../desk/operations.ts";
import { atDesk, atTerminal } from "../door.ts";
import type { Flags } from "../flags.ts";
import { campaignOf, withCampaign, withSettings } from "../options.ts";
import { print } from "../print.ts";

export function askCommand(): Command {
  return withCampaign(withSettings(new Command("ask")))
    .summary("answer a question about a campaign from its record")
    .description(
      "Shows the facts of the campaign's record that answer the question, word for word. A configured model " +
        "picks the facts; without a model, those whose words come closest to the question are shown. Reads " +
        "only the ledger.",
    )
    .argument("[question]", "in your own words")
    .option("--json", "print one JSON document instead of text")
    .addHelpText(
      "after",
      '\nExample:\n  $ flightdesk ask "why is metropol.example not in the plan?"\n  $ flightdesk ask spring-1a2b3c4d "what waits for me?"\n',
    )
    .action(async (first: string | undefined, second: string | undefined, flags: Flags) => {
      const [word, question = ""] = second === undefined ? [undefined, first] : [first, second];
      const campaign = campaignOf(word, flags);
      await atDesk(flags, { bare: true }, async (session) => {
        const answer = await callOperation("ask", session, { campaign, question }, atTerminal(flags));
        print(answer, flags, (await import("../text/ask.ts")).answerText);
      });
    });
}
