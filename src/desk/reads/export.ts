import { z } from "zod";
import { exportBundle } from "../../campaign/audit/bundle.ts";
import { campaignInput, campaignNamed } from "../campaigns.ts";
import { operation } from "../operation.ts";

/** One campaign's entries of the ledger with their seals, to be checked elsewhere. */
export const exportCampaign = operation({
  name: "export",
  effect: "reads",
  input: z.strictObject(campaignInput),
  output: z.looseObject({ campaignId: z.string(), entries: z.array(z.unknown()) }),
  run: async ({ app }, { campaign }) => exportBundle(app.ledger, await campaignNamed(app, campaign)),
});
