import { digest as digestOf } from "../../lib/digest.ts";
import { formatMoney, type Money, money } from "../../lib/money.ts";
import { type Approver, type Approvers, comparable, isOver, namesOf } from "../model/decisions/approvers.ts";
import type { PlanTerms } from "../model/offers/plan-terms.ts";
import { type CampaignState, ratesIn, type StepState } from "../model/state/state.ts";
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
  const { step, intent } = current;
  if (!("step" in approval)) return "is for a plan";
  const { total, currency, jti } = approval;
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
  const untimely = untimelyOf(approval, { now, isOwn });
  if (untimely !== undefined) return untimely;
  if (approver === undefined) return unnamed(modelRequested(step, state));
  const { change } = step;
  const required = [
    { askers: state.requestedBy ?? [], what: "campaign" },
    { askers: change?.askedBy ?? [], what: "change" },
  ];
  return notAllowed(approver, state, {
    counted: atStake(current, state).counted,
    asked: required,
    what: "step",
  });
}

/** Why an approval that is signed well does not stand for these terms; undefined where it does. `isOwn`: a call went out under it. */
export function planFaultOf(
  approval: SignedApproval | SignedPlanApproval,
  approver: Approver | undefined,
  {
    terms,
    state,
    now,
    isOwn,
  }: {
    readonly terms: PlanTerms;
    readonly state: CampaignState;
    readonly now: number;
    readonly isOwn: boolean;
  },
): string | undefined {
  if (!("plan" in approval)) return "is for a step";
  const { total, currency } = approval;
  if (approval.campaign !== state.id) return `is for another campaign, ${approval.campaign}`;
  const stake = money(terms.total, terms.currency);
  if (total !== stake.minor || currency !== stake.currency)
    return `is for another amount, ${formatMoney(money(total, currency))} instead of ${formatMoney(stake)}`;
  if (approval.plan !== digestOf(terms)) return "is for another plan";
  const untimely = untimelyOf(approval, { now, isOwn });
  if (untimely !== undefined) return untimely;
  if (approver === undefined) return unnamed(state.askedByModel && "campaign");
  const required = [{ askers: state.requestedBy ?? [], what: "campaign" }];
  return notAllowed(approver, state, { counted: [stake], asked: required, what: "plan" });
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

function notAllowed(
  approver: Approver,
  state: CampaignState,
  {
    counted,
    asked: required,
    what,
  }: {
    readonly counted: readonly Money[];
    readonly asked: readonly { readonly askers: readonly string[]; readonly what: string }[];
    readonly what: "step" | "plan";
  },
): string | undefined {
  const { requestedBy = [] } = state;
  if (requestedBy.length === 0) return "cannot count: it is not known who asked for this campaign";
  const { name, upTo } = approver;
  const names = namesOf(approver);
  const own = required.find(({ askers }) => askers.some((asker) => names.includes(comparable(asker))));
  if (own !== undefined) return `cannot count: ${name} asked for this ${own.what}`;
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
