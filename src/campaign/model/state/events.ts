import type { Brief, ReallocationRung } from "../../../brief/brief.ts";
import type { CapUse } from "../../../ledger/ledger.ts";
import type { ExchangeTable, Rates } from "../../../lib/exchange.ts";
import type { Money } from "../../../lib/money.ts";
import type { Webhook } from "../../../protocol/webhooks/envelope.ts";
import type { Approvers } from "../decisions/approvers.ts";
import type { FeasibilityFinding, Preflight } from "../decisions/preflight-finding.ts";
import type { PauseStatus } from "../decisions/stop-order.ts";
import type { Verdict } from "../decisions/verdict.ts";
import type { Feedback } from "../learned/feedback.ts";
import type { Ahead, OrphanScan } from "../learned/orphan.ts";
import type { FreedLock, Reallocation } from "../learned/reallocation.ts";
import type { TrackRecord } from "../learned/track-record.ts";
import type { MakeGood, UnderDelivery } from "../learned/under-delivery.ts";
import type { Alert, DeliveryReport } from "../measured/delivery.ts";
import type { Invoice } from "../measured/invoice.ts";
import type { BuyerResult } from "../measured/result.ts";
import type { Offer, ProductReading, Quote, RefinementRequest } from "../offers/offer.ts";
import type { ByHand, Plan } from "../offers/plan.ts";
import type { PlanTerms } from "../offers/plan-terms.ts";
import type { Ranking } from "../offers/ranking.ts";
import type { Signal, SignalQuote } from "../offers/signal.ts";
import type { Policy } from "../policy/policy.ts";
import type { CreativeAgent, Seller, SellerGroup, SignalsAgent, UnaskedAgent } from "../sellers/seller.ts";
import type { BuyCheck, Kept } from "../step/buy-change.ts";
import type { Activation, Preview, Receipt } from "../step/receipt.ts";
import type { RequestedByModel } from "../step/requested-by-model.ts";
import type { Sending } from "../step/sending.ts";
import type { Step } from "../step/step.ts";

