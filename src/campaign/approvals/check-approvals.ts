import { needs } from "../model/approvers.ts";
import type { ApprovalRecord } from "../model/state.ts";
import { atStake } from "./amount-at-stake.ts";
import { type ApprovalSubject, faultOf } from "./approval-problem.ts";
import { readApproval } from "./read-approval.ts";

/** How the approvals to one step stand. */
export type CheckedApprovals =
  | { readonly type: "none" }
  | {
      readonly type: "enough";
      readonly by: readonly string[];
      /** When the last of them was given, UTC, ISO 8601. */
      readonly at: string;
      readonly ids: readonly string[];
    }
  | { readonly type: "short"; readonly by: readonly string[]; readonly reasons: readonly string[] };

/**
 * Verifies every approval to a step anew: signature, campaign, step, arguments, total, expiry, single use, and whether its
 * approver may give it. Enough are as many different people as the amount needs.
 */
export async function checkApprovals(
  records: readonly ApprovalRecord[],
  subject: ApprovalSubject,
): Promise<CheckedApprovals> {
  const { since = 0 } = subject;
  if (records.length <= since) return { type: "none" };
  const { current, state, approvers } = subject;
  if (state.approvers?.type === "named" && approvers.type === "own-key")
    return {
      type: "short",
      by: [],
      reasons: [
        "this campaign's approvers are named in a file: say where it is with approvers or --approvers",
      ],
    };
  const good = new Map<string, { readonly at: string; readonly id: string }>();
  const seen = new Set<string>();
  const reasons: string[] = [];
  for (const [index, { by, at, approval: jws }] of records.entries()) {
    const reading =
      jws === undefined
        ? { type: "refused" as const, reason: "is not signed" }
        : await readApproval(jws, subject.approvers);
    const fault =
      reading.type === "refused"
        ? reading.reason
        : seen.has(reading.approval.jti)
          ? "was used before"
          : faultOf(reading.approval, reading.approver, subject);
    if (reading.type === "signed") seen.add(reading.approval.jti);
    if (index < since) continue;
    if (reading.type === "signed" && fault === undefined)
      good.set(reading.approval.approver, { at, id: reading.approval.jti });
    else reasons.push(`the approval of ${by} ${fault}`);
  }
  const { people } = needs(atStake(current, state), approvers, state.exchange);
  const by = [...good.keys()];
  const given = [...good.values()];
  if (by.length >= people)
    return { type: "enough", by, at: given.at(-1)?.at ?? "", ids: given.map(({ id }) => id) };
  if (by.length > 0 || people > 1)
    reasons.push(
      `${by.length} of ${people} approvers have approved${by.length === 0 ? "" : ` (${by.join(", ")})`}: ${people - by.length === 1 ? "another person" : `${people - by.length} other people`} must approve the same arguments`,
    );
  return { type: "short", by, reasons };
}
