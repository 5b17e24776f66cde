import { countDays, daysApart, eachDay, earlierDay, laterDay } from "../../lib/days.ts";
import { groupBy } from "../../lib/group-by.ts";
import { type Money, money } from "../../lib/money.ts";
import { type Budget, budgetNow, type LiveBuy, type LivePackage, liveBuys } from "../account/live-buys.ts";
import { locksIn } from "../model/derived/locks.ts";
import { type DeliveryRow, daysOfRow } from "../model/measured/delivery.ts";
import { runOf, type Span, shareOf } from "../model/offers/flights.ts";
import type { Offer } from "../model/offers/offer.ts";
import type { PlanLine } from "../model/offers/plan.ts";
import type { CampaignState } from "../model/state/state.ts";
import { isSameBuy } from "../model/step/buy-identity.ts";
import type { Step } from "../model/step/step.ts";
import type { AllocationProblem } from "../plan/allocator.ts";
import { stretchesOf } from "../plan/response.ts";
import type { LiveLine, Observation } from "./live-line.ts";
import type { Curve } from "./response-curve.ts";

/** How far a figure is trusted that its seller may still restate. */
const provisional = 0.5;
/** Corners of a curve that no seller has forecast, and part of the first unit's worth that the last one has lost. */
const corners = 12;
const fade = 0.3;

/** How many outcomes a row of delivery stands for; undefined where nobody counted. */
export type CountOutcomes = (row: DeliveryRow) => number | undefined;

/** What a line may have and has, beside the figures that its money is decided by. */
export interface LineNow {
  readonly line: LiveLine;
  /** What bought it. */
  readonly order: Step;
  readonly mediaBuyId: string;
  readonly packageId: string;
  readonly offerId: string;
  /** The package's budget in the seller's books, in minor units of its currency. */
  readonly sellerBudget: number;
  /** Minor units of the brief's currency for one of the seller's, as the order was bought. */
  readonly rate: number;
}

export interface Observing {
  readonly problem: AllocationProblem;
  /** The last day that is measured, in UTC. */
  readonly day: string;
  readonly periodDays: number;
  readonly outcomesOf: CountOutcomes;
}

/** Every line that is bought, with what was seen of it period by period up to a day. Pure. */
export function liveLines(state: CampaignState, observing: Observing): LineNow[] {
  const { plan, brief, offers = [] } = state;
  if (plan === undefined || brief === undefined) return [];
  const locked = new Set(locksIn(state).map(({ lineId }) => lineId));
  const isLeftAlone = (buy: LiveBuy, one: LivePackage, run: Span) =>
    buy.suspended ||
    one.suspended ||
    locked.has(one.lineId) ||
    observing.day < run.start ||
    observing.day > run.end;
  return liveBuys(state).flatMap((buy) => {
    const order = state.steps.find(({ step }) => step.id === buy.stepId)?.step;
    const { rows: known = [], reportedTo = "" } = state.delivery.find((one) => isSameBuy(one, buy)) ?? {};
    if (order === undefined || order.amount.minor === 0) return [];
    const rate = order.planAmount.minor / order.amount.minor;
    return buy.packages.flatMap((one): LineNow[] => {
      const line = plan.lines.find(({ lineId }) => lineId === one.lineId);
      const offer = offers.find(({ id }) => id === line?.offerId);
      if (line === undefined || offer === undefined) return [];
      const candidate = observing.problem.candidates.find(({ offerId }) => offerId === line.offerId);
      const run = runOf(line, brief);
      const days = countDays(run.start, run.end);
      // Of what its offer may have, that of its burst.
      const part = shareOf(line, brief);
      const rows = known.filter(
        ({ packageId, date }) => packageId === one.packageId && date <= observing.day,
      );
      // What is reported as a whole says how much is spent, and nothing of what more or less of it would bring.
      const [wholes, daily] = [
        rows.filter(({ from }) => from !== undefined),
        rows.filter(({ from }) => from === undefined),
      ];
      const spentWhole = wholes.reduce((sum, { spendMinor = 0 }) => sum + spendMinor * rate, 0);
      const seen = observed(daily, { ...observing, flightStart: run.start, days, rate, ...one });
      const sellerBudget = budgetNow(one);
      const measured = new Set(rows.filter((row) => row.spendMinor !== undefined).flatMap(daysOfRow));
      const isOpen = eachDay(laterDay(run.start, buy.start), earlierDay(observing.day, reportedTo)).some(
        (day) => day <= run.end && !measured.has(day),
      );
      const budget = Math.floor(sellerBudget * rate);
      // What is sold or reported whole, is set or paused by a person, has a burst that does not run, or a day that is not reported,
      // keeps what it has.
      const isFixed =
        candidate === undefined ||
        offer.whole === true ||
        wholes.length > 0 ||
        isOpen ||
        isLeftAlone(buy, one, run);
      return [
        {
          order,
          mediaBuyId: buy.mediaBuyId,
          packageId: one.packageId,
          offerId: offer.id,
          sellerBudget,
          rate,
          line: {
            lineId: line.lineId,
            sellerId: line.sellerId,
            budget,
            spent: Math.ceil(seen.reduce((sum, { spend }) => sum + spend, spentWhole)),
            planned: line.amount.minor,
            ...(isFixed
              ? { least: budget, most: budget }
              : { least: Math.ceil(candidate.least * part), most: Math.floor(candidate.most * part) }),
            curve: curveOf(line, offer, {
              days: days / part,
              most: candidate?.most ?? line.amount.minor / part,
            }),
            seen,
          },
        },
      ];
    });
  });
}

