import { z } from "zod";
import { recordApproval } from "../../campaign/approvals/approve.ts";
import { recordPlanApproval } from "../../campaign/approvals/approve-plan.ts";
import { assertionIn, writePasskeyApproval } from "../../campaign/approvals/passkey.ts";
import { campaignNamed } from "../campaigns.ts";
import { goOn } from "../drive.ts";
import { operation } from "../operation.ts";
import { campaignOutputSchema } from "../outputs/campaign-output.ts";
import { UsageError } from "../usage-error.ts";

/**
 * A person approves a waiting step, or the whole plan, with their passkey. Whoever hands it over decides nothing: the device
 * signed the approval itself, and it is checked against the approvers of the day.
 */
export const approveWithPasskey = operation({
  input: z.strictObject({
    campaign: z.string(),
    step: z.string().optional().describe("the whole plan where absent"),
    seen: z.string().optional().describe("digest of the step that the person was shown, `seen` of `inbox`"),
    payload: z.string().describe("the approval as `approval-to-sign` spelled it"),
    response: z.string().describe("JSON of what the device gave back"),
  }),
  output: campaignOutputSchema,
  run: async (desk, { campaign, step, payload, response, ...shown }) => {
    const campaignId = await campaignNamed(desk.app, campaign);
    const ports = await desk.app.ports(campaignId);
    const assertion = assertionIn(response);
    if (assertion === undefined) throw new UsageError("nothing is approved: no passkey has signed it");
    const signed = writePasskeyApproval(payload, assertion);
    const given =
      step === undefined
        ? await recordPlanApproval(ports, signed)
        : await recordApproval(ports, step, signed, shown);
    if (given.type === "refused") throw new Error(`nothing is approved: ${given.reason}`);
    return goOn("approve", campaignId, desk);
  },
});
