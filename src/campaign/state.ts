import type { Claim } from "../ledger/ledger.ts";
import type { ExchangeTable } from "../lib/exchange.ts";
import type { Webhook } from "../protocol/webhooks/envelope.ts";
import type { OrphanLook } from "./audit/orphan.ts";
import type { Brief } from "./brief/brief.ts";
import type { ChangeCheck, Kept } from "./change/buy-change.ts";
import type { CreativeAgent, Seller, SignalsAgent } from "./discover/seller.ts";
import type { CampaignEvent, PolicyRecord } from "./events.ts";
import type { Activation } from "./execute/activation.ts";
import type { Preview } from "./execute/preview.ts";
import type { Receipt } from "./execute/receipt.ts";
import type { FeasibilityFinding } from "./feasibility/finding.ts";
import type { Approvers } from "./govern/consent/approvers.ts";
import type { Verdict } from "./govern/verdict.ts";
import type { Feedback } from "./learn/feedback.ts";
import type { DecidedReallocation } from "./learn/reallocate/reallocation.ts";
import type { Makegood, Shortfall } from "./learn/shortfall/shortfall.ts";
import type { TrackRecord } from "./learn/track-record/track-record.ts";
import type { BuyDelivery } from "./measure/delivery.ts";
import type { Alert } from "./measure/pacing/alert.ts";
import type { ResultBook } from "./measure/results/result.ts";
import type { Plan } from "./plan/plan.ts";
import type { Step } from "./plan/step.ts";
import type { Preflight } from "./preflight/finding.ts";
import type { Offer, Quote } from "./quote/offer.ts";
import type { Signal, SignalQuote } from "./quote/signal.ts";
import type { Ranking } from "./rank/ranking.ts";
import type { ProductReading } from "./reading/product-reading.ts";
import type { Obedience } from "./stop/obedience.ts";

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
  /** Of the brief alone, before any seller was asked. */
  readonly feasibility?: readonly FeasibilityFinding[];
  readonly sellers?: readonly Seller[];
  readonly creativeAgents: readonly CreativeAgent[];
  readonly signalsAgents: readonly SignalsAgent[];
  readonly quotes?: readonly Quote[];
  readonly offers?: readonly Offer[];
  readonly signalQuotes?: readonly SignalQuote[];
  readonly signals?: readonly Signal[];
  /** How sellers did in earlier campaigns, as it stood when the offers were ranked. */
  readonly trackRecords: readonly TrackRecord[];
  readonly ranking?: Ranking;
  /** What a model made of products' words, for people: no stage reads it. */
  readonly readings?: readonly ProductReading[];
  readonly plan?: Plan;
  readonly preflight?: PreflightState;
  /** In the order in which they were proposed. */
  readonly steps: readonly StepState[];
  /** Signals whose activation has ended, one for each seller. */
  readonly activations: readonly Activation[];
  /** What built creatives look like, in the order in which it was asked. */
  readonly previews: readonly Preview[];
  /** By buy, in the order in which they were first reported. */
  readonly delivery: readonly BuyDelivery[];
  /** What people were told of running packages, the oldest first; `at` is UTC, ISO 8601. */
  readonly alerts: readonly (Alert & { readonly at: string })[];
  /** What the buyer counted itself, kept apart from sellers' figures. */
  readonly results?: ResultBook;
  /** In the order in which they were decided. */
  readonly reallocations: readonly DecidedReallocation[];
  /** In the order in which it was made: for no buy two of one package and day. */
  readonly feedback?: readonly Feedback[];
  /** In the order in which they were found; `at` is UTC, ISO 8601. */
  readonly shortfalls: readonly (Shortfall & { readonly at: string })[];
  readonly makegoods: readonly (Makegood & { readonly at: string })[];
  /** What sellers held under our account when they were last asked; `at` is UTC, ISO 8601. */
  readonly orphanLook?: OrphanLook & { readonly at: string };
  /** What sellers said last of their buys under a stop order; `at` is UTC, ISO 8601. */
  readonly heard?: { readonly at: string; readonly buys: readonly Obedience[] };
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
  /** How often it ended without an answer that settles it. */
  readonly tries?: number;
  /** Not to be sent again before, as the agent asked or as its outbox has it: UTC, ISO 8601. */
  readonly retryAt?: string;
  readonly intent?: Omit<Extract<CampaignEvent, { type: "step-begun" }>, "type">;
  readonly receipt?: Receipt;
  /** What its agent reported last in a webhook: a claim, until it is asked. */
  readonly notice?: Webhook;
  /** How the buy that it changed was read back last. */
  readonly check?: ChangeCheck & { readonly at: string };
  /** What it binds since its buy became smaller; all of its amount where absent. */
  readonly kept?: Omit<Kept, "stepId">;
  /** `pendingAt`: when its agent said that its people work on it. UTC, ISO 8601. */
  readonly times: { readonly begunAt?: string; readonly pendingAt?: string; readonly answeredAt?: string };
}

/** The last check of the plan, and what people made of its questions. */
export interface PreflightState extends Preflight {
  /** Questions of this plan that a person has said yes to. */
  readonly agreed: readonly string[];
  /** Who said no to one of them. */
  readonly refusedBy?: string;
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
    delivery: [],
    trackRecords: [],
    shortfalls: [],
    makegoods: [],
    alerts: [],
    reallocations: [],
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
  return intent === undefined && ["proposed", "held", "escalated"].includes(status);
}

/** Whether the step has been sent and its end is not known. */
export function isSent({ status, intent }: Pick<StepState, "status" | "intent">): boolean {
  return intent !== undefined && ["begun", "escalated"].includes(status);
}

/** What a step that may bind money binds, in the seller's currency and in the brief's. */
export function boundBy({ step, kept }: Pick<StepState, "step" | "kept">): Omit<Kept, "stepId"> {
  return kept ?? { amount: step.amount, planAmount: step.planAmount };
}

/** Whether the step has been sent and was not refused: what a person is still asked about may stand at the seller. */
export function mayBind({ status, intent }: StepState): boolean {
  return ["begun", "pending", "done"].includes(status) || (status === "escalated" && intent !== undefined);
}
