import { atStake, decisionOf, movedWith } from "../campaign/approvals/amount-at-stake.ts";
import { approvalWindow, decideUntil } from "../campaign/approvals/refuse-overdue.ts";
import { withdrawnBy } from "../campaign/change/withdraw.ts";
import { needs } from "../campaign/model/decisions/approvers.ts";
import { markOf, type StopOrder } from "../campaign/model/decisions/stop-order.ts";
import { budgetWords } from "../campaign/model/derived/moves.ts";
import { nameOf } from "../campaign/model/derived/sandbox-mark.ts";
import {
  awaitsPerson,
  type CampaignState,
  ratesIn,
  type StepState,
  usedApprovals,
  waitsForPerson,
} from "../campaign/model/state/state.ts";
import { awaitsLeave } from "../campaign/model/step/step-status.ts";
import { notStopped } from "../campaign/stop/not-stopped.ts";
import { isoTime } from "../lib/clock.ts";
import { formatMoney } from "../lib/money.ts";
import { vendorName } from "../report/today/line-figures.ts";
import { changeWords, linesOfStep } from "../report/today/rows.ts";
import type { Outcome, Question } from "./notification.ts";

/** The news of one campaign: made of its events alone, the same each time. */
export interface News {
  /** What waits for a person now. */
  readonly questions: readonly Question[];
  /** What became of each step that asks nobody now, by its id; undefined while that is not known. */
  readonly outcomes: ReadonlyMap<string, Outcome | undefined>;
  /** Buys under a stop order that their sellers have not confirmed as paused, one for each order and seller. */
  readonly notStopped: readonly UnstoppedBuy[];
}

interface UnstoppedBuy {
  /** The order's id. */
  readonly order: string;
  readonly campaignId: string;
  readonly campaignName: string;
  readonly seller: string;
}

export function newsOf(state: CampaignState, orders: readonly StopOrder[], approvalWindowMs: number): News {
  // Of a campaign that has ended only what was bought can still be asked about.
  const open = state.steps.filter(state.ended === undefined ? waitsForPerson : awaitsPerson);
  return {
    questions: open.map((current) => questionOf(current, state, approvalWindowMs)),
    outcomes: new Map(
      state.steps
        .filter((current) => !open.includes(current))
        .map((current) => [current.step.id, outcomeOf(current, state)]),
    ),
    notStopped: orders.flatMap((order) =>
      [...new Set(notStopped(order, state).map(({ sellerId }) => sellerId))].map((seller) => ({
        order: stopId(order),
        campaignId: state.id,
        campaignName: nameOf(state),
        seller,
      })),
    ),
  };
}

function questionOf(current: StepState, state: CampaignState, approvalWindowMs: number): Question {
  const { step, verdicts, intent, escalation, check } = current;
  const { amount: total, counted } = atStake(current, state);
  const until = decideUntil(current, approvalWindowMs);
  return {
    campaignId: state.id,
    campaignName: nameOf(state),
    stepId: step.id,
    digest: verdicts.at(-1)?.digest ?? intent?.digest ?? "",
    round: (escalation?.count ?? 0) + (awaitsPerson(current) ? 1 + (check?.since ?? 0) : 0),
    task: step.task,
    seller: step.agentId,
    ...aboutOf(current, state),
    // With the plan all of its orders are approved, though it costs nothing to report it.
    total: step.task === "sync_plans" ? (state.plan?.total ?? total) : total,
    ...(movedWith(current, state) !== undefined && {
      moves: decisionOf(step.change?.reallocation, state)?.moves.map((move) => ({
        lineId: move.lineId,
        what: budgetWords(move),
      })),
    }),
    needed:
      state.approvers === undefined ? 1 : needs(counted, state.approvers, ratesIn(state).exchange).people,
    approvedBy: approvedBy(current),
    ...(until === undefined ? {} : { until: isoTime(until) }),
  };
}

/** What a step is about in the names that people know, who asked for it and why this desk wants a yes. */
function aboutOf(
  current: StepState,
  state: CampaignState,
): Pick<Question, "vendor" | "lines" | "change" | "askedBy" | "reason" | "why"> {
  const { step, verdicts, escalation } = current;
  const { change } = step;
  const asked = verdicts.findLast(({ verdict }) => verdict.type === "escalated")?.verdict;
  // A seller's and the governance agent's sentences are no message of ours.
  const why =
    asked?.type === "escalated" && asked.by !== "governance" && escalation === undefined ? asked.reasons : [];
  const askedBy = change?.askedBy ?? state.requestedBy ?? [];
  return {
    vendor: vendorName(step.agentId, state),
    lines: linesOfStep(current, state),
    ...(change !== undefined && { change: changeWords(change.differences, formatMoney) }),
    ...(askedBy.length > 0 && { askedBy }),
    ...(change?.reason !== undefined && { reason: change.reason }),
    ...(why.length > 0 && { why }),
  };
}

/** Undefined while it is on its way from a person's word to the gate's, which may ask again. */
function outcomeOf(current: StepState, { ended, planApprovals }: CampaignState): Outcome | undefined {
  const { status, rejection, replacedBy, check, verdicts } = current;
  if (replacedBy !== undefined) return { type: "changed" };
  if (rejection !== undefined && (status === "refused" || check?.refusedBy !== undefined))
    return endOfRejected(rejection);
  if (awaitsLeave(current)) return ended === undefined ? undefined : { type: "over" };
  const escalated = verdicts.findLast(({ verdict }) => verdict.type === "escalated");
  const ofPlan = planApprovals.filter(({ at }) => escalated !== undefined && at >= escalated.at);
  const by = [...new Set([...approvedBy(current), ...ofPlan.map((approval) => approval.by)])];
  return by.length === 0 ? { type: "over" } : { type: "approved", by };
}

function endOfRejected({ by }: NonNullable<StepState["rejection"]>): Outcome {
  if (by === approvalWindow) return { type: "overdue" };
  return by === withdrawnBy ? { type: "changed" } : { type: "refused", by };
}

function approvedBy(current: StepState): readonly string[] {
  const { approvals = [], check } = current;
  const since = usedApprovals(current) ?? (check?.accepted === undefined ? 0 : check.since);
  return [...new Set(approvals.slice(since).map(({ by }) => by))];
}

/** An order's own id: the same scope may be stopped again. */
export function stopId({ scope, at }: StopOrder): string {
  return `${markOf(scope)}/${at}`;
}
