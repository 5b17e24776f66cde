import { inARow } from "../../../lib/english.ts";
import { isTerminal, taskStates } from "../../../protocol/records/states.ts";
import type { Webhook } from "../../../protocol/webhooks/envelope.ts";
import type { Verdict } from "../decisions/verdict.ts";
import { keepInvoices } from "../measured/invoice.ts";
import { keepDelivery } from "../measured/keep-delivery.ts";
import { keepResults } from "../measured/keep-results.ts";
import type { ProductReading } from "../offers/offer.ts";
import type { Sending } from "../step/sending.ts";
import type { Step } from "../step/step.ts";
import { answered, checked } from "./clearance.ts";
import type { CampaignEvent, Recorded } from "./events.ts";
import { reopened, replanned } from "./market-round.ts";
import { countedToPlace, leftIdle } from "./not-placed.ts";
import { awaitsPerson, type CampaignState, isUndecided, mayBeRefused, type StepState } from "./state.ts";
import { cameBack, change, ends, readBack, rebound, unlessEnded } from "./step-ends.ts";

/** The state after all of `events`, which must follow `state` in order. */
export function reduce(state: CampaignState, events: readonly Recorded[]): CampaignState {
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
    case "admin-task-begun": {
      const { purpose, currency, governancePlanId, policies, requestedBy = [] } = event;
      const { ended: _, ...before } = state;
      return {
        ...before,
        adminTask: { purpose, currency },
        governancePlanId,
        policies,
        requestedBy,
        begunAt: state.begunAt ?? at,
      };
    }
    case "feasibility-judged":
      return { ...state, feasibility: event.findings };
    case "sellers-discovered":
      return {
        ...state,
        sellers: event.sellers,
        creativeAgents: event.creativeAgents,
        signalsAgents: event.signalsAgents ?? [],
        unasked: event.unasked ?? [],
        ...(event.groups === undefined ? {} : { groups: event.groups }),
      };
    case "offers-quoted":
      return { ...state, quotes: event.quotes, offers: event.offers };
    case "signals-quoted":
      return { ...state, signalQuotes: event.quotes, signals: event.signals };
    case "track-record-noted":
      return { ...state, trackRecords: event.records };
    case "offers-ranked":
      return { ...state, ranking: event.ranking };
    case "products-read":
      return { ...state, readings: withReadings(state.readings, event.readings) };
    case "plan-made":
      return { ...state, plan: event.plan };
    case "preflight-checked":
      return checked(state, event.preflight);
    case "books-compared":
      return { ...state, ahead: event.ahead };
    case "step-proposed":
      return propose(state, event.step);
    case "amount-reserved":
      return change(state, event.stepId, (step) => ({ ...step, claims: event.claims }));
    case "rates-taken":
      return { ...state, rates: event.rates };
    case "verdict-given":
      return change(state, event.stepId, (step) => ({
        ...step,
        // What is sent, or has ended, stays as it is: another process may have asked governance at the same time.
        ...(isUndecided(step) ? afterVerdict(event.verdict) : {}),
        verdicts: [...step.verdicts, { at, digest: event.digest, verdict: event.verdict }],
      }));
    case "step-replaced": {
      const replaced = change(state, event.stepId, (step) => ({
        ...step,
        status: "replaced",
        replacedBy: event.by,
        reason: event.changes.join("; "),
      }));
      return event.next === undefined ? replaced : propose(replaced, event.next);
    }
    case "step-approved":
      return change(state, event.stepId, (step) => ({
        ...step,
        // Nothing that is decided opens again: of an approval and a refusal at the same time the first stands. What was sent
        // before goes on from there: its intent stands.
        ...(step.status === "escalated" ? { status: step.intent === undefined ? "proposed" : "begun" } : {}),
        approval: { by: event.by, at, digest: event.digest },
        approvals: [...(step.approvals ?? []), { by: event.by, at, approval: event.approval }],
      }));
    case "plan-approved": {
      const { by, approval, terms, opens } = event;
      return {
        ...state,
        planApprovals: [...state.planApprovals, { by, at, approval, terms }],
        steps: state.steps.map((step) =>
          opens.includes(step.step.id) && step.status === "escalated" && step.intent === undefined
            ? { ...step, status: "proposed" as const }
            : step,
        ),
      };
    }
    case "step-rejected":
      return change(answered(state, event), event.stepId, (step) => ({
        ...step,
        ...(mayBeRefused(step)
          ? { status: "refused", reason: `rejected by ${event.by}: ${event.reason}` }
          : {}),
        ...(awaitsPerson(step) &&
          step.check !== undefined && { check: { ...step.check, refusedBy: event.by } }),
        rejection: { by: event.by, at, reason: event.reason },
      }));
    case "step-begun": {
      const { type: _, sending, ...intent } = event;
      return change(answered(state, event), event.stepId, (step) => ({
        ...sent(step, sending, at),
        status: "begun",
        intent,
        times: { ...step.times, begunAt: at },
      }));
    }
    case "sending-begun":
      return unlessEnded(state, event.stepId, (step) => sent(step, event.sending, at));
    case "step-answered": {
      const { check } = event.receipt;
      const before = event.reopens === true ? cameBack(state, event.stepId) : state;
      const isNews = before.steps.some(({ step, status }) => step.id === event.stepId && !ends.has(status));
      const answeredState = unlessEnded(before, event.stepId, (step) => ({
        ...withoutSending(step, step.sendings),
        status: event.receipt.status,
        receipt: event.receipt,
        times: {
          ...step.times,
          ...(event.receipt.status === "pending" && { pendingAt: step.times.pendingAt ?? at }),
          answeredAt: at,
        },
      }));
      const bookedState =
        isNews && check !== undefined ? readBack(answeredState, event.stepId, check, at) : answeredState;
      return isNews ? countedToPlace(bookedState, at) : bookedState;
    }
    case "step-failed":
      return unlessEnded(state, event.stepId, (step) => ({
        ...withoutSending(step, event.sending),
        // What its agent has taken on stays with it, whatever becomes of another call about it.
        status: event.effect === "none" ? "failed" : step.status === "pending" ? "pending" : "begun",
        reason: `${event.code}: ${event.reason}`,
        ...(event.effect === "unknown" ? { tries: (step.tries ?? 0) + 1 } : {}),
        ...(event.retryAt === undefined ? {} : { retryAt: event.retryAt }),
        ...(event.resendAt === undefined ? {} : { resendAt: event.resendAt }),
        times: { ...step.times, answeredAt: at },
      }));
    case "step-escalated":
      return unlessEnded(rebound(state, event), event.stepId, (step) => {
        // An approval given before was to the first sending: the next one needs its own.
        const { approval: _, ...undecided } = withoutSending(step, event.sending);
        const count = (step.escalation?.count ?? 0) + 1;
        return {
          ...undecided,
          status: "escalated",
          reason: event.reason,
          escalation: { code: event.code, retry: event.retry, count, since: approvalsBefore(step, event) },
          times: { ...step.times, answeredAt: at },
        };
      });
    case "change-checked": {
      const { type: _, stepId, ...check } = event;
      return countedToPlace(readBack(state, stepId, check, at), at);
    }
    case "signal-settled":
      return { ...state, activations: [...state.activations, event.activation] };
    case "creative-previewed":
      return { ...state, previews: [...state.previews, event.preview] };
    case "delivery-reported":
      return {
        ...state,
        delivery: event.reports.reduce((known, report) => keepDelivery(known, report, at), state.delivery),
      };
    case "invoice-entered":
      return { ...state, invoices: keepInvoices(state.invoices, event.invoices) };
    case "alert-raised":
      return { ...state, alerts: [...state.alerts, { ...event.alert, at }] };
    case "results-taken":
      return { ...state, results: keepResults(state.results, event.results, event.completeTo, at) };
    case "reallocation-decided":
      return { ...state, reallocations: [...state.reallocations, { ...event.reallocation, at }] };
    case "lines-freed":
      return { ...state, freedLocks: [...state.freedLocks, ...event.freed] };
    case "money-left-idle":
      return leftIdle(state, event.amount, at);
    case "pause-observed":
      return { ...state, pauseObserved: { at, buys: event.buys } };
    case "orphans-looked-for":
      return { ...state, orphanLook: { ...event.look, at } };
    case "feedback-made":
      return { ...state, feedback: [...(state.feedback ?? []), ...event.feedback] };
    case "under-delivery-found":
      return { ...state, underDeliveries: [...state.underDeliveries, { ...event.underDelivery, at }] };
    case "make-good-granted":
      return { ...state, makeGoods: [...state.makeGoods, { ...event.makeGood, at }] };
    case "notice-received":
      return change(state, event.stepId, (step) => ({
        ...step,
        notice: laterNotice(step.notice, event.notice),
        reported: oneMore(step.reported, at),
      }));
    case "campaign-stalled": {
      const { type: _, ...stall } = event;
      return { ...state, stalled: { ...stall, at } };
    }
    case "policies-changed":
      return { ...state, policies: event.policies };
    case "market-reopened":
      return reopened(state, event, at);
    case "brief-changed":
      return replanned(state, event, at);
    case "campaign-ended": {
      const { stalled: _, ...before } = state;
      return { ...before, ended: event.reason };
    }
    default:
      return unknown(state, event);
  }
}

