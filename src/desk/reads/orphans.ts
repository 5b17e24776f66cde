import { z } from "zod";
import { statesOf } from "../../campaign/model/state/journal.ts";
import { begunCampaigns, campaignNamed } from "../campaigns.ts";
import { refuseGone } from "../drive.ts";
import { operation } from "../operation.ts";
import { type OrphansOutput, orphansIn, orphansOutputSchema } from "../orphans.ts";

/** Buys that sellers hold and the ledger does not know as bought. Changes nothing at any seller. */
export const orphans = operation({
  input: z.strictObject({ campaign: z.string().optional().describe("its id; all campaigns where absent") }),
  output: orphansOutputSchema,
  run: async (desk, { campaign }): Promise<OrphansOutput> => {
    const { app } = desk;
    const ids =
      campaign === undefined ? await begunCampaigns(app.ledger) : [await campaignNamed(app, campaign)];
    // Asked in vain, an agent is a finding in each campaign's report.
    if (desk.simulation !== undefined)
      for (const state of await statesOf(app.ledger, ids)) refuseGone(state, desk);
    return { command: "audit orphans", ...(await orphansIn(ids, app)) };
  },
});
