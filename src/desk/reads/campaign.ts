import { z } from "zod";
import { waitingOf } from "../../campaign/run/waiting.ts";
import { campaignInput, stateNamed } from "../campaigns.ts";
import { operation } from "../operation.ts";
import { campaignOutput, campaignOutputSchema } from "../outputs/campaign-output.ts";

/** How one campaign stands, with its report. */
export const campaign = operation({
  name: "campaign",
  effect: "reads",
  input: z.strictObject(campaignInput),
  output: campaignOutputSchema,
  run: async (desk, { campaign: named }) => {
    const state = await stateNamed(desk, named);
    const waiting = waitingOf(state, Date.now());
    return campaignOutput(state, { command: "status", executed: true, waiting });
  },
});
