import { z } from "zod";
import { callOperation } from "../desk/operations.ts";
import type { CampaignOutput } from "../desk/outputs/campaign-output.ts";
import { quoted, tool } from "./tool.ts";

const figure = z.strictObject({ metric: z.string(), expected: z.number() }).describe("what the plan brings");

export const refineOffers = tool({
  name: "refine_offers",
  title: "Ask sellers for better offers",
  description:
    "Puts wishes to sellers that made offers, plans anew from what they answer, and tells what came of it. Takes up to 90 seconds. Binds nobody. The plan before stays as it is.",
  input: z.strictObject({
    campaign_id: z.string(),
    wishes: z
      .array(
        z.strictObject({
          seller: z.string(),
          line: z.string().optional().describe("the plan's line; all that the seller has where absent"),
          for: z.enum(["a lower price", "more like it", "more"]),
          words: z.string().max(200).optional().describe("to the seller; no figures"),
        }),
      )
      .min(1)
      .max(5),
  }),
  output: z.strictObject({
    campaign_id: z.string().describe("of the plan with these answers"),
    verdict: z.string(),
    before: figure.optional(),
    after: figure.optional(),
    came_of_it: z.array(z.strictObject({ seller: z.string(), untrusted_text: z.string() })),
  }),
  asksSellers: true,
  run: async (desk, { campaign_id: campaign, wishes }, caller) => {
    const { report: before } = await callOperation("report", desk, { campaign }, caller);
    const put = wishes.map(({ line, ...wish }) => ({ ...wish, product: line }));
    const { campaign: id, report } = await callOperation("refine", desk, { campaign, wishes: put }, caller);
    const asked = new Set(wishes.map(({ seller }) => seller));
    return {
      campaign_id: id,
      verdict: report.headline.verdict,
      ...brings("before", before),
      ...brings("after", report),
      came_of_it: report.sellers.flatMap(({ id: seller, quote }) =>
        asked.has(seller) ? [{ seller, untrusted_text: quoted(quote?.refined ?? "it did not answer") }] : [],
      ),
    };
  },
});

function brings<When extends string>(when: When, { answer }: CampaignOutput["report"]) {
  if (answer?.planned === undefined) return {};
  const { metric, expected } = answer.planned;
  return { [when]: { metric, expected: Math.round(expected.mid) } };
}
