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

function apply<Type extends EventType>(state: CampaignState, event: EventOf<Type>, at: string) {
  if (!Object.hasOwn(reducers, event.type)) return unknown(state, event);
  return reducers[event.type](state, event, at);
}

type EventType = CampaignEvent["type"];
type EventOf<Type extends EventType> = {
  readonly [One in Type]: Extract<CampaignEvent, { readonly type: One }> & { readonly type: One };
}[Type];

/** What each kind of event makes of a campaign. */
const reducers: {
  readonly [Type in EventType]: (state: CampaignState, event: EventOf<Type>, at: string) => CampaignState;
} = {
  "campaign-begun": (state, event, at) => ({ ...state, ...contentOf(event), begunAt: at }),
  "approvers-named": (state, { approvers }) => ({ ...state, approvers }),
  "admin-task-begun": (state, event, at) => {
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
  },
  "feasibility-judged": (state, { findings }) => ({ ...state, feasibility: findings }),
  "sellers-discovered": (state, { sellers, creativeAgents, signalsAgents = [], unasked = [], groups }) => ({
    ...state,
    sellers,
    creativeAgents,
    signalsAgents,
    unasked,
    ...(groups === undefined ? {} : { groups }),
  }),
  "offers-quoted": (state, { quotes, offers }) => ({ ...state, quotes, offers }),
  // What is held on other terms takes the place of what was planned.
  "proposals-read": ({ offers = [], quotes, ...state }, { offers: proposed, refused }) => ({
    ...state,
    offers: [...new Map([...offers, ...proposed].map((offer) => [offer.id, offer])).values()],
    quotes: quotes?.map((quote) => {
      const { reasons } = refused.find(({ sellerId }) => sellerId === quote.sellerId) ?? {};
      return reasons === undefined ? quote : { ...quote, refusedProposals: reasons };
    }),
    proposalsRead: true,
  }),
  "hold-ended": (state, { stepId, as, reason }) =>
    change(state, stepId, (step) => ({ ...step, holdEnded: { as, reason } })),
  "signals-quoted": (state, { quotes, signals }) => ({ ...state, signalQuotes: quotes, signals }),
  "track-record-noted": (state, { records }) => ({ ...state, trackRecords: records }),
  "offers-ranked": (state, { ranking }) => ({ ...state, ranking }),
  "products-read": (state, { readings }) => ({ ...state, readings: withReadings(state.readings, readings) }),
  "plan-made": (state, { plan }) => ({ ...state, plan }),
  "preflight-checked": (state, { preflight }) => checked(state, preflight),
  "books-compared": (state, { ahead }) => ({ ...state, ahead }),
  "step-proposed": (state, { step }) => propose(state, step),
  "amount-reserved": (state, { stepId, claims }) => change(state, stepId, (step) => ({ ...step, claims })),
  "rates-taken": (state, { rates }) => ({ ...state, rates }),
  "verdict-given": (state, { stepId, digest, verdict }, at) =>
    change(state, stepId, (step) => ({
      ...step,
      // What is sent, or has ended, stays as it is: another process may have asked governance at the same time.
      ...(isUndecided(step) ? afterVerdict(verdict) : {}),
      verdicts: [...step.verdicts, { at, digest, verdict }],
    })),
  "step-replaced": (state, { stepId, by, changes, next }) => {
    const goesOn = { status: "replaced", replacedBy: by, reason: changes.join("; ") } as const;
    const replaced = change(state, stepId, (step) => ({ ...step, ...goesOn }));
    return next === undefined ? replaced : propose(replaced, next);
  },
  "step-approved": (state, { stepId, by, digest, approval }, at) =>
    change(state, stepId, (step) => ({
      ...step,
      // Nothing that is decided opens again: of an approval and a refusal at the same time the first stands. What was sent
      // before goes on from there: its intent stands.
      ...(step.status === "escalated" ? { status: step.intent === undefined ? "proposed" : "begun" } : {}),
      approval: { by, at, digest },
      approvals: [...(step.approvals ?? []), { by, at, approval }],
    })),
  "plan-approved": (state, { by, approval, terms, opens }, at) => ({
    ...state,
    planApprovals: [...state.planApprovals, { by, at, approval, terms }],
    steps: state.steps.map((step) =>
      opens.includes(step.step.id) && step.status === "escalated" && step.intent === undefined
        ? { ...step, status: "proposed" as const }
        : step,
    ),
  }),
  "step-rejected": (state, event, at) => {
    const { stepId, by, reason } = event;
    return change(answered(state, event), stepId, (step) => ({
      ...step,
      ...(mayBeRefused(step) ? { status: "refused", reason: `rejected by ${by}: ${reason}` } : {}),
      ...(awaitsPerson(step) && step.check !== undefined && { check: { ...step.check, refusedBy: by } }),
      rejection: { by, at, reason },
    }));
  },
  "step-begun": (state, event, at) => {
    const { sending, ...intent } = contentOf(event);
    return change(answered(state, event), event.stepId, (step) => ({
      ...sent(step, sending, at),
      status: "begun",
      intent,
      times: { ...step.times, begunAt: at },
    }));
  },
  "sending-begun": (state, { stepId, sending }, at) =>
    unlessEnded(state, stepId, (step) => sent(step, sending, at)),
  "step-answered": (state, { stepId, receipt, reopens }, at) => {
    const before = reopens === true ? cameBack(state, stepId) : state;
    const isNews = before.steps.some(({ step, status }) => step.id === stepId && !ends.has(status));
    const answeredState = unlessEnded(before, stepId, (step) => ({
      ...withoutSending(step, step.sendings),
      status: receipt.status,
      receipt,
      times: {
        ...step.times,
        ...(receipt.status === "pending" && { pendingAt: step.times.pendingAt ?? at }),
        answeredAt: at,
      },
    }));
    if (!isNews) return answeredState;
    const { check } = receipt;
    const booked = check === undefined ? answeredState : readBack(answeredState, stepId, check, at);
    return countedToPlace(booked, at);
  },
  "step-failed": (state, { stepId, code, reason, effect, sending, retryAt, resendAt }, at) =>
    unlessEnded(state, stepId, (step) => ({
      // Of what has come to nothing none is under way.
      ...withoutSending(step, effect === "none" ? step.sendings : sending),
      // What its agent has taken on stays with it, whatever becomes of another call about it.
      status: effect === "none" ? "failed" : step.status === "pending" ? "pending" : "begun",
      reason: `${code}: ${reason}`,
      ...(effect === "unknown" ? { tries: (step.tries ?? 0) + 1 } : {}),
      ...(retryAt === undefined ? {} : { retryAt }),
      ...(resendAt === undefined ? {} : { resendAt }),
      times: { ...step.times, answeredAt: at },
    })),
  "step-escalated": (state, event, at) =>
    unlessEnded(rebound(state, event), event.stepId, (step) => {
      const { code, retry, reason, sending } = event;
      // An approval given before was to the first sending: the next one needs its own.
      const { approval: _, ...undecided } = withoutSending(step, sending);
      const count = (step.escalation?.count ?? 0) + 1;
      return {
        ...undecided,
        status: "escalated",
        reason,
        escalation: { code, retry, count, since: approvalsBefore(step, event) },
        times: { ...step.times, answeredAt: at },
      };
    }),
  "change-checked": (state, event, at) => {
    const { stepId, ...check } = contentOf(event);
    return countedToPlace(readBack(state, stepId, check, at), at);
  },
  "more-booked": (state, event, at) =>
    change(rebound(state, event), event.stepId, (step) => ({
      ...step,
      moreBooked: { at, filled: event.filled ?? step.moreBooked?.filled },
    })),
  "signal-settled": (state, { activation }) => ({
    ...state,
    activations: [...state.activations, activation],
  }),
  "creative-previewed": (state, { preview }) => ({ ...state, previews: [...state.previews, preview] }),
  "delivery-reported": (state, { reports }, at) => ({
    ...state,
    delivery: reports.reduce((known, report) => keepDelivery(known, report, at), state.delivery),
  }),
  "invoice-entered": (state, { invoices }) => ({
    ...state,
    invoices: keepInvoices(state.invoices, invoices),
  }),
  "alert-raised": (state, { alert }, at) => ({ ...state, alerts: [...state.alerts, { ...alert, at }] }),
  "results-taken": (state, { results, completeTo }, at) => ({
    ...state,
    results: keepResults(state.results, results, completeTo, at),
  }),
  "reallocation-decided": (state, { reallocation }, at) => ({
    ...state,
    reallocations: [...state.reallocations, { ...reallocation, at }],
  }),
  "line-set": (state, { lineId, by, reason }, at) => ({
    ...state,
    setLines: [...state.setLines, { lineId, of: `set/${at}`, by, at, reason }],
  }),
  "lines-freed": (state, { freed }) => ({ ...state, freedLocks: [...state.freedLocks, ...freed] }),
  "money-left-idle": (state, { amount }, at) => leftIdle(state, amount, at),
  "pause-observed": (state, { buys }, at) => ({ ...state, pauseObserved: { at, buys } }),
  "orphans-looked-for": (state, { look }, at) => ({ ...state, orphanLook: { ...look, at } }),
  "feedback-made": (state, { feedback }) => ({
    ...state,
    feedback: [...(state.feedback ?? []), ...feedback],
  }),
  "under-delivery-found": (state, { underDelivery }, at) => ({
    ...state,
    underDeliveries: [...state.underDeliveries, { ...underDelivery, at }],
  }),
  "make-good-granted": (state, { makeGood }, at) => ({
    ...state,
    makeGoods: [...state.makeGoods, { ...makeGood, at }],
  }),
  "notice-received": (state, { stepId, notice }, at) =>
    change(state, stepId, (step) => ({
      ...step,
      notice: laterNotice(step.notice, notice),
      reported: {
        at,
        count: step.reported?.at.slice(0, 10) === at.slice(0, 10) ? step.reported.count + 1 : 1,
      },
    })),
  "campaign-stalled": (state, event, at) => ({ ...state, stalled: { ...contentOf(event), at } }),
  "policies-changed": (state, { policies, reallocation: deskReallocation }) => ({
    ...state,
    policies,
    deskReallocation,
  }),
  "market-reopened": reopened,
  "brief-changed": replanned,
  "campaign-ended": (state, { reason }) => {
    const { stalled: _, ...before } = state;
    return { ...before, ended: reason };
  },
};

/** What an event says, without what it is. */
function contentOf<Event extends CampaignEvent>(event: Event): Omit<Event, "type"> {
  const { type: _, ...content } = event;
  return content;
}

/** An entry of a later flightdesk on the same ledger: whoever passed it over would decide on what is not so. */
export class LaterEntry extends Error {}

function unknown({ id }: CampaignState, { type }: { readonly type: string }): never {
  throw new LaterEntry(
    `${id} holds an entry that this flightdesk does not know (${type}): it is of a later one. Work on this ledger with that one alone`,
  );
}

/** Webhooks come in any order: a task that was reported as ended has, and else the latest one counts. */
function laterNotice(before: StepState["notice"], notice: Webhook): Webhook {
  if (before === undefined) return notice;
  const [ended, ends] = [before, notice].map(({ status }) => isTerminal(taskStates, status));
  if (ended !== ends) return ended ? before : notice;
  return Date.parse(notice.timestamp) > Date.parse(before.timestamp) ? notice : before;
}

/** The last reading of a product stands. */
function withReadings(before: CampaignState["readings"] = [], readings: readonly ProductReading[]) {
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
