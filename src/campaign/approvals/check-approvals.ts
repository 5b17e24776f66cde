import { digest } from "../../lib/digest.ts";
import { groupBy } from "../../lib/group-by.ts";
import { type Money, money } from "../../lib/money.ts";
import { type Approvers, needs } from "../model/decisions/approvers.ts";
import type { PlanApproval, PlanTerms } from "../model/offers/plan-terms.ts";
import { type ApprovalRecord, type CampaignState, ratesIn } from "../model/state/state.ts";
import { atStake } from "./amount-at-stake.ts";
import { type ApprovalSubject, faultOf, planFaultOf } from "./approval-problem.ts";
import { departureOf } from "./plan-terms.ts";
import { type ApprovalReading, readApproval } from "./read-approval.ts";

/** How the approvals to one step stand. */
export type CheckedApprovals =
  | { readonly type: "none" }
  | {
      readonly type: "enough";
      readonly by: readonly string[];
      /** When the last of them was given, UTC, ISO 8601. */
      readonly at: string;
      readonly ids: readonly string[];
      /** Where they were given to the plan as a whole. */
      readonly terms?: PlanTerms;
    }
  | { readonly type: "short"; readonly by: readonly string[]; readonly reasons: readonly string[] };

/**
 * Verifies every approval to a step anew: signature, campaign, step, arguments, total, expiry, single use, and whether its
 * approver may give it. Enough are as many different people as the amount needs. Where they are not, the plan's approvals count
 * for an order that stays inside its terms, unless people are asked again about what was sent.
 */
export async function checkApprovals(
  records: readonly ApprovalRecord[],
  subject: ApprovalSubject,
): Promise<CheckedApprovals> {
  const own = await checkStepApprovals(records, subject);
  if (own.type === "enough" || subject.since !== undefined) return own;
  return (await withThePlan(subject)) ?? (await withTheHold(subject)) ?? own;
}

/** Whether somebody's approval is among those that count. */
export function hasApproved(approvals: CheckedApprovals, approver: string): boolean {
  return approvals.type !== "none" && approvals.by.includes(approver);
}

const elsewhere =
  "this campaign's approvals are named in a file: say where it is with approvers or --approvers";

/** The same of the approvals to this step alone. */
export async function checkStepApprovals(
  records: readonly ApprovalRecord[],
  subject: ApprovalSubject,
): Promise<CheckedApprovals> {
  const { since = 0 } = subject;
  if (records.length <= since) return { type: "none" };
  const { current, state, approvers } = subject;
  if (isElsewhere(state, approvers)) return { type: "short", by: [], reasons: [elsewhere] };
  const seen = new Set<string>();
  const weighed = await weigh(records, approvers, ({ approval, approver }) => {
    const isSeen = seen.has(approval.jti);
    seen.add(approval.jti);
    return isSeen ? "was used before" : faultOf(approval, approver, subject);
  });
  return counted(weighed.slice(since), atStake(current, state).counted, "arguments", subject);
}

/** The approvals to the plan under which a step may go out; undefined where there are none, or too few. */
async function withThePlan(subject: ApprovalSubject): Promise<CheckedApprovals | undefined> {
  const { current, state, approvers, now } = subject;
  const { step, intent } = current;
  for (const given of groupBy(state.planApprovals, ({ terms }) => digest(terms)).values()) {
    const [first] = given;
    if (first === undefined || departureOf(first.terms, step, state) !== undefined) continue;
    const checked = await checkPlanApprovals(given, { state, approvers, now, sent: intent?.approvals ?? [] });
    if (checked.type === "enough") return { ...checked, terms: first.terms };
  }
  return undefined;
}

/**
 * The approvals under which the seller was to hold what an order takes: people have approved its terms, by their digest, and its
 * total. Undefined where it takes others, or nobody was asked.
 */
async function withTheHold(subject: ApprovalSubject): Promise<CheckedApprovals | undefined> {
  const { step } = subject.current;
  const hold = subject.state.steps.find((one) => one.step.id === step.finalisedBy);
  if (hold?.intent === undefined || hold.step.bundle?.digest !== step.bundle?.digest) return undefined;
  if (step.bundle?.digest === undefined || hold.step.planAmount.minor < step.planAmount.minor)
    return undefined;
  const { since: _, ...rest } = subject;
  const { digest: held } = hold.intent;
  const checked = await checkStepApprovals(hold.approvals ?? [], { ...rest, current: hold, digest: held });
  // They are used up by the hold, and the order is under them with it.
  return checked.type === "enough" ? { ...checked, ids: [] } : undefined;
}

/** How approvals to the same terms stand. `sent`: ids of those under which a call has gone out already. */
export async function checkPlanApprovals(
  given: readonly PlanApproval[],
  subject: Pick<ApprovalSubject, "state" | "approvers" | "now"> & { readonly sent?: readonly string[] },
): Promise<CheckedApprovals> {
  const { state, approvers, now, sent = [] } = subject;
  const [first] = given;
  if (first === undefined) return { type: "none" };
  if (isElsewhere(state, approvers)) return { type: "short", by: [], reasons: [elsewhere] };
  const { terms } = first;
  const weighed = await weigh(given, approvers, ({ approval, approver }) =>
    planFaultOf(approval, approver, { terms, state, now, isOwn: sent.includes(approval.jti) }),
  );
  return counted(weighed, [money(terms.total, terms.currency)], "plan", subject);
}

/** An approval that counts, or why it does not. */
type Weighed =
  | { readonly approver: string; readonly at: string; readonly id: string }
  | { readonly reason: string };

async function weigh(
  records: readonly ApprovalRecord[],
  approvers: Approvers,
  faultIn: (signed: Extract<ApprovalReading, { type: "signed" }>) => string | undefined,
): Promise<Weighed[]> {
  const weighed: Weighed[] = [];
  for (const { by, at, approval } of records) {
    const reading = await readApproval(approval, approvers);
    const fault = reading.type === "refused" ? reading.reason : faultIn(reading);
    if (reading.type === "signed" && fault === undefined)
      weighed.push({ approver: reading.approval.approver, at, id: reading.approval.jti });
    else weighed.push({ reason: `the approval of ${by} ${fault}` });
  }
  return weighed;
}

function counted(
  weighed: readonly Weighed[],
  amounts: readonly Money[],
  what: "arguments" | "plan",
  { approvers, state }: Pick<ApprovalSubject, "approvers" | "state">,
): CheckedApprovals {
  const { people } = needs(amounts, approvers, ratesIn(state).exchange);
  const good = new Map(weighed.flatMap((one) => ("id" in one ? [[one.approver, one] as const] : [])));
  const reasons = weighed.flatMap((one) => ("id" in one ? [] : [one.reason]));
  const by = [...good.keys()];
  const given = [...good.values()];
  if (by.length >= people)
    return { type: "enough", by, at: given.at(-1)?.at ?? "", ids: given.map(({ id }) => id) };
  const missing = people - by.length;
  const short = `${by.length} of ${people} approvers have approved${by.length === 0 ? "" : ` (${by.join(", ")})`}: ${missing === 1 ? "another person" : `${missing} other people`} must approve the same ${what}`;
  return { type: "short", by, reasons: by.length > 0 || people > 1 ? [...reasons, short] : reasons };
}

/** Whether this campaign's approvals are of people who are not in today's file. */
function isElsewhere({ approvers: before }: CampaignState, approvers: Approvers): boolean {
  return before?.type === "named" && approvers.type === "own-key";
}