/** A line's budget in its seller's books, with what bought it. */
export interface LineBudget {
  readonly lineId: string;
  readonly order: Step;
  readonly mediaBuyId: string;
  readonly packageId: string;
  readonly budget: Money;
  /** The buy holds no other package. */
  readonly isAlone: boolean;
}

export function lineBudgets(state: CampaignState): LineBudget[] {
  return liveBuys(state).flatMap(({ stepId, mediaBuyId, currency, packages }) => {
    const order = state.steps.find(({ step }) => step.id === stepId)?.step;
    if (order === undefined) return [];
    return packages.map((one) => ({
      lineId: one.lineId,
      order,
      mediaBuyId,
      packageId: one.packageId,
      budget: money(budgetNow(one), currency),
      isAlone: packages.length === 1,
    }));
  });
}

interface Window extends Observing {
  readonly flightStart: string;
  readonly days: number;
  readonly rate: number;
  readonly budgets: readonly Budget[];
}

function observed(rows: readonly DeliveryRow[], window: Window): Observation[] {
  const { flightStart, periodDays, rate, budgets, days: flightDays } = window;
  const byPeriod = groupBy(rows, ({ date }) => Math.floor(daysApart(flightStart, date) / periodDays));
  let spentBefore = 0;
  return [...byPeriod]
    .sort(([a], [b]) => a - b)
    .flatMap(([period, own]) => {
      const reported = own.filter(({ spendMinor }) => spendMinor !== undefined);
      const [first] = reported;
      if (period < 0 || first === undefined) return [];
      const spend = rate * reported.reduce((sum, { spendMinor = 0 }) => sum + spendMinor, 0);
      const budget = rate * (budgets.findLast(({ from }) => from <= first.date)?.minor ?? 0);
      const daysLeft = Math.max(1, flightDays - daysApart(flightStart, first.date));
      const pace = (Math.max(0, budget - spentBefore) / daysLeft) * reported.length;
      spentBefore += spend;
      const counts = reported.map(window.outcomesOf);
      const counted = counts.every((count) => count !== undefined);
      const trusted =
        reported.reduce((sum, { final }) => sum + (final ? 1 : provisional), 0) / reported.length;
      return [
        {
          period,
          days: reported.length,
          spend,
          pace,
          weight: trusted,
          ...(counted
            ? outcomeOf(
                reported,
                counts.map((count) => count ?? 0),
              )
            : {}),
        },
      ];
    });
}

function outcomeOf(rows: readonly DeliveryRow[], counts: readonly number[]) {
  const outcome = counts.reduce((sum, count) => sum + count, 0);
  const spend = rows.reduce((sum, { spendMinor = 0 }) => sum + spendMinor, 0);
  const squares = rows.reduce((sum, { spendMinor = 0 }, i) => {
    const expected = (outcome * spendMinor) / spend;
    return expected > 0 ? sum + ((counts[i] ?? 0) - expected) ** 2 / expected : sum;
  }, 0);
  return outcome > 0 && spend > 0 ? { outcome, scatter: { squares, freedom: rows.length - 1 } } : { outcome };
}

/** The seller's forecast for the whole flight taken as one for each of its days; without one money fades as the plan has it. */
function curveOf(
  line: PlanLine,
  { response, cpm }: Offer,
  { days, most }: { readonly days: number; readonly most: number },
): Curve {
  const stretches = stretchesOf(response);
  if (stretches === undefined) {
    const perMinor =
      cpm !== undefined && cpm.mid > 0 ? 1000 / cpm.mid : (line.expectedImpressions ?? 0) / line.amount.minor;
    return Array.from({ length: corners }, (_, i) => {
      const amount = (most * (i + 1)) / corners;
      return {
        spend: amount / days,
        outcome: (perMinor * (amount - (fade * amount ** 2) / (2 * most))) / days,
      };
    });
  }
  const first = Math.max(
    ...(response ?? []).map(({ amount, impressions }) => (amount > 0 ? impressions / amount : 0)),
  );
  let [begin, outcome] = [0, 0];
  return stretches.map(({ end, rate }) => {
    outcome += first * rate * (end - begin);
    begin = end;
    return { spend: end / days, outcome: outcome / days };
  });
}
