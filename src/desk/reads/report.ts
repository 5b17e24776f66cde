import { z } from "zod";
import { makeReport, reportSchema } from "../../report/report.ts";
import { campaignInput, comparedOrNamed } from "../campaigns.ts";
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
