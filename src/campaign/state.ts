import type { Claim } from "../ledger/ledger.ts";
import type { ExchangeTable } from "../lib/exchange.ts";
import type { Brief } from "./brief/brief.ts";
import type { CreativeAgent, Seller, SignalsAgent } from "./discover/seller.ts";
import type { CampaignEvent, PolicyRecord, Recorded } from "./events.ts";
import type { Activation } from "./execute/activation.ts";
import type { Preview } from "./execute/preview.ts";
import type { Receipt } from "./execute/receipt.ts";
import type { Approvers } from "./govern/consent/approvers.ts";
import type { Verdict } from "./govern/verdict.ts";
import type { Feedback } from "./learn/feedback.ts";
import type { Outcome } from "./measure/outcome.ts";
import type { Plan } from "./plan/plan.ts";
import type { Step } from "./plan/step.ts";
import type { Offer, Quote } from "./quote/offer.ts";
import type { Signal, SignalQuote } from "./quote/signal.ts";
import type { Ranking } from "./rank/ranking.ts";

/** A campaign as its events tell it. Never stored: always folded anew. */
export interface CampaignState {
  readonly id: string;
  /** Sequence of the last event; 0 before the first. */
  readonly sequence: number;
  readonly begunAt?: string;
  readonly brief?: Brief;
  /** Set where the campaign is one change without a brief. */
  readonly errand?: { readonly purpose: string; readonly currency: string };
  readonly exchange?: ExchangeTable;
  readonly governancePlanId?: string;
  readonly policies: readonly PolicyRecord[];
  readonly requestedBy?: readonly string[];
  readonly approvers?: Approvers;
  readonly sellers?: readonly Seller[];
  readonly creativeAgents: readonly CreativeAgent[];
  readonly signalsAgents: readonly SignalsAgent[];
  readonly quotes?: readonly Quote[];
  readonly offers?: readonly Offer[];
  readonly signalQuotes?: readonly SignalQuote[];
  readonly signals?: readonly Signal[];
  readonly ranking?: Ranking;
  readonly plan?: Plan;
  /** In the order in which they were proposed. */
  readonly steps: readonly StepState[];
  /** Signals whose activation has ended, one for each seller. */
  readonly activations: readonly Activation[];
  /** What built creatives look like, in the order in which it was asked. */
  readonly previews: readonly Preview[];
  readonly outcomes?: readonly Outcome[];
  /** Buys whose sellers gave no delivery figures, and why. */
  readonly unreported: readonly { readonly stepId: string; readonly reason: string }[];
  readonly feedback?: readonly Feedback[];
  readonly ended?: string;
}

/**
 * proposed: not decided yet · held: a check could not run · escalated: waits for a person · refused: governance or a
 * person said no · replaced: goes on under other arguments · begun: written down, answer not known · pending: the agent
 * works on it · done · failed: the agent said no.
 */
export type StepStatus =
  | "proposed"
  | "held"
  | "escalated"
  | "refused"
  | "replaced"
  | "begun"
  | "pending"
  | "done"
  | "failed";

export interface StepState {
  readonly step: Step;
  readonly status: StepStatus;
  /** Why it stands where it stands, in plain words. */
  readonly reason?: string;
  readonly verdicts: readonly { readonly at: string; readonly digest: string; readonly verdict: Verdict }[];
  /** What it has bound of the budget and the caps; the ledger knows what became of it. */
  readonly claims?: readonly Claim[];
  /** The last consent of a person to exactly these arguments. */
  readonly approval?: { readonly by: string; readonly at: string; readonly digest: string };
  /** Every consent so far, as it was recorded: what each is worth is checked before it opens anything. */
  readonly consents?: readonly ConsentRecord[];
  readonly rejection?: { readonly by: string; readonly at: string; readonly reason: string };
  readonly replacedBy?: string;
  /** Why a person was asked after the step was sent, how often so far, and what a yes does. */
  readonly escalation?: {
    readonly code: string;
    readonly retry: "same-key" | "new-key";
    readonly count: number;
    /** Consents that were given before: they were to another sending. */
    readonly since: number;
  };
  /** The agent asked not to be called before: UTC, ISO 8601. */
  readonly retryAt?: string;
  readonly intent?: Omit<Extract<CampaignEvent, { type: "step-begun" }>, "type">;
  readonly receipt?: Receipt;
  readonly times: { readonly begunAt?: string; readonly answeredAt?: string };
}

