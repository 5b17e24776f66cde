import { formatMoney, money } from "../../lib/money.ts";
import { type Approver, type Approvers, isOver } from "../model/approvers.ts";
import type { CampaignState, StepState } from "../model/state.ts";
import { atStake } from "./amount-at-stake.ts";
import type { SignedApproval } from "./approval.ts";

/** Seconds by which a signer's clock may be ahead. */
const clockTolerance = 60;
/** Seconds for which an approval holds at most, whatever it says: what is decided now is not to be done next year. */
const longestLife = 7 * 86_400;

/** What an approval is held against. */
export interface ApprovalSubject {
  readonly current: StepState;
  /** SHA-256 of the arguments that are to be sent. */
  readonly digest: string;
  readonly state: CampaignState;
  readonly approvers: Approvers;
  /** UTC milliseconds. */
  readonly now: number;
  /** Where people are asked again after the step was sent: how many approvals were given before, and are used up. */
  readonly since?: number | undefined;
}

/** Why an approval that is signed well still does not open this step; undefined where it does. */
export function faultOf(
  approval: SignedApproval,
  approver: Approver | undefined,
  { current, digest, state, now, since }: ApprovalSubject,
): string | undefined {
  const { step, intent } = current;
  const { total, currency, exp, iat, jti } = approval;
  if (approval.campaign !== state.id) return `is for another campaign, ${approval.campaign}`;
  if (approval.step !== step.id) return `is for another step, ${approval.step}`;
  if (total !== step.amount.minor || currency !== step.amount.currency)
    return `is for another amount, ${formatMoney(money(total, currency))} instead of ${formatMoney(step.amount)}`;
  if (approval.digest !== digest) return "is for other arguments than those that would be sent";
  const isOwn = intent?.approvals?.includes(jti) === true;
  const isUsed = state.steps.some(
    (other) => other.step.id !== step.id && other.intent?.approvals?.includes(jti),
  );
  if (isUsed || (isOwn && since !== undefined)) return "was used before";
  // A call that went out under this approval is the same call when it goes out again.
  if (!isOwn && exp * 1000 <= now) return `expired at ${new Date(exp * 1000).toISOString()}`;
  if ((iat - clockTolerance) * 1000 > now) return "is dated in the future";
  if (exp - iat > longestLife)
    return `would hold until ${new Date(exp * 1000).toISOString()}, for more than 7 days`;
  return approver === undefined ? undefined : notAllowed(approver, current, state);
}

function notAllowed(
  { name, login, upTo }: Approver,
  current: StepState,
  state: CampaignState,
): string | undefined {
  const { requestedBy = [], exchange } = state;
  const { change } = current.step;
  const stake = atStake(current, state);
  if (requestedBy.length === 0) return "cannot count: it is not known who asked for this campaign";
  const own = [...requestedBy, ...(change?.askedBy ?? [])].some((asker) =>
    [name, login].some((called) => called?.toLowerCase() === asker.toLowerCase()),
  );
  if (own)
    return `cannot count: ${name} asked for this ${requestedBy.includes(name) || change === undefined ? "campaign" : "change"}`;
  const over = isOver(stake, upTo, exchange);
  if (over === undefined)
    return `cannot count: ${name}'s limit is in ${upTo.currency}, the step costs ${formatMoney(stake)}, and there is no dated exchange rate`;
  return over
    ? `cannot count: ${name} may approve ${formatMoney(upTo)} at most, and the step costs ${formatMoney(stake)}`
    : undefined;
}
