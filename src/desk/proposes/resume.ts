import { z } from "zod";
import { campaignInput, campaignNamed } from "../campaigns.ts";
import { goOn } from "../drive.ts";
import { operation } from "../operation.ts";
import { campaignOutputSchema } from "../outputs/campaign-output.ts";

/** Takes a campaign of the ledger as far as it goes. */
export const resume = operation({
  input: z.strictObject(campaignInput),
  output: campaignOutputSchema,
  run: async (desk, { campaign }) => goOn("resume", await campaignNamed(desk.app, campaign), desk),
});
