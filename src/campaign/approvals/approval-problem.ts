import { digest as digestOf } from "../../lib/digest.ts";
import { formatMinor, formatMoney, type Money, money } from "../../lib/money.ts";
import { type Approver, type Approvers, comparable, isOver, namesOf } from "../model/decisions/approvers.ts";
import type { PlanTerms } from "../model/offers/plan-terms.ts";
import { type CampaignState, ratesIn, type StepState } from "../model/state/state.ts";
import type { BuyChange } from "../model/step/buy-change.ts";
import { modelRequested } from "../model/step/requested-by-model.ts";
import { atStake } from "./amount-at-stake.ts";
import type { SignedApproval, SignedPlanApproval } from "./approval.ts";

/** Seconds by which a signer's clock may be ahead. */
const clockTolerance = 60;
/** Seconds for which an approval holds at most, whatever it says: what is decided now is not to be done next year. */
const longestLife = 7 * 86_400;

/** What an approval is checked against. */
export interface ApprovalSubject {
  readonly current: StepState;
  /** SHA-256 of the arguments that are to be sent. */
  readonly digest: string;
  readonly state: CampaignState;
  readonly approvers: Approvers;
  /** UTC milliseconds. */
  readonly now: number;
  /** Where people are asked again after the step was sent: how many approvals were given before, and are used up. */
  readonly since?: number;
}

/** Why an approval that is signed well still does not open this step; undefined where it does. */
export function faultOf(
  approval: SignedApproval | SignedPlanApproval,
  approver: Approver | undefined,
  { current, digest, state, now, since }: ApprovalSubject,
): string | undefined {
  const { step } = current;
  if (!("step" in approval)) return "is for a plan";
  if (approval.campaign !== state.id) return `is for another campaign, ${approval.campaign}`;
  if (approval.step !== step.id) return `is for another step, ${approval.step}`;
  const strange = otherAmount(approval, step.amount);
  if (strange !== undefined) return strange;
  if (approval.digest !== digest) return "is for other arguments than those that would be sent";
  const isOwn = isUnder(approval, current);
  const isUsed = state.steps.some((other) => other.step.id !== step.id && isUnder(approval, other));
  if (isUsed || (isOwn && since !== undefined)) return "was used before";
  return (
    untimelyOf(approval, { now, isOwn }) ??
    notAllowed(approver, state, {
      counted: atStake(current, state).counted,
      byModel: modelRequested(step, state),
      change: step.change,
      what: "step",
    })
  );
}

/** Whether a step went out under an approval. */
function isUnder({ jti }: SignedApproval, { intent }: StepState): boolean {
  return intent?.approvals?.includes(jti) === true;
}

function otherAmount({ total, currency }: Pick<SignedApproval, "total" | "currency">, stake: Money) {
  if (total === stake.minor && currency === stake.currency) return undefined;
  return `is for another amount, ${formatMinor(total, currency)} instead of ${formatMoney(stake)}`;
}

/** Why an approval that is signed well does not stand for these terms; undefined where it does. `isOwn`: a call went out under it. */
export function planFaultOf(
  approval: SignedApproval | SignedPlanApproval,
  approver: Approver | undefined,
  subject: Pick<ApprovalSubject, "state" | "now"> & { readonly terms: PlanTerms; readonly isOwn: boolean },
): string | undefined {
  const { terms, state, now, isOwn } = subject;
  if (!("plan" in approval)) return "is for a step";
  if (approval.campaign !== state.id) return `is for another campaign, ${approval.campaign}`;
  const stake = money(terms.total, terms.currency);
  const strange = otherAmount(approval, stake);
  if (strange !== undefined) return strange;
  if (approval.plan !== digestOf(terms)) return "is for another plan";
  const byModel = state.askedByModel && "campaign";
  return (
    untimelyOf(approval, { now, isOwn }) ??
    notAllowed(approver, state, { counted: [stake], byModel, what: "plan" })
  );
}

/** Of an approval with this installation's own key, which any program that runs as the desk could use. */
function unnamed(required: "campaign" | "change" | undefined): string | undefined {
  return (
    required &&
    `cannot count: a model asked for this ${required}, and nobody is named here who may approve. Name somebody in approvers.yaml, with a passkey or with the key that \`flightdesk keys approver new <name>\` makes under a passphrase`
  );
}

/** A call that went out under an approval is the same call when it goes out again. */
function untimelyOf(
  { exp, iat }: Pick<SignedApproval, "exp" | "iat">,
  { now, isOwn }: { readonly now: number; readonly isOwn: boolean },
): string | undefined {
  if (!isOwn && exp * 1000 <= now) return `expired at ${new Date(exp * 1000).toISOString()}`;
  if ((iat - clockTolerance) * 1000 > now) return "is dated in the future";
  return exp - iat > longestLife
    ? `would hold until ${new Date(exp * 1000).toISOString()}, for more than 7 days`
    : undefined;
}

interface Asking {
  readonly counted: readonly Money[];
  readonly byModel: "campaign" | "change" | undefined;
  readonly change?: Pick<BuyChange, "askedBy">;
  readonly what: "step" | "plan";
}

/** Why whoever approved may not: with this installation's own key where a model asked, for themselves, or beyond their limit. */
function notAllowed(
  approver: Approver | undefined,
  state: CampaignState,
  { counted, byModel, change, what }: Asking,
): string | undefined {
  if (approver === undefined) return unnamed(byModel);
  const { requestedBy = [] } = state;
  if (requestedBy.length === 0) return "cannot count: it is not known who asked for this campaign";
  const names = namesOf(approver);
  const isTheirs = (askers: readonly string[]) => askers.some((asker) => names.includes(comparable(asker)));
  if (isTheirs(requestedBy)) return `cannot count: ${approver.name} asked for this campaign`;
  if (isTheirs(change?.askedBy ?? [])) return `cannot count: ${approver.name} asked for this change`;
  return beyondLimit(approver, counted, what, state);
}

function beyondLimit(
  { name, upTo }: Approver,
  counted: readonly Money[],
  what: "step" | "plan",
  state: CampaignState,
): string | undefined {
  const { exchange, far } = ratesIn(state);
  for (const amount of counted) {
    const over = isOver(amount, upTo, exchange);
    if (over === undefined)
      return `cannot count: ${name}'s limit is in ${upTo.currency}, the ${what} costs ${formatMoney(amount)}, and there is no dated exchange rate${far === undefined ? "" : ` of a near day: it would go by ${far}`}`;
    if (over)
      return `cannot count: ${name} may approve ${formatMoney(upTo)} at most, and the ${what} costs ${formatMoney(amount)}${amount === counted[0] ? "" : " with data"}`;
  }
  return undefined;
}