/** Of a later flightdesk on the same ledger: whoever passed it over would decide on what is not so. */
function unknown({ id }: CampaignState, { type }: { readonly type: string }): never {
  throw new Error(
    `${id} holds an entry that this flightdesk does not know (${type}): it is of a later one. Work on this ledger with that one alone`,
  );
}

function oneMore(before: StepState["reported"], at: string): NonNullable<StepState["reported"]> {
  return { at, count: before?.at.slice(0, 10) === at.slice(0, 10) ? before.count + 1 : 1 };
}

/** Webhooks come in any order: a task that was reported as ended has, and else the latest one counts. */
function laterNotice(before: StepState["notice"], notice: Webhook): Webhook {
  if (before === undefined) return notice;
  const [ended, ends] = [before, notice].map(({ status }) => isTerminal(taskStates, status));
  if (ended !== ends) return ended ? before : notice;
  return Date.parse(notice.timestamp) > Date.parse(before.timestamp) ? notice : before;
}

/** The last reading of a product stands. */
function withReadings(
  before: CampaignState["readings"] = [],
  readings: readonly ProductReading[],
): readonly ProductReading[] {
  const isRead = ({ sellerId, productId }: ProductReading) =>
    readings.some((reading) => reading.sellerId === sellerId && reading.productId === productId);
  return [...before.filter((reading) => !isRead(reading)), ...readings];
}