/** Everything that can happen to a campaign. The ledger holds these and nothing else; state and report are folds over them. */
export type CampaignEvent =
  | ({
      readonly type: "campaign-begun";
      readonly brief: Brief;
      readonly exchange?: ExchangeTable;
      readonly governancePlanId: string;
      /** The policies in force: file names, the digests of their texts, and the texts for whoever checks later. */
      readonly policies: readonly PolicyRecord[];
      /** Names of whoever asked for it: the login name, and the name that was given. They may not approve it. */
      readonly requestedBy?: readonly string[];
      /** Whoever began it wants it signed before anything is ordered, whatever the policies let pass. */
      readonly signOff?: true;
      /** Put to sellers with the second question. */
      readonly wishes?: readonly RefinementRequest[];
    } & RequestedByModel)
  /** The rules that verdicts are given by from here on: those of the day. */
  | {
      readonly type: "policies-changed";
      readonly policies: readonly PolicyRecord[];
      /** The desk's own word on moving money; absent where it has none. */
      readonly reallocation?: ReallocationRung;
    }
  /** Who may approve from here on. */
  | { readonly type: "approvers-named"; readonly approvers: Approvers }
  | {
      /** One change without a brief: it may cost nothing. Recorded anew where it is tried under another plan. */
      readonly type: "admin-task-begun";
      /** One sentence for people. */
      readonly purpose: string;
      /** ISO 4217; what "costs nothing" is counted in. */
      readonly currency: string;
      /** The governance agent's plan that it is checked against. */
      readonly governancePlanId: string;
      readonly policies: readonly PolicyRecord[];
      readonly requestedBy?: readonly string[];
    }
  /** What the brief's own figures say of one another, where they say anything. */
  | { readonly type: "feasibility-judged"; readonly findings: readonly FeasibilityFinding[] }
  | {
      readonly type: "sellers-discovered";
      readonly sellers: readonly Seller[];
      readonly creativeAgents: readonly CreativeAgent[];
      readonly signalsAgents?: readonly SignalsAgent[];
      readonly unasked?: readonly UnaskedAgent[];
      /** Which of all these agents are one seller, and why; absent where that was not checked. */
      readonly groups?: readonly SellerGroup[];
    }
  | { readonly type: "offers-quoted"; readonly quotes: readonly Quote[]; readonly offers: readonly Offer[] }
  | {
      readonly type: "signals-quoted";
      readonly quotes: readonly SignalQuote[];
      readonly signals: readonly Signal[];
    }
  /** How sellers did in earlier campaigns, as far as it counts in this one's ranking. */
  | { readonly type: "track-record-noted"; readonly records: readonly TrackRecord[] }
  | { readonly type: "offers-ranked"; readonly ranking: Ranking }
  /** What a model made of products' words, with model and prompt, so that whoever reads it later needs no model. */
  | { readonly type: "products-read"; readonly readings: readonly ProductReading[] }
  | { readonly type: "plan-made"; readonly plan: Plan }
  | { readonly type: "preflight-checked"; readonly preflight: Preflight }
  /** What sellers and the governance agent hold that the ledger does not, and who did not answer; where that has changed. */
  | { readonly type: "books-compared"; readonly ahead: Ahead }
  /** What sellers proposed when they were asked: offers that are taken whole, and why others are none. */
  | {
      readonly type: "proposals-read";
      readonly offers: readonly Offer[];
      readonly refused: readonly { readonly sellerId: string; readonly reasons: readonly string[] }[];
    }
  /** What a seller held for us it holds no more, or it was bought. */
  | {
      readonly type: "hold-ended";
      /** The step that had it held. */
      readonly stepId: string;
      readonly as: HoldEnd;
      readonly reason: string;
    }
  | { readonly type: "step-proposed"; readonly step: Step }
  | { readonly type: "amount-reserved"; readonly stepId: string; readonly claims: readonly CapUse[] }
  /** The rates that rules and people's limits use from here on: of another day than the campaign's own table, or none. */
  | { readonly type: "rates-taken"; readonly rates: Rates }
  | {
      readonly type: "verdict-given";
      readonly stepId: string;
      /** SHA-256 of the arguments that were checked. */
      readonly digest: string;
      readonly verdict: Verdict;
    }
  | {
      readonly type: "step-replaced";
      readonly stepId: string;
      readonly by: string;
      readonly changes: readonly string[];
      /** The step that it goes on as, proposed by the same entry: of the two never both can be sent. */
      readonly next?: Step;
    }
  | {
      readonly type: "step-approved";
      readonly stepId: string;
      readonly digest: string;
      readonly by: string;
      /** A compact JWS or what a passkey signed, verified again before it opens anything. An approval without one opens nothing. */
      readonly approval?: string;
    }
  | {
      readonly type: "plan-approved";
      readonly by: string;
      /** As `step-approved` has it. */
      readonly approval: string;
      readonly terms: PlanTerms;
      /** Steps that waited for a person and are inside the terms: they are checked again. */
      readonly opens: readonly string[];
    }
  | { readonly type: "step-rejected"; readonly stepId: string; readonly by: string; readonly reason: string }
  | {
      readonly type: "step-begun";
      readonly stepId: string;
      /** The exact text of the arguments that are sent, and again after a crash. */
      readonly bytes: string;
      readonly digest: string;
      readonly idempotencyKey: string;
      readonly replayWindowSeconds?: number;
      /** Ids of the approvals that it uses up. */
      readonly approvals?: readonly string[];
      /** Who sends it for the first time. */
      readonly sending?: Sending;
    }
  /** The same bytes go out once more, under the same key: of all processes the one that writes this sends them. */
  | { readonly type: "sending-begun"; readonly stepId: string; readonly sending: Sending }
  | {
      readonly type: "step-answered";
      readonly stepId: string;
      readonly receipt: Receipt;
      /** It had come to nothing here, and its agent's books show it: its amounts are bound again, past caps too. */
      readonly reopens?: true;
    }
  | {
      readonly type: "step-failed";
      readonly stepId: string;
      readonly code: string;
      readonly reason: string;
      /** none: the agent refused; unknown: it may have done it, the same call is sent again on resume. */
      readonly effect: "none" | "unknown";
      /** UTC, ISO 8601: the agent asked not to be called before. */
      readonly retryAt?: string;
      /** UTC, ISO 8601: the agent may still be at it, and nothing that may cost money is sent to it again before. */
      readonly resendAt?: string;
      /** Which sending of the step ended so, counted from 1. */
      readonly sending?: number;
    }
  | {
      readonly type: "step-escalated";
      readonly stepId: string;
      readonly code: string;
      /** What the agent answered, and what a person's yes and no will do, in plain words. */
      readonly reason: string;
      /** What a person's yes does: send the same bytes again, or the same change as another step with its own key. */
      readonly retry: "same-key" | "new-key";
      /** Which sending of the step ended so, counted from 1; absent where none was under way. */
      readonly sending?: number;
      /** What the step binds, where its seller has booked more than was ordered. */
      readonly grown?: readonly Kept[];
      readonly filled?: string;
    }
  /** A buy was read back: after a change, and again after an order. */
  | ({ readonly type: "change-checked"; readonly stepId: string } & BuyCheck)
  /**
   * More of a buy is booked than is bound for it, as a list of another campaign has shown, or a reading before a change: it is read
   * again with the next turn.
   */
  | ({ readonly type: "more-booked"; readonly stepId: string; readonly shownTo: string } & Pick<
      BuyCheck,
      "grown" | "filled"
    >)
  | { readonly type: "signal-settled"; readonly activation: Activation }
  | { readonly type: "creative-previewed"; readonly preview: Preview }
  /** What sellers have billed, as a person has entered it; the last version of an invoice counts. */
  | { readonly type: "invoice-entered"; readonly invoices: readonly Invoice[] }
  /** What sellers reported of delivery that was not known, or was otherwise. */
  | { readonly type: "delivery-reported"; readonly reports: readonly DeliveryReport[] }
  /** What a person should know of a running package; recorded once for each rung. */
  | { readonly type: "alert-raised"; readonly alert: Alert }
  | {
      /** Outcomes that the buyer counted and that were not known, or were otherwise. */
      readonly type: "results-taken";
      readonly results: readonly BuyerResult[];
      /** The last UTC day that the buyer has reported in full, where it became later. */
      readonly completeTo?: string;
    }
  /** Money that is to move between lines, or why none: once for each period. */
  | { readonly type: "reallocation-decided"; readonly reallocation: Reallocation }
  /** A person has a line keep its money, without changing it. */
  | { readonly type: "line-set"; readonly lineId: string; readonly by: string; readonly reason?: string }
  /** A person lets the desk move money of lines again that a person had set. */
  | { readonly type: "lines-freed"; readonly freed: readonly FreedLock[]; readonly by: string }
  /** A person lets freed money stay without a line; in the brief's currency. */
  | { readonly type: "money-left-idle"; readonly amount: Money; readonly by: string; readonly reason: string }
  /** What sellers reported of their buys under a stop order, where it has changed. */
  | { readonly type: "pause-observed"; readonly buys: readonly PauseStatus[] }
  /** What sellers hold under our account, compared with the ledger. */
  | { readonly type: "orphans-looked-for"; readonly look: OrphanScan }
  | { readonly type: "feedback-made"; readonly feedback: readonly Feedback[] }
  /** A line that delivers less than was ordered; once for each line, kind and last day. */
  | { readonly type: "under-delivery-found"; readonly underDelivery: UnderDelivery }
  /** What a seller granted for a shortfall, written down by a person. */
  | { readonly type: "make-good-granted"; readonly makeGood: MakeGood }
  /** What an agent states of a step, in a webhook that it signed. Nothing rests on it: how things stand is asked. */
  | { readonly type: "notice-received"; readonly stepId: string; readonly notice: Webhook }
  /** Nothing is bought and nothing is under way: once in a round. */
  | ({ readonly type: "campaign-stalled" } & Stall)
  | {
      /** The market is asked anew, by the exchange table and the policies of that day. */
      readonly type: "market-reopened";
      readonly exchange?: ExchangeTable;
      readonly policies: readonly PolicyRecord[];
    }
  | ({
      /** Before anything is bought somebody has the known offers planned under other preferences. */
      readonly type: "brief-changed";
    } & BriefChange)
  | {
      readonly type: "campaign-ended";
      readonly reason: string;
      /** The person who ended it; absent where it came to its end. */
      readonly by?: string;
    };

/** accepted: bought; declined: given back; lapsed: its time was over; lost: it came otherwise than it was to be held. */
export type HoldEnd = "accepted" | "declined" | "lapsed" | "lost";

/** Why nothing is bought although nothing is under way, and what would help. */
export interface Stall {
  readonly reason: string;
  readonly todo: string;
  /** False where a person rejected it: then it is not asked again by itself. */
  readonly asksAgain: boolean;
}

export interface BriefChange extends RequestedByModel {
  readonly brief: Brief;
  /** Ids of the offers that are out. */
  readonly without: readonly string[];
  /** What is otherwise, in words. */
  readonly change: string;
  /** Names of whoever asked for it; like those who began the campaign, they may not approve it. */
  readonly requestedBy: readonly string[];
  /** What each offer gets where a person set the amounts; split anew where absent. */
  readonly byHand?: ByHand;
}

/** A policy as the ledger keeps it. */
export type PolicyRecord = Pick<Policy, "file" | "digest" | "text">;

/** An event as the ledger holds it. `at` is UTC, ISO 8601. */
export interface Recorded<Event = CampaignEvent> {
  readonly campaignId: string;
  readonly sequence: number;
  readonly at: string;
  readonly event: Event;
}
