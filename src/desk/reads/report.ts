import { z } from "zod";
import { makeReport, reportSchema } from "../../report/report.ts";
import { campaignInput, stateNamed } from "../campaigns.ts";
import { operation } from "../operation.ts";

/** A campaign's report. Whoever wants it in another form has `reportFiles` draw it. */
export const report = operation({
  name: "report",
  effect: "reads",
  input: z.strictObject(campaignInput),
  output: z.strictObject({ campaign: z.string(), report: reportSchema }),
  run: async (desk, { campaign }) => {
    const state = await stateNamed(desk, campaign);
    return { campaign: state.id, report: makeReport(state) };
  },
});