/** What several people must agree to is asked of each of them: the same question does not use up the first answers. */
function approvalsBefore(
  { approvals = [], escalation }: StepState,
  undecided: Extract<CampaignEvent, { type: "step-escalated" }>,
): number {
  const isSame = escalation?.code === undecided.code && escalation.retry === undecided.retry;
  return isSame && undecided.retry === "new-key" ? escalation.since : approvals.length;
}

/** A step that goes out, the first time or once more. */
function sent(before: StepState, sending: Sending | undefined, at: string): StepState {
  const { sending: _, resendAt: __, sendings = 0, ...step } = before;
  return {
    ...step,
    sendings: sendings + 1,
    ...(sending === undefined ? {} : { sending: { ...sending, since: at } }),
  };
}

/** A step whose sending of this number has ended. A later one, of whoever took its place, is still under way. */
function withoutSending(step: StepState, number: number | undefined): StepState {
  if (number === undefined || number !== step.sendings) return step;
  const { sending: _, ...rest } = step;
  return rest;
}

function afterVerdict(verdict: Verdict): Pick<StepState, "status"> & { reason?: string } {
  switch (verdict.type) {
    case "approved":
    case "conditions":
      return { status: "proposed" };
    case "denied":
      return { status: "refused", reason: inARow(verdict.reasons) };
    case "escalated":
      return { status: "escalated", reason: inARow(verdict.reasons) };
    case "held":
      return { status: "held", reason: inARow(verdict.reasons) };
  }
}

function propose(state: CampaignState, step: Step): CampaignState {
  return { ...state, steps: [...state.steps, { step, status: "proposed", verdicts: [], times: {} }] };
}
