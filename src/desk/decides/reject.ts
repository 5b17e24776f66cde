import { z } from "zod";
import { refuse } from "../../campaign/approvals/approve.ts";
import { waitingPlan } from "../../campaign/approvals/plan-inbox.ts";
import { personOf } from "../caller.ts";
import { campaignNamed, waitingStep } from "../campaigns.ts";
import { goOn } from "../drive.ts";
import { operation } from "../operation.ts";
import { campaignOutputSchema } from "../outputs/campaign-output.ts";
import { UsageError } from "../usage-error.ts";

/** A waiting step, or all that one approval of the plan would open, is not performed; the rest of the campaign goes on. */
export const reject = operation({
  input: z.strictObject({
    step: z.string().optional().describe("the whole plan where absent"),
    campaign: z.string().optional().describe("the newest in which the step waits where absent"),
    reason: z.string().describe("shown in the report"),
  }),
  output: campaignOutputSchema,
  run: async (desk, { step, campaign, reason }, caller) => {
    const campaignId =
      step === undefined
        ? await campaignNamed(desk.app, campaign)
        : await waitingStep(desk.app, step, campaign);
    const ports = await desk.app.ports(campaignId);
    const steps = step === undefined ? ((await waitingPlan(ports))?.steps ?? []) : [step];
    if (steps.length === 0) throw new UsageError(`nothing is rejected: no plan of ${campaignId} waits`);
    for (const each of steps) await refuse(ports, each, { by: personOf(caller), reason });
    return goOn("reject", campaignId, desk);
  },
});
