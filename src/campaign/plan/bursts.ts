import type { Brief } from "../../brief/brief.ts";
import { money, split, splitWhole } from "../../lib/money.ts";
import type { Plan, PlanLine } from "../model/offers/plan.ts";

/** Each line of the plan as one for each burst of the brief, so that no order runs between them. */
export function inBursts(plan: Plan, { flights }: Pick<Brief, "flights">): Plan {
  if (flights === undefined) return plan;
  const lines = new Map(plan.lines.map((line) => [line.lineId, linesIn(line, flights)]));
  return {
    ...plan,
    lines: [...lines.values()].flat(),
    ...(plan.reach && {
      reach: {
        ...plan.reach,
        without: plan.reach.without.flatMap((id) => lines.get(id)?.map(({ lineId }) => lineId) ?? []),
      },
    }),
  };
}

function linesIn(line: PlanLine, flights: NonNullable<Brief["flights"]>): PlanLine[] {
  const shares = flights.map(({ share }) => share);
  const { amount, budget, expectedImpressions, signal } = line;
  const [amounts, budgets] = [split(amount, shares), split(budget, shares)];
  const impressions = expectedImpressions === undefined ? undefined : splitWhole(expectedImpressions, shares);
  const data = signal && {
    costs: split(signal.cost, shares),
    without: split(signal.budgetWithout, shares),
  };
  return flights.map(({ start, end }, i) => ({
    ...line,
    lineId: `${line.lineId}/${start}`,
    flight: { start, end },
    amount: amounts[i] ?? money(0, amount.currency),
    budget: budgets[i] ?? money(0, budget.currency),
    ...(impressions && { expectedImpressions: impressions[i] ?? 0 }),
    ...(signal &&
      data && {
        signal: {
          ...signal,
          cost: data.costs[i] ?? signal.cost,
          budgetWithout: data.without[i] ?? signal.budgetWithout,
        },
      }),
  }));
}
