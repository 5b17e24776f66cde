import { cleanText } from "../../lib/clean-text.ts";
import { groupBy } from "../../lib/group-by.ts";
import { formatMinor, money, sum } from "../../lib/money.ts";
import {
  amountOfAll,
  decidedId,
  type FreedLine,
  type Plan,
  type PlanGoal,
  type PlanLine,
} from "../model/offers/plan.ts";
import { universeOf } from "../model/people/universe.ts";
import type { CampaignState, StepState } from "../model/state/state.ts";
import { isFinalising, isOrder } from "../model/step/kinds.ts";
import { asWanted } from "./allocate.ts";
import { dividedAs, inCells } from "./cells.ts";
import { inPlaces } from "./limits/places.ts";
import { makePlan, type PlanRequest } from "./make-plan.ts";
import { amountsIn, type Market } from "./market.ts";
import { sellerKey } from "./order.ts";
import { outlookOf } from "./outlook.ts";
import { planRequest } from "./plan-request.ts";
import { poseProblem } from "./problem.ts";
import { estimateReach } from "./reach/reach.ts";
import { decisionOf } from "./reasons/decision.ts";
import { whyLeft } from "./reasons/left-money.ts";

/** Splits of one plan's money: who refuses all is not asked about everything on the market. */
const mostSplits = 4;
const longestReason = 300;

/** What a split of freed money rests on. */
export interface SplitRequest extends PlanRequest {
  readonly before: Plan;
  readonly kept: readonly PlanLine[];
  readonly freed: readonly FreedLine[];
}

/**
 * Where lines of the plan came to nothing: their sellers get no more, what is ordered stays as it is, and the rest of the budget
 * is to be split. Undefined where nothing did, and after the last split.
 */
export function splitRequest(
  state: CampaignState,
  rules: Pick<Market, "policies" | "forbids" | "now">,
): SplitRequest | undefined {
  const { plan } = state;
  // What a person set is ordered or has come to nothing; the rest is split as ever.
  const request = planRequest({ ...state, byHand: undefined }, rules);
  if (plan === undefined || request === undefined) return undefined;
  const { freed: earlier = [], lines } = plan;
  const split = 1 + Math.max(0, ...earlier.map((one) => one.split));
  const fallen = lines.flatMap((line): FreedLine[] => {
    const reason = whyFallen(line, state);
    return reason === undefined ? [] : [{ line, reason: cleanText(reason, longestReason), split }];
  });
  if (fallen.length === 0 || split >= mostSplits) return undefined;
  const freed = [...earlier, ...fallen];
  const isFallen = new Set(fallen.map(({ line }) => line.lineId));
  return {
    ...request,
    before: plan,
    kept: lines.filter(({ lineId }) => !isFallen.has(lineId)),
    freed,
    gone: new Set(freed.map(({ line }) => sellerKey(line))),
  };
}

/**
 * The plan with the freed money on the next best offers, within the brief's limits. Undefined where none takes any of it: the
 * plan then stays as it is.
 */
export async function splitAnew({ before, freed, ...request }: SplitRequest): Promise<Plan | undefined> {
  const { kept } = request;
  const plan = await makePlan(request);
  const ordered = new Set(kept.map(({ lineId }) => lineId));
  const sellers = new Set(kept.map(({ sellerId }) => sellerId));
  const added = plan.lines
    .filter(({ lineId }) => !ordered.has(lineId))
    .map((line) => (sellers.has(line.sellerId) ? inLaterOrder(line, kept) : line));
  if (added.length === 0) return undefined;
  const signals = [...(before.signals ?? []), ...(plan.signals ?? [])].filter(({ sellerId }, i, all) => {
    const isFirst = all.findIndex((one) => one.sellerId === sellerId) === i;
    return isFirst && (sellers.has(sellerId) || added.some((line) => line.sellerId === sellerId));
  });
  return { ...plan, lines: [...kept, ...added], ...(signals.length > 0 && { signals }), freed };
}

/** A campaign's lines that are not refused, each with what is ordered of it, as a market in which nothing else is bought. */
function liveMarket(live: readonly PlanLine[], state: CampaignState) {
  const request = planRequest({ ...state, byHand: undefined }, {});
  const isLive = new Set(live.map(({ lineId }) => lineId));
  const fallen = state.plan?.lines.filter(({ lineId }) => !isLive.has(lineId)) ?? [];
  const freed = state.plan?.freed?.map(({ line }) => line) ?? [];
  const gone = new Set([...freed, ...fallen].map(sellerKey));
  return request && { ...asWanted(request), kept: live, gone };
}

