import type { Brief, ReallocationRung } from "../../../brief/brief.ts";
import type { CapUse } from "../../../ledger/ledger.ts";
import type { ExchangeTable, Rates } from "../../../lib/exchange.ts";
import { money } from "../../../lib/money.ts";
import type { MediaBuy } from "../../../protocol/records/media-buy.ts";
import type { Webhook } from "../../../protocol/webhooks/envelope.ts";
import type { Approvers } from "../decisions/approvers.ts";
import type { FeasibilityFinding, Preflight } from "../decisions/preflight-finding.ts";
import type { PauseStatus } from "../decisions/stop-order.ts";
import type { Verdict } from "../decisions/verdict.ts";
import type { Feedback } from "../learned/feedback.ts";
import type { Ahead, OrphanScan } from "../learned/orphan.ts";
import type { DecidedReallocation, FreedLock, ToPlace } from "../learned/reallocation.ts";
import type { TrackRecord } from "../learned/track-record.ts";
import type { MakeGood, UnderDelivery } from "../learned/under-delivery.ts";
import type { Alert, BuyDelivery } from "../measured/delivery.ts";
import type { Invoice } from "../measured/invoice.ts";
import type { ResultBook } from "../measured/result.ts";
import type { Offer, ProductReading, Quote, RefinementRequest } from "../offers/offer.ts";
import type { ByHand, Plan } from "../offers/plan.ts";
import type { PlanApproval } from "../offers/plan-terms.ts";
import type { Ranking } from "../offers/ranking.ts";
import type { Signal, SignalQuote } from "../offers/signal.ts";
import type { CreativeAgent, Seller, SellerGroup, SignalsAgent, UnaskedAgent } from "../sellers/seller.ts";
import type { BuyCheck, BuyQuestion, Kept } from "../step/buy-change.ts";
import { isFinalising } from "../step/kinds.ts";
import type { Activation, Preview, Receipt } from "../step/receipt.ts";
import type { RequestedByModel } from "../step/requested-by-model.ts";
import type { Sending } from "../step/sending.ts";
import type { Step } from "../step/step.ts";
import { awaitsLeave, isAtAgent, type StepStatus } from "../step/step-status.ts";
import type { CampaignEvent, HoldEnd, PolicyRecord, Stall } from "./events.ts";

/** A campaign as its events make it. Never stored: always folded anew. */
export interface CampaignState extends RequestedByModel {
  readonly id: string;
  /** Sequence of the last event; 0 before the first. */
  readonly sequence: number;
  readonly begunAt?: string;
  readonly brief?: Brief;
  /** Set where the campaign is one change without a brief. */
  readonly adminTask?: { readonly purpose: string; readonly currency: string };
  readonly exchange?: ExchangeTable;
  /** The rates that rules and people's limits use, where that is not `exchange`. */
  readonly rates?: Rates;
  readonly governancePlanId?: string;
  readonly policies: readonly PolicyRecord[];
  /** The desk's own word on moving money, where the brief has none. */
  readonly deskReallocation?: ReallocationRung;
  readonly requestedBy?: readonly string[];
  readonly signOff?: true;
  readonly wishes?: readonly RefinementRequest[];
  readonly approvers?: Approvers;
  /** Of the brief alone, before any seller was asked. */
  readonly feasibility?: readonly FeasibilityFinding[];
  readonly sellers?: readonly Seller[];
  readonly creativeAgents: readonly CreativeAgent[];
  readonly signalsAgents: readonly SignalsAgent[];
  readonly unasked?: readonly UnaskedAgent[];
  /** Which of all these agents are one seller; absent where that was not checked. */
  readonly groups?: readonly SellerGroup[];
  readonly quotes?: readonly Quote[];
  readonly offers?: readonly Offer[];
  readonly signalQuotes?: readonly SignalQuote[];
  readonly signals?: readonly Signal[];
  /** How sellers did in earlier campaigns, as it stood when the offers were ranked. */
  readonly trackRecords: readonly TrackRecord[];
  /** Whether sellers were asked for proposals, and what they answered was read. */
  readonly proposalsRead?: true;
  readonly ranking?: Ranking;
  /** What a model made of products' words, for people: no stage reads it. */
  readonly readings?: readonly ProductReading[];
  /** Amounts that a person set before anything was bought: the plan goes by them. */
  readonly byHand?: ByHand;
  readonly plan?: Plan;
  /** People's approvals to the plan as a whole, in the order in which they were given. */
  readonly planApprovals: readonly PlanApproval[];
  readonly preflight?: PreflightState;
  /** What the world held that the ledger did not, at the last comparison. */
  readonly ahead?: Ahead;
  /** In the order in which they were proposed. */
  readonly steps: readonly StepState[];
  /** Signals whose activation has ended, one for each seller. */
  readonly activations: readonly Activation[];
  /** Previews of built creatives, in the order in which they were asked for. */
  readonly previews: readonly Preview[];
  /** By buy, in the order in which they were first reported. */
  readonly delivery: readonly BuyDelivery[];
  /** What sellers have billed. */
  readonly invoices: readonly Invoice[];
  /** Alerts on running packages, the oldest first; `at` is UTC, ISO 8601. */
  readonly alerts: readonly (Alert & { readonly at: string })[];
  /** What the buyer counted itself, kept apart from sellers' figures. */
  readonly results?: ResultBook;
  /** In the order in which they were decided. */
  readonly reallocations: readonly DecidedReallocation[];
  /** Lines that a person has keep their money, without a change of them. */
  readonly setLines: readonly (FreedLock & {
    readonly by: string;
    readonly at: string;
    readonly reason?: string;
  })[];
  /** Lines that a person had set and has freed again. */
  readonly freedLocks: readonly FreedLock[];
  /** Absent before anything is bought. */
  readonly toPlace?: ToPlace;
  /** In the order in which it was made: for no buy two of one package and day. */
  readonly feedback?: readonly Feedback[];
  /** In the order in which they were found; `at` is UTC, ISO 8601. */
  readonly underDeliveries: readonly (UnderDelivery & { readonly at: string })[];
  readonly makeGoods: readonly (MakeGood & { readonly at: string })[];
  /** What sellers held under our account when they were last asked; `at` is UTC, ISO 8601. */
  readonly orphanLook?: OrphanScan & { readonly at: string };
  /** What sellers reported last of their buys under a stop order; `at` is UTC, ISO 8601. */
  readonly pauseObserved?: { readonly at: string; readonly buys: readonly PauseStatus[] };
  /** Absent in the first. */
  readonly round?: MarketRound;
  /** What keeps it from buying anything, in this round; `at` is UTC, ISO 8601. */
  readonly stalled?: Stall & { readonly at: string };
  readonly ended?: string;
}