export interface ConsentRecord {
  readonly by: string;
  readonly at: string;
  /** Compact JWS. */
  readonly consent?: string;
}

export function emptyState(id: string): CampaignState {
  return {
    id,
    sequence: 0,
    policies: [],
    creativeAgents: [],
    signalsAgents: [],
    steps: [],
    activations: [],
    previews: [],
    unreported: [],
  };
}

/** The step with this id, or the one that it goes on as where its arguments were changed. */
export function stepOf({ steps }: CampaignState, id: string): StepState | undefined {
  let found = steps.find(({ step }) => step.id === id);
  while (found?.replacedBy !== undefined) {
    const next = found.replacedBy;
    found = steps.find(({ step }) => step.id === next);
  }
  return found;
}

/** Whether the step has been sent and was not refused: what a person is still asked about may stand at the seller. */
export function mayBind({ status, intent }: StepState): boolean {
  return ["begun", "pending", "done"].includes(status) || (status === "escalated" && intent !== undefined);
}

/** The state after all of `events`, which must follow `state` in order. */
export function fold(state: CampaignState, events: readonly Recorded[]): CampaignState {
  return events.reduce((before, recorded) => {
    const after = apply(before, recorded.event, recorded.at);
    return { ...after, sequence: recorded.sequence };
  }, state);
}

function apply(state: CampaignState, event: CampaignEvent, at: string): CampaignState {
  switch (event.type) {
    case "campaign-begun": {
      const { type: _, ...begun } = event;
      return { ...state, ...begun, begunAt: at };
    }
    case "approvers-named":
      return { ...state, approvers: event.approvers };
    case "errand-begun": {
      const { purpose, currency, governancePlanId, policies, requestedBy = [] } = event;
      const { ended: _, ...before } = state;
      return {
        ...before,
        errand: { purpose, currency },
        governancePlanId,
        policies,
        requestedBy,
        begunAt: state.begunAt ?? at,
      };
    }
    case "sellers-discovered":
      return {
        ...state,
        sellers: event.sellers,
        creativeAgents: event.creativeAgents,
        signalsAgents: event.signalsAgents ?? [],
      };
    case "offers-quoted":
      return { ...state, quotes: event.quotes, offers: event.offers };
    case "signals-quoted":
      return { ...state, signalQuotes: event.quotes, signals: event.signals };
    case "offers-ranked":
      return { ...state, ranking: event.ranking };
    case "plan-made":
      return { ...state, plan: event.plan };
    case "step-proposed":
      return {
        ...state,
        steps: [...state.steps, { step: event.step, status: "proposed", verdicts: [], times: {} }],
      };
    case "amount-reserved":
      return change(state, event.stepId, (step) => ({ ...step, claims: event.claims }));
    case "verdict-given":
      return change(state, event.stepId, (step) => ({
        ...step,
        // What is sent, or has ended, stays as it is: another process may have asked governance at the same time.
        ...(isUndecided(step) ? afterVerdict(event.verdict) : {}),
        verdicts: [...step.verdicts, { at, digest: event.digest, verdict: event.verdict }],
      }));
    case "step-replaced":
      return change(state, event.stepId, (step) => ({
        ...step,
        status: "replaced",
        replacedBy: event.by,
        reason: event.changes.join("; "),
      }));
    case "step-approved":
      return change(state, event.stepId, (step) => ({
        ...step,
        // Nothing that is decided opens again: of a consent and a refusal at the same time the first stands. What was sent
        // before goes on from there: its intent stands.
        ...(step.status === "escalated"
          ? { status: step.escalation === undefined ? "proposed" : "begun" }
          : {}),
        approval: { by: event.by, at, digest: event.digest },
        consents: [
          ...(step.consents ?? []),
          { by: event.by, at, ...(event.consent === undefined ? {} : { consent: event.consent }) },
        ],
      }));
    case "step-rejected":
      return change(state, event.stepId, (step) => ({
        ...step,
        ...(mayBeRefused(step)
          ? { status: "refused", reason: `rejected by ${event.by}: ${event.reason}` }
          : {}),
        rejection: { by: event.by, at, reason: event.reason },
      }));
    case "step-begun": {
      const { type: _, ...intent } = event;
      return change(state, event.stepId, (step) => ({
        ...step,
        status: "begun",
        intent,
        times: { ...step.times, begunAt: at },
      }));
    }
    case "step-answered":
      return unlessEnded(state, event.stepId, (step) => ({
        ...step,
        status: event.receipt.status,
        receipt: event.receipt,
        times: { ...step.times, answeredAt: at },
      }));
    case "step-failed":
      return unlessEnded(state, event.stepId, (step) => ({
        ...step,
        status: event.effect === "unknown" ? "begun" : "failed",
        reason: `${event.code}: ${event.reason}`,
        ...(event.retryAt === undefined ? {} : { retryAt: event.retryAt }),
        times: { ...step.times, answeredAt: at },
      }));
    case "step-escalated":
      return unlessEnded(state, event.stepId, (step) => {
        // A consent given before was to the first sending: the next one needs its own.
        const { approval: _, ...asked } = step;
        const count = (step.escalation?.count ?? 0) + 1;
        return {
          ...asked,
          status: "escalated",
          reason: event.reason,
          escalation: { code: event.code, retry: event.retry, count, since: consentsBefore(step, event) },
          times: { ...step.times, answeredAt: at },
        };
      });
    case "signal-settled":
      return { ...state, activations: [...state.activations, event.activation] };
    case "creative-previewed":
      return { ...state, previews: [...state.previews, event.preview] };
    case "delivery-measured":
      return { ...state, outcomes: event.outcomes, unreported: event.unreported ?? [] };
    case "feedback-made":
      return { ...state, feedback: event.feedback };
    case "campaign-ended":
      return { ...state, ended: event.reason };
  }
}

