import { KeyObject } from "node:crypto";
import { z } from "zod";
import { giveApproval } from "../../campaign/approvals/approve.ts";
import { personOf, refuseForms } from "../caller.ts";
import { waitingStep } from "../campaigns.ts";
import { goOn } from "../drive.ts";
import { operation } from "../operation.ts";
import { campaignOutputSchema } from "../outputs/campaign-output.ts";

/** How an approval is given, beside what it is to. */
export const givingInput = {
  validForMs: z.number().positive().optional().describe("a day where absent"),
  key: z
    .custom<KeyObject>((key) => key instanceof KeyObject)
    .optional()
    .describe("private key of an approver who is named, opened by that person"),
};

/** A person approves exactly the arguments of a waiting step, as they were shown; the campaign goes on. */
export const approve = operation({
  input: z.strictObject({
    step: z.string(),
    campaign: z.string().optional().describe("the newest in which the step waits where absent"),
    seen: z.string().describe("digest of what the person was shown, `seen` of `inbox`"),
    ...givingInput,
  }),
  output: campaignOutputSchema,
  run: async (desk, { step, campaign, ...giving }, caller) => {
    refuseForms(caller, "nothing is approved");
    const campaignId = await waitingStep(desk.app, step, campaign);
    const given = await giveApproval(await desk.app.ports(campaignId), step, personOf(caller), giving);
    if (given.type === "refused") throw new Error(`nothing is approved: ${given.reason}`);
    return goOn("approve", campaignId, desk);
  },
});
