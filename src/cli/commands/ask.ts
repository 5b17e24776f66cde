import { Command, campaignOf, withCampaign, withSettings } from "../options.ts";
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
    .prints('ask "why is metropol.example not in the plan?"', 'ask spring-1a2b3c4d "what waits for me?"')
    .asking({ bare: true }, async ({ ask, flags }, first: string | undefined, second: string | undefined) => {
      const [word, question = ""] = second === undefined ? [undefined, first] : [first, second];
      const campaign = campaignOf(word, flags);
      print(await ask("ask", { campaign, question }), flags, (await import("../text/ask.ts")).answerText);
    });
}
