import { z } from "zod";
import { givePlanApproval } from "../../campaign/approvals/approve-plan.ts";
import { personOf, refuseForms } from "../caller.ts";
import { campaignNamed } from "../campaigns.ts";
import { goOn } from "../drive.ts";
import { operation } from "../operation.ts";
import { campaignOutputSchema } from "../outputs/campaign-output.ts";
import { givingInput } from "./approve.ts";

/** A person approves every order of a plan that is still to be sent, as they were shown; the campaign goes on. */
export const approvePlan = operation({
  input: z.strictObject({
    campaign: z.string(),
    seen: z.string().describe("digest of the terms that the person was shown, as `inbox` shows it"),
    ...givingInput,
  }),
  output: campaignOutputSchema,
  run: async (desk, { campaign, ...giving }, caller) => {
    refuseForms(caller, "nothing is approved");
    const campaignId = await campaignNamed(desk.app, campaign);
    const given = await givePlanApproval(await desk.app.ports(campaignId), personOf(caller), giving);
    if (given.type === "refused") throw new Error(`nothing is approved: ${given.reason}`);
    return goOn("approve", campaignId, desk);
  },
});