/**
 * How often the market was asked, from 1: a campaign that could buy nothing, and had nothing under way, asks again. `abandoned`
 * are the steps of earlier rounds that came to nothing, and activations, whose plan is gone: they may be proposed once more.
 */
export interface MarketRound {
  readonly number: number;
  /** When it began, UTC, ISO 8601. */
  readonly at: string;
  readonly abandoned: readonly string[];
}

export interface StepState {
  readonly step: Step;
  readonly status: StepStatus;
  /** Why it stands where it stands, in plain words. */
  readonly reason?: string;
  readonly verdicts: readonly { readonly at: string; readonly digest: string; readonly verdict: Verdict }[];
  /** What it has bound of the budget and the caps; the ledger knows what became of it. */
  readonly claims?: readonly CapUse[];
  /** The last approval of a person to exactly these arguments. */
  readonly approval?: { readonly by: string; readonly at: string; readonly digest: string };
  /** Every approval so far, as it was recorded: what each is worth is checked before it opens anything. */
  readonly approvals?: readonly ApprovalRecord[];
  readonly rejection?: { readonly by: string; readonly at: string; readonly reason: string };
  readonly replacedBy?: string;
  /** Why a person was asked after the step was sent, how often so far, and what a yes does. */
  readonly escalation?: {
    readonly code: string;
    readonly retry: "same-key" | "new-key";
    readonly count: number;
    /** Approvals that were given before: they were to another sending. */
    readonly since: number;
  };
  /** How often it ended without an answer that settles it. */
  readonly tries?: number;
  /** Not to be sent again before, as the agent asked or as its outbox has it: UTC, ISO 8601. */
  readonly retryAt?: string;
  /** What may cost money is not sent again before: its agent may still be at it. UTC, ISO 8601. */
  readonly resendAt?: string;
  /** How often it was sent so far. */
  readonly sendings?: number;
  /** The last of them, while nobody has written down how it ended; `since` is UTC, ISO 8601. */
  readonly sending?: Sending & { readonly since: string };
  readonly intent?: Omit<Extract<CampaignEvent, { type: "step-begun" }>, "type" | "sending">;
  readonly receipt?: Receipt;
  /** Of a step that had a proposal held: how that ended. */
  readonly holdEnded?: { readonly as: HoldEnd; readonly reason: string };
  /** What its agent reported last in a webhook: unconfirmed, until it is asked. */
  readonly notice?: Webhook;
  /** When a report on it was kept last, UTC, ISO 8601, and how many were on that UTC day. */
  readonly reported?: { readonly at: string; readonly count: number };
  /** How the buy that it ordered or changed was read back last. */
  readonly check?: BuyCheck & {
    readonly at: string;
    /** How often it was read back. */
    readonly count: number;
    /** Approvals that were given before this question: they were to something else. */
    readonly since: number;
    /** When all of it was seen for the first time, where it was not at first: UTC, ISO 8601. */
    readonly madeAt?: string;
    /** Who did not take the buy as it stands. */
    readonly refusedBy?: string;
    /** What people have taken so far as its seller has it: they are not asked about it again. */
    readonly taken?: BuyQuestion["differences"];
    /** The last buy that they took so, and when: UTC, ISO 8601. */
    readonly takenAs?: { readonly at: string; readonly buy: MediaBuy };
  };
  /** When more of the buy was shown than was bound, until it is read again: UTC, ISO 8601. */
  readonly moreBooked?: Pick<BuyCheck, "filled"> & { readonly at: string };
  /** What it binds by its seller's books; its own amount where absent. */
  readonly kept?: Omit<Kept, "stepId">;
  /** `pendingAt`: when its agent reported that its people work on it. UTC, ISO 8601. */
  readonly times: { readonly begunAt?: string; readonly pendingAt?: string; readonly answeredAt?: string };
}

