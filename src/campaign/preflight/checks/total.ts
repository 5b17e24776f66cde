import type { Brief } from "../../../brief/brief.ts";
import { inMinor } from "../../../lib/exchange.ts";
import { formatMinor, formatMoney, type Money } from "../../../lib/money.ts";
import { amountOfAll } from "../../model/offers/plan.ts";
import type { Check, PreflightFacts } from "../facts.ts";

/** The plan's lines, data costs included, against the insertion order's total or, without one, the budget. */
export const total: Check = (facts) => {
  const { brief, plan } = facts;
  const { currency } = brief.budget;
  // Amounts in other currencies are the currency check's findings; what cannot be added up stands alone.
  if (plan.lines.some(({ amount }) => amount.currency !== currency)) return [];
  const planned = amountOfAll(plan.lines, currency);
  const { limit, where, words } = limitOf(brief);
  const block = (at: string, what: string, todo: string) => ({
    result: "block" as const,
    where: at,
    what,
    todo,
  });
  return [
    limit.currency !== currency &&
      block(
        where,
        `The ${words} is in ${limit.currency}, the budget in ${currency}.`,
        "Write both in one currency.",
      ),
    limit.currency === currency &&
      planned.minor > limit.minor &&
      block(
        where,
        `The plan's packages add up to ${formatMoney(planned)}, over the ${words} of ${formatMoney(limit)}.`,
        "Lower the budget, or have the insertion order changed.",
      ),
    (planned.minor !== plan.total.minor || plan.total.currency !== currency) &&
      block(
        "plan",
        `Its packages add up to ${formatMoney(planned)}, its total says ${formatMoney(plan.total)}.`,
        "Plan again.",
      ),
    plan.lines.map((line) => {
      const cost = costOf(line, facts);
      // A conversion there and back may be one minor unit off.
      return (
        cost !== undefined &&
        cost > line.amount.minor + 1 &&
        block(
          line.lineId,
          `It costs ${formatMinor(Math.ceil(cost), currency)} with its data, over the ${formatMoney(line.amount)} planned for it.`,
          "Plan again.",
        )
      );
    }),
  ];
};

function limitOf({ budget, insertionOrderTotal }: Brief): { limit: Money; where: string; words: string } {
  return insertionOrderTotal === undefined
    ? { limit: budget, where: "budget", words: "budget" }
    : { limit: insertionOrderTotal, where: "insertion_order_total", words: "insertion order's total" };
}

/** Media and data of a line in minor units of the brief's currency; undefined where no rate converts them. */
function costOf(
  { budget, signal }: PreflightFacts["plan"]["lines"][number],
  { brief, exchange }: PreflightFacts,
): number | undefined {
  const media = inMinor(budget, brief.budget.currency, exchange);
  return media === undefined ? undefined : media + (signal?.cost.minor ?? 0);
}
