import { z } from "zod";
import { callOperation } from "../desk/operations.ts";
import type { CampaignOutput } from "../desk/outputs/campaign-output.ts";
import { each, fields } from "../lib/described.ts";
import { formatCount } from "../lib/english.ts";
import { quoted, tool } from "./tool.ts";

export const refineOffers = tool({
  name: "refine_offers",
  title: "Ask sellers for better offers",
  description:
    "Puts wishes to sellers and plans anew from what they answer; the plan before stays. Takes up to 90 seconds. Binds nobody.",
  input: fields({
    campaign_id: z.string(),
    wishes: each({
      seller: z.string(),
      line: z.string().optional().describe("all that it has where absent"),
      for: z.enum(["a lower price", "more like it", "more"]),
      words: z.string().max(200).optional().describe("no figures"),
    })
      .min(1)
      .max(5),
  }),
  output: fields({
    campaign_id: z.string(),
    plan_digest: z.string().optional(),
    verdict: z.string(),
    brought: z.string().optional().describe("before"),
    brings: z.string().optional(),
    came_of_it: each({ seller: z.string(), untrusted_text: z.string() }),
  }),
  asksSellers: true,
  run: async (desk, { campaign_id: campaign, wishes }, caller) => {
    const { report: before } = await callOperation("report", desk, { campaign }, caller);
    const put = wishes.map(({ line, ...request }) => ({ ...request, product: line }));
    const {
      campaign: id,
      basis,
      report,
    } = await callOperation("refine", desk, { campaign, wishes: put }, caller);
    const sellers = new Set(wishes.map(({ seller }) => seller));
    return {
      campaign_id: id,
      plan_digest: basis,
      verdict: report.headline.verdict,
      ...(before.answer?.planned && { brought: expected(before.answer.planned) }),
      ...(report.answer?.planned && { brings: expected(report.answer.planned) }),
      came_of_it: report.sellers.flatMap(({ id: seller, quote }) =>
        sellers.has(seller)
          ? [{ seller, untrusted_text: quoted(quote?.refined ?? "it did not answer") }]
          : [],
      ),
    };
  },
});

type Planned = NonNullable<NonNullable<CampaignOutput["report"]["answer"]>["planned"]>;

function expected({ metric, expected: { mid } }: Planned): string {
  return `${formatCount(Math.round(mid))} ${metric}`;
}
