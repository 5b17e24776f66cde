import { z } from "zod";
import { campaignOutputSchema } from "../campaign-output.ts";
import { campaignInput, campaignNamed } from "../campaigns.ts";
import { goOn } from "../drive.ts";
import { operation } from "../operation.ts";

/** Takes a campaign of the ledger as far as it goes. */
export const resume = operation({
  name: "resume",
  effect: "proposes",
  input: z.strictObject(campaignInput),
  output: campaignOutputSchema,
  run: async (desk, { campaign }) => goOn("resume", await campaignNamed(desk.app, campaign), desk),
});
