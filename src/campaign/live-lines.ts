import { groupBy } from "../lib/group-by.ts";
import { currencyDigits } from "../lib/money.ts";
import { type BoughtPackage, boughtPackages } from "./bought.ts";
import type { Curve } from "./learn/reallocate/curve.ts";
import type { LiveLine, Observation } from "./learn/reallocate/line.ts";
import type { DeliveryRow } from "./measure/delivery.ts";
import type { AllocationProblem } from "./plan/allocator.ts";
import type { PlanLine } from "./plan/plan.ts";
import { stretchesOf } from "./plan/response.ts";
import type { Offer } from "./quote/offer.ts";
import type { CampaignState, StepState } from "./state.ts";

const dayMs = 86_400_000;
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
  readonly bought: BoughtPackage;
  /** The package's budget in the seller's books, in minor units of its currency. */
  readonly sellerBudget: number;
  /** Minor units of the brief's currency for one of the seller's, as the order was bought. */
  readonly rate: number;
}

export interface Looking {
  readonly problem: AllocationProblem;
  /** The last day that is measured, in UTC. */
  readonly day: string;
  readonly periodDays: number;
  readonly outcomesOf: CountOutcomes;
}

/** Every line that is bought, with what was seen of it period by period up to a day. Pure. */
export function liveLines(state: CampaignState, looking: Looking): LineNow[] {
  const { plan, brief } = state;
  if (plan === undefined || brief === undefined) return [];
  const days = daysBetween(brief.flight.start, brief.flight.end) + 1;
  return boughtPackages(state).flatMap((bought) => {
    const line = plan.lines.find(({ slot }) => slot === bought.slot);
    const rows = state.delivery
      .find(({ mediaBuyId }) => mediaBuyId === bought.mediaBuyId)
      ?.rows.filter(({ packageId, date }) => packageId === bought.packageId && date <= looking.day);
    const candidate = looking.problem.candidates.find(({ offerId }) => offerId === line?.offerId);
    const budgets = budgetsOf(bought, state.steps);
    const sellerBudget = budgets.at(-1)?.minor;
    const { amount, planAmount } = bought.buyStep.step;
    if (line === undefined || sellerBudget === undefined || amount.minor === 0) return [];
    const rate = planAmount.minor / amount.minor;
    const budget = Math.floor(sellerBudget * rate);
    const fixed = bought.offer.whole === true || candidate === undefined;
    const seen = observed(rows ?? [], { ...looking, flightStart: brief.flight.start, days, rate, budgets });
    return [
      {
        bought,
        sellerBudget,
        rate,
        line: {
          slot: line.slot,
          sellerId: line.sellerId,
          budget,
          spent: Math.ceil(seen.reduce((sum, { spend }) => sum + spend, 0)),
          planned: line.amount.minor,
          least: fixed ? budget : candidate.least,
          most: fixed ? budget : candidate.most,
          curve: curveOf(line, bought.offer, { days, most: candidate?.most ?? line.amount.minor }),
          seen,
        },
      },
    ];
  });
}

/** The package's budgets in the seller's books: the order's, then each that was read back, with the day from which on it holds. */
export function budgetsOf(
  { buyStep, packageId, slot }: BoughtPackage,
  steps: readonly StepState[],
): { readonly from: string; readonly minor: number }[] {
  const { arguments: request, amount } = buyStep.step;
  const scale = minorPerMajor(amount.currency);
  // A buy's arguments are JSON of its task's schema.
  const asked = (request["packages"] ?? []) as readonly { buyer_ref?: string; budget: number }[];
  const first =
    asked.find(({ buyer_ref }) => buyer_ref === slot) ?? (asked.length === 1 ? asked[0] : undefined);
  if (first === undefined) return [];
  return [
    { from: "", minor: Math.round(first.budget * scale) },
    ...steps.flatMap(({ step, check }) =>
      check?.made !== true
        ? []
        : (step.change?.differences ?? []).flatMap((one) =>
            one.field === "budget" && one.packageId === packageId
              ? [{ from: check.at.slice(0, 10), minor: one.after.minor }]
              : [],
          ),
    ),
  ];
}

function minorPerMajor(currency: string): number {
  return 10 ** currencyDigits(currency);
}

interface Window extends Looking {
  readonly flightStart: string;
  readonly days: number;
  readonly rate: number;
  readonly budgets: readonly { readonly from: string; readonly minor: number }[];
}

function observed(rows: readonly DeliveryRow[], window: Window): Observation[] {
  const { flightStart, periodDays, rate, budgets, days: flightDays } = window;
  const byPeriod = groupBy(rows, ({ date }) => Math.floor(daysBetween(flightStart, date) / periodDays));
  let spentBefore = 0;
  return [...byPeriod]
    .sort(([a], [b]) => a - b)
    .flatMap(([period, own]) => {
      const told = own.filter(({ spendMinor }) => spendMinor !== undefined);
      const [first] = told;
      if (period < 0 || first === undefined) return [];
      const spend = rate * told.reduce((sum, { spendMinor = 0 }) => sum + spendMinor, 0);
      const budget = rate * (budgets.findLast(({ from }) => from <= first.date)?.minor ?? 0);
      const daysLeft = Math.max(1, flightDays - daysBetween(flightStart, first.date));
      const pace = (Math.max(0, budget - spentBefore) / daysLeft) * told.length;
      spentBefore += spend;
      const counts = told.map(window.outcomesOf);
      const counted = counts.every((count) => count !== undefined);
      const trusted = told.reduce((sum, { final }) => sum + (final ? 1 : provisional), 0) / told.length;
      return [
        {
          period,
          days: told.length,
          spend,
          pace,
          weight: trusted,
          ...(counted
            ? outcomeOf(
                told,
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

/** What lines have together in their sellers' books or are about to be given, in minor units of the brief's currency. */
export function heldBy(slots: readonly string[], state: CampaignState): number {
  return boughtPackages(state)
    .filter(({ slot }) => slots.includes(slot))
    .reduce((sum, bought) => {
      const { amount, planAmount } = bought.buyStep.step;
      const budget = budgetsOf(bought, state.steps).at(-1)?.minor ?? 0;
      const coming = state.steps
        .filter(
          ({ step, status, check }) =>
            step.change?.subject.packageId === bought.packageId &&
            !["failed", "refused", "replaced"].includes(status) &&
            check?.made !== true,
        )
        .reduce((all, { step }) => all + step.planAmount.minor, 0);
      return sum + (amount.minor === 0 ? 0 : Math.ceil((budget * planAmount.minor) / amount.minor)) + coming;
    }, 0);
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

/** From one day to another, both in UTC. */
function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}
