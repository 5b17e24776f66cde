import { needs } from "../model/approvers.ts";
import type { ConsentRecord } from "../model/state.ts";
import { atStake } from "./amount-at-stake.ts";
import { type ConsentSubject, faultOf } from "./approval-problem.ts";
import { readConsent } from "./read-approval.ts";

/** How the consents to one step stand. */
export type Consents =
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
 * Verifies every consent to a step anew: signature, campaign, step, arguments, total, expiry, single use, and whether its
 * approver may give it. Enough are as many different people as the amount needs.
 */
export async function checkConsents(
  records: readonly ConsentRecord[],
  subject: ConsentSubject,
): Promise<Consents> {
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
  for (const [index, { by, at, consent: jws }] of records.entries()) {
    const reading =
      jws === undefined
        ? { type: "refused" as const, reason: "is not signed" }
        : await readConsent(jws, subject.approvers);
    const fault =
      reading.type === "refused"
        ? reading.reason
        : seen.has(reading.consent.jti)
          ? "was used before"
          : faultOf(reading.consent, reading.approver, subject);
    if (reading.type === "signed") seen.add(reading.consent.jti);
    if (index < since) continue;
    if (reading.type === "signed" && fault === undefined)
      good.set(reading.consent.approver, { at, id: reading.consent.jti });
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