/** What several people must agree to is asked of each of them: the same question does not use up the first answers. */
function consentsBefore(
  { consents = [], escalation }: StepState,
  asked: Extract<CampaignEvent, { type: "step-escalated" }>,
): number {
  const isSame = escalation?.code === asked.code && escalation.retry === asked.retry;
  return isSame && asked.retry === "new-key" ? escalation.since : consents.length;
}

/** Whether a person can still refuse the step: what is sent and may have cost something cannot be refused any more. */
function mayBeRefused({ status, step }: StepState): boolean {
  if (status === "begun") return step.planAmount.minor === 0;
  return ["proposed", "held", "escalated"].includes(status);
}

/** Whether governance can still decide on the step: it is neither sent nor at its end. */
function isUndecided({ status, intent }: StepState): boolean {
  return intent === undefined && ["proposed", "held", "escalated"].includes(status);
}

function afterVerdict(verdict: Verdict): Pick<StepState, "status"> & { reason?: string } {
  switch (verdict.type) {
    case "approved":
    case "conditions":
      return { status: "proposed" };
    case "denied":
      return { status: "refused", reason: verdict.reasons.join("; ") };
    case "escalated":
      return { status: "escalated", reason: verdict.reasons.join("; ") };
    case "held":
      return { status: "held", reason: verdict.reasons.join("; ") };
  }
}

/** The first end of a step stands: what another process was told before it, and writes down after it, changes nothing. */
function unlessEnded(state: CampaignState, id: string, to: (step: StepState) => StepState): CampaignState {
  return change(state, id, (step) => (step.status === "done" || step.status === "failed" ? step : to(step)));
}

function change(state: CampaignState, id: string, to: (step: StepState) => StepState): CampaignState {
  return { ...state, steps: state.steps.map((step) => (step.step.id === id ? to(step) : step)) };
}