/** How far lines get that stand towards what the plan was made for. */
export function outlookOfLive(live: readonly PlanLine[], state: CampaignState): PlanGoal | undefined {
  const { plan } = state;
  const market = liveMarket(live, state);
  if (plan?.goal === undefined || market === undefined) return undefined;
  const { brief } = market;
  const { offers } = inPlaces(dividedAs(live, market));
  const lines = [...groupBy(live, (line) => decidedId({ ...line, flight: undefined }))].flatMap(
    ([offerId, own]) => {
      const [first] = own;
      const [amounts, budgets] = [own.map(({ amount }) => amount), own.map(({ budget }) => budget)];
      return first === undefined
        ? []
        : {
            ...first,
            offerId,
            amount: sum(amounts, first.amount.currency),
            budget: sum(budgets, first.budget.currency),
            ...(first.expectedImpressions !== undefined && {
              expectedImpressions: own.reduce((all, one) => all + (one.expectedImpressions ?? 0), 0),
            }),
          };
    },
  );
  const reach = estimateReach({ lines }, offers, { universe: universeOf(brief), overlap: brief.overlap });
  const total = amountOfAll(lines, brief.budget.currency);
  return outlookOf({ lines, total, ...(reach && { reach }) }, plan.goal, { brief, offers });
}

/** Why what lines do not take that stand is in no other line: the least that cannot hold without those that fell, or that of any split. */
export function whyFree(live: readonly PlanLine[], state: CampaignState): string | undefined {
  const market = liveMarket(live, state);
  if (market === undefined) return undefined;
  const posed = poseProblem(inCells(dividedAs(live, market)));
  const { problem, leftOut } = posed;
  const allocation = amountsIn(live, posed.market);
  const { budget } = market.brief;
  const spent = [...allocation.values()].reduce((all, amount) => all + amount, 0);
  const unallocated = money(Math.max(0, budget.minor - spent), budget.currency);
  const decision = decisionOf({ problem, allocation, budget, unallocated, leftOut, brings: () => "" });
  const short = problem.groups.findIndex(
    ({ least, isBurst }, group) => !isBurst && (decision.spent[group] ?? 0) < least,
  );
  const { name, least, basis } = problem.groups[short] ?? {};
  if (name === undefined || least === undefined) return whyLeft(decision);
  return `the least of ${name}, ${formatMinor(least, budget.currency)} (${basis}), cannot hold`;
}

/** An order of its own: the one before it is placed, and its signal is settled with that one. */
function inLaterOrder({ signal, ...line }: PlanLine, kept: readonly PlanLine[]): PlanLine {
  const orders = kept.flatMap(({ sellerId, order = 1 }) => (sellerId === line.sellerId ? [order] : []));
  return { ...line, budget: signal?.budgetWithout ?? line.budget, order: 1 + Math.max(...orders) };
}

/** A person's no frees nothing: what becomes of the money is that person's matter. */
function whyFallen({ lineId, sellerId }: PlanLine, state: CampaignState): string | undefined {
  const steps = state.steps.filter(
    ({ step, status }) => status !== "replaced" && state.round?.abandoned.includes(step.id) !== true,
  );
  const order = steps.findLast(({ step }) => isOrder(step) && step.lineIds.includes(lineId));
  const opening = steps.find(
    ({ step, ...current }) =>
      (step.task === "sync_accounts" || step.task === "sync_governance") &&
      step.agentId === sellerId &&
      isRefused(current),
  );
  const hold = steps.findLast(({ step }) => isFinalising(step) && step.lineIds.includes(lineId));
  if (order === undefined && hold?.holdEnded !== undefined && hold.rejection === undefined)
    return hold.holdEnded.reason;
  const refused = order ?? hold ?? opening;
  return refused !== undefined && isRefused(refused) ? (refused.reason ?? "no reason given") : undefined;
}

function isRefused({ status, rejection }: Pick<StepState, "status" | "rejection">): boolean {
  return (status === "failed" || status === "refused") && rejection === undefined;
}