/** The last check of the plan, and what people made of its questions. */
export interface PreflightState extends Preflight {
  /** Questions of this plan that a person has agreed to. */
  readonly agreed: readonly string[];
  /** Who rejected one of them. */
  readonly refusedBy?: string;
}

export interface ApprovalRecord {
  readonly by: string;
  readonly at: string;
  /** Compact JWS. */
  readonly approval?: string;
}

export function emptyState(id: string): CampaignState {
  return {
    id,
    sequence: 0,
    policies: [],
    planApprovals: [],
    creativeAgents: [],
    signalsAgents: [],
    steps: [],
    activations: [],
    previews: [],
    delivery: [],
    invoices: [],
    trackRecords: [],
    underDeliveries: [],
    makeGoods: [],
    alerts: [],
    reallocations: [],
    setLines: [],
    freedLocks: [],
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

/** Whether the step with this id, and not one that it goes on as, is as `test` wants it. */
export function stepIs(id: string, test: (current: StepState) => boolean): (state: CampaignState) => boolean {
  return ({ steps }) => steps.some((current) => current.step.id === id && test(current));
}

/** Whether governance can still decide on the step: it is neither sent nor at its end. */
export function isUndecided({ status, intent }: Pick<StepState, "status" | "intent">): boolean {
  return intent === undefined && awaitsLeave({ status });
}

/** Whether a person can still refuse the step: what is sent and may have cost something cannot be refused any more. */
export function mayBeRefused({ status, step }: Pick<StepState, "status" | "step">): boolean {
  return awaitsLeave({ status }) || (status === "begun" && step.planAmount.minor === 0);
}

/** Whether the step has been sent and its end is not known. */
export function isSent({ status, intent }: Pick<StepState, "status" | "intent">): boolean {
  return intent !== undefined && ["begun", "escalated"].includes(status);
}

/** Whether its agent has reported, signed, that a step which was sent is done. */
export function isReportedDone({ intent, notice }: Pick<StepState, "intent" | "notice">): boolean {
  return intent !== undefined && notice?.status === "completed";
}

/** Whether others have the step in hand: a person, the seller's people, or a process whose call is under way. */
export function isInHand({ status, sending }: Pick<StepState, "status" | "sending">): boolean {
  return status === "escalated" || status === "pending" || (status === "begun" && sending !== undefined);
}

/** Whether people are asked to take a buy as its seller holds it. */
export function awaitsPerson({ check }: Pick<StepState, "check">): boolean {
  return check?.question !== undefined && check.accepted === undefined && check.refusedBy === undefined;
}

/** Whether its seller has agreed to it and has still to make it. */
export function isOnItsWay({ check }: Pick<StepState, "check">): boolean {
  return check?.made === false && check.until !== undefined;
}

/** When a seller has said that what it agreed to takes effect, where that was ahead: UTC, ISO 8601. */
export function namedFor({ receipt, times }: Pick<StepState, "receipt" | "times">): string | undefined {
  const at = Date.parse(String(receipt?.payload["implementation_date"]));
  return at > Date.parse(times.answeredAt ?? "") ? new Date(at).toISOString() : undefined;
}

/** Whether nobody knows, until people have decided, what a step costs. */
export function isInDoubt(current: Pick<StepState, "check">): boolean {
  return awaitsPerson(current) && current.check?.question?.isMoney === true;
}

export function waitsForPerson(current: Pick<StepState, "status" | "check">): boolean {
  return current.status === "escalated" || awaitsPerson(current);
}

/** Where people are asked about what has been sent: how many approvals were given before, and are used up. */
export function usedApprovals(current: StepState): number | undefined {
  return awaitsPerson(current) ? current.check?.since : current.escalation?.since;
}

/** What a step that may bind money binds, in the seller's currency and in the brief's. */
export function boundBy({ step, kept }: Pick<StepState, "step" | "kept">): Omit<Kept, "stepId"> {
  // What is held is bound in the ledger alone, until the order that takes it counts it.
  if (isFinalising(step))
    return { amount: money(0, step.amount.currency), planAmount: money(0, step.planAmount.currency) };
  return kept ?? { amount: step.amount, planAmount: step.planAmount };
}

/** Whether the step has been sent and was not refused: what a person is still asked about may stand at the seller. */
export function mayBind({ status, intent }: StepState): boolean {
  return isAtAgent({ status }) || status === "done" || (status === "escalated" && intent !== undefined);
}

/** What amounts are compared with rules and people's limits by. */
export function ratesIn({ rates, exchange }: Pick<CampaignState, "rates" | "exchange">): Rates {
  return rates ?? (exchange === undefined ? {} : { exchange });
}
