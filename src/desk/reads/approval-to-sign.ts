import { z } from "zod";
import { approvalOf } from "../../campaign/approvals/approve.ts";
import { planApprovalOf } from "../../campaign/approvals/approve-plan.ts";
import { challengeFor } from "../../campaign/approvals/passkey.ts";
import { comparable, namesOf } from "../../campaign/model/decisions/approvers.ts";
import { campaignNamed } from "../campaigns.ts";
import { refuseOtherTotal } from "../decides/approve-with-passkey.ts";
import { operation } from "../operation.ts";
import { UsageError } from "../usage-error.ts";

/** What an approver's passkey is to sign so that a step, or the whole plan, goes on. Nothing is recorded. */
export const approvalToSign = operation({
  input: z.strictObject({
    campaign: z.string(),
    step: z.string().optional().describe("the whole plan where absent"),
    seen: z.string().describe("digest of what the person was shown, as `inbox` shows it"),
    total: z
      .string()
      .optional()
      .describe("as the person typed it, where a tier of approvers.yaml asks for it"),
    approver: z.string().describe("who approves, by their name or a login in approvers.yaml"),
  }),
  output: z.strictObject({
    payload: z.string().describe("the approval, as it is signed"),
    challenge: z.string().describe("its SHA-256, base64url"),
    credential: z.string().describe("id of the passkey, base64url"),
    origin: z.string().describe("address of the console at which the passkey was enrolled"),
  }),
  run: async ({ app }, { campaign, step, seen, total, approver }) => {
    const ports = await app.ports(await campaignNamed(app, campaign));
    const approvers = ports.approvalKeys.approvers();
    const people = approvers.type === "named" ? approvers.people : [];
    const person = people.find((one) => namesOf(one).includes(comparable(approver)));
    if (person?.passkey === undefined)
      throw new UsageError(
        person === undefined
          ? `approvers.yaml does not name "${approver}". Whoever maintains it adds the lines that the page "Create a passkey" shows`
          : `approvers.yaml has no passkey of ${person.name}: whoever maintains it adds the one that the page "Create a passkey" shows`,
      );
    await refuseOtherTotal(ports, { step, total });
    const { name, passkey } = person;
    const approval =
      step === undefined
        ? planApprovalOf(ports, name, { seen })
        : await approvalOf(ports, step, name, { seen });
    if ("reason" in approval) throw new UsageError(`nothing is approved: ${approval.reason}`);
    return { ...challengeFor(approval), credential: passkey.id, origin: passkey.origin };
  },
});
