import { z } from "zod";
import { writeBrief } from "../../brief/reader/write-brief.ts";
import { basisOf } from "../../campaign/run/change-brief.ts";
import { makeReport, reportSchema } from "../../report/report.ts";
import { campaignInput, comparedOrNamed } from "../campaigns.ts";
import { areGone } from "../drive.ts";
import { operation } from "../operation.ts";

/** A campaign's report, or that of a comparison. Whoever wants it in another form has `reportFiles` draw it. */
export const report = operation({
  input: z.strictObject(campaignInput),
  output: z.strictObject({
    campaign: z.string(),
    brief: z.string().optional().describe("the text of the brief.yaml that it goes by"),
    basis: z.string().optional().describe("names plan and offers, for `start-planned`"),
    report: reportSchema,
  }),
  run: async (desk, { campaign }) => {
    const state = await comparedOrNamed(desk, campaign);
    const brief = state.brief && writeBrief(state.brief);
    const isThere = (state.plan?.lines.length ?? 0) > 0 && !areGone(state, desk);
    return {
      campaign: state.id,
      ...(brief !== undefined && { brief }),
      ...(isThere && { basis: basisOf(state) }),
      report: makeReport(state),
    };
  },
});
