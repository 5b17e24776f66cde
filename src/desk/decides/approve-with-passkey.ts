import { z } from "zod";
import { readTyped } from "../../brief/grammar/amounts.ts";
import { recordApproval } from "../../campaign/approvals/approve.ts";
import { recordPlanApproval } from "../../campaign/approvals/approve-plan.ts";
import { inbox } from "../../campaign/approvals/inbox.ts";
import { assertionIn, writePasskeyApproval } from "../../campaign/approvals/passkey.ts";
import { waitingPlan } from "../../campaign/approvals/plan-inbox.ts";
import { formatMoney } from "../../lib/money.ts";
import { campaignNamed } from "../campaigns.ts";
import { goOn } from "../drive.ts";
import { operation } from "../operation.ts";
import { campaignOutputSchema } from "../outputs/campaign-output.ts";
import { UsageError } from "../usage-error.ts";

/** Throws a UsageError where a tier, or a page that is still open, asks for the total of what waits, and this is another one, or none. */
export async function refuseOtherTotal(
  ports: Parameters<typeof inbox>[0] & Parameters<typeof waitingPlan>[0],
  { step, total }: { readonly step?: string | undefined; readonly total?: string | undefined },
): Promise<void> {
  const asked =
    step === undefined
      ? await waitingPlan(ports)
      : (await inbox(ports)).find(({ stepId }) => stepId === step);
  const isNamed = ports.approvalKeys.approvers().type === "named";
  if (asked === undefined || (total === undefined && !(asked.typeTotal && isNamed))) return;
  const { minor, currency } = asked.total;
  const typed = readTyped(total ?? "", currency);
  if (typed?.minor !== minor || typed.currency !== currency)
    throw new UsageError(
      (total ?? "").trim() === ""
        ? `nothing is approved: type the total, in ${currency} and to the cent`
        : `nothing is approved: "${total}" is not the total, ${formatMoney(asked.total)}`,
    );
}

/**
 * A person approves a waiting step, or the whole plan, with their passkey. Whoever hands it over decides nothing: the device
 * signed the approval itself, and it is checked against the approvers of the day.
 */
export const approveWithPasskey = operation({
  input: z.strictObject({
    campaign: z.string(),
    step: z.string().optional().describe("the whole plan where absent"),
    seen: z.string().optional().describe("digest of the step that the person was shown, `seen` of `inbox`"),
    total: z
      .string()
      .optional()
      .describe("as the person typed it, where a tier of approvers.yaml asks for it"),
    payload: z.string().describe("the approval as `approval-to-sign` spelled it"),
    response: z.string().describe("JSON of what the device gave back"),
  }),
  output: campaignOutputSchema,
  run: async (desk, { campaign, step, total, payload, response, ...shown }) => {
    const campaignId = await campaignNamed(desk.app, campaign);
    const ports = await desk.app.ports(campaignId);
    await refuseOtherTotal(ports, { step, total });
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
