import { z } from "zod";
import type { CampaignState } from "../../campaign/model/state.ts";
import { campaignsIn } from "../../campaign/stop/stop-orders.ts";
import { makeReport, reportSchema } from "../../report/report.ts";
import { campaignInput, stateNamed } from "../campaigns.ts";
import { keptComparison, keptComparisons } from "../comparisons.ts";
import type { Desk } from "../desk.ts";
import { operation } from "../operation.ts";

/** A campaign's report, or that of a comparison. Whoever wants it in another form has `reportFiles` draw it. */
export const report = operation({
  name: "report",
  effect: "reads",
  input: z.strictObject(campaignInput),
  output: z.strictObject({ campaign: z.string(), report: reportSchema }),
  run: async (desk, { campaign }) => {
    const state = await comparedOrNamed(desk, campaign);
    return { campaign: state.id, report: makeReport(state) };
  },
});

async function comparedOrNamed(desk: Desk, campaign: string | undefined): Promise<CampaignState> {
  const { app, home } = desk;
  if (campaign === undefined || (await campaignsIn(app.ledger)).includes(campaign))
    return stateNamed(desk, campaign);
  return keptComparisons(home).includes(campaign)
    ? keptComparison(home, campaign).state
    : stateNamed(desk, campaign);
}
