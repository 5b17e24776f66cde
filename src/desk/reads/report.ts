import { z } from "zod";
import { writeBrief } from "../../campaign/brief/write-brief.ts";
import { makeReport, reportSchema } from "../../report/report.ts";
import { campaignInput, comparedOrNamed } from "../campaigns.ts";
import { operation } from "../operation.ts";

/** A campaign's report, or that of a comparison. Whoever wants it in another form has `reportFiles` draw it. */
export const report = operation({
  name: "report",
  effect: "reads",
  input: z.strictObject(campaignInput),
  output: z.strictObject({
    campaign: z.string(),
    brief: z.string().optional().describe("the text of the brief.yaml that it goes by"),
    report: reportSchema,
  }),
  run: async (desk, { campaign }) => {
    const state = await comparedOrNamed(desk, campaign);
    const brief = state.brief && writeBrief(state.brief);
    return { campaign: state.id, ...(brief !== undefined && { brief }), report: makeReport(state) };
  },
});
