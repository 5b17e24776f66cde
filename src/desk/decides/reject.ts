import { z } from "zod";
import { refuse } from "../../campaign/approvals/approve.ts";
import { personOf } from "../caller.ts";
import { waitingStep } from "../campaigns.ts";
import { goOn } from "../drive.ts";
import { operation } from "../operation.ts";
import { campaignOutputSchema } from "../outputs/campaign-output.ts";

/** A waiting step is not performed; the rest of the campaign goes on. */
export const reject = operation({
  name: "reject",
  effect: "decides",
  input: z.strictObject({
    step: z.string(),
    campaign: z.string().optional().describe("the newest in which the step waits where absent"),
    reason: z.string().describe("shown in the report"),
  }),
  output: campaignOutputSchema,
  run: async (desk, { step, campaign, reason }, caller) => {
    const campaignId = await waitingStep(desk.app, step, campaign);
    await refuse(await desk.app.ports(campaignId), step, { by: personOf(caller), reason });
    return goOn("reject", campaignId, desk);
  },
});
