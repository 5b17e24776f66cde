import { z } from "zod";
import { isAdminTaskId } from "../../campaign/admin/admin-task.ts";
import { statesOf } from "../../campaign/model/state/journal.ts";
import { campaignsIn } from "../../campaign/stop/stop-orders.ts";
import { campaignNamed } from "../campaigns.ts";
import { refuseGone } from "../drive.ts";
import { operation } from "../operation.ts";
import { type OrphansOutput, orphansIn, orphansOutputSchema } from "../orphans.ts";

/** Buys that sellers hold and the ledger does not know as bought. Changes nothing at any seller. */
export const orphans = operation({
  name: "orphans",
  effect: "reads",
  input: z.strictObject({ campaign: z.string().optional().describe("its id; all campaigns where absent") }),
  output: orphansOutputSchema,
  run: async (desk, { campaign }): Promise<OrphansOutput> => {
    const { app } = desk;
    const ids =
      campaign === undefined
        ? (await campaignsIn(app.ledger)).filter((id) => !isAdminTaskId(id))
        : [await campaignNamed(app, campaign)];
    // Asked in vain, an agent is a finding in each campaign's report.
    if (desk.simulation !== undefined)
      for (const state of await statesOf(app.ledger, ids)) refuseGone(state, desk);
    return { command: "audit orphans", ...(await orphansIn(ids, app)) };
  },
});
