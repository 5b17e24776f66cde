import { z } from "zod";
import { outcomesOf } from "../../campaign/measure/outcomes-of.ts";
import {
  boundBy,
  type CampaignState,
  isInDoubt,
  isSent,
  type StepState,
} from "../../campaign/model/state.ts";
import { type ExchangeTable, exchangeRate } from "../../lib/exchange.ts";
import { add, currencyDigits, type Money, money, moneySchema, subtract, sum } from "../../lib/money.ts";
import { buyByLine } from "../account/buys.ts";
import type { Described } from "../schema.ts";

export const moneySummarySchema = z
  .strictObject({
    budget: moneySchema,
    planned: moneySchema.describe("sum of the plan's lines"),
    committed: moneySchema.describe("what sellers have confirmed"),
    inDoubt: moneySchema.describe(
      "sent, and not confirmed: it may be bought; or held otherwise than ordered",
    ),
    open: moneySchema.describe("planned, not sent: not decided, with a person, or held"),
    unallocated: moneySchema.describe("in no line of the plan, refused, failed, or cut by conditions"),
    stopped: moneySchema.describe("of unallocated: planned, and refused or failed"),
    adjusted: moneySchema.describe(
      "of unallocated: planned less what the steps ask for, as conditions cut it",
    ),
    spent: moneySchema.describe("delivered spend as reported, at the pinned exchange rates"),
    unconverted: z.array(moneySchema).describe("spend in currencies that the exchange table does not hold"),
  })
  .describe("in the brief's currency; committed + inDoubt + open + unallocated = budget");
export type MoneySummary = Described<typeof moneySummarySchema>;

/** Where a step's amount is: with its seller for certain, perhaps, not yet, or not at all. */
export function placeOf(current: StepState): "committed" | "in doubt" | "open" | "stopped" | undefined {
  switch (current.status) {
    case "done":
      return isInDoubt(current) ? "in doubt" : "committed";
    case "begun":
    case "pending":
      return "in doubt";
    case "escalated":
      return isSent(current) ? "in doubt" : "open";
    case "proposed":
    case "held":
      return "open";
    case "refused":
    case "failed":
      return "stopped";
    case "replaced":
      return undefined;
  }
}

/** Where the budget stands, so that every unit of it is in exactly one place. Absent without a brief. */
export function summarizeMoney(state: CampaignState): MoneySummary | undefined {
  const budget = state.brief?.budget;
  if (!budget) return undefined;
  const none = money(0, budget.currency);
  const total = (steps: readonly StepState[], place: ReturnType<typeof placeOf>) =>
    sum(
      steps.filter((step) => placeOf(step) === place).map((step) => boundBy(step).planAmount),
      budget.currency,
    );
  const buys = buyByLine(state);
  const lines = state.plan?.lines ?? [];
  // What lines that came to nothing had is in other lines by now, or unallocated.
  const liveBuys = [...new Set(lines.flatMap(({ lineId }) => buys.get(lineId) ?? []))];
  const planned = state.plan?.total ?? none;
  const committed = total(state.steps, "committed");
  const inDoubt = total(state.steps, "in doubt");
  const notProposed = lines.filter((line) => !buys.has(line.lineId));
  const open = add(
    total(liveBuys, "open"),
    sum(
      notProposed.map((line) => line.amount),
      budget.currency,
    ),
  );
  const stopped = total(liveBuys, "stopped");
  const elsewhere = sum([committed, inDoubt, open], budget.currency);
  return {
    budget,
    planned,
    committed,
    inDoubt,
    open,
    unallocated: subtract(budget, elsewhere),
    stopped,
    adjusted: subtract(planned, add(elsewhere, stopped)),
    ...summarizeSpend(state, budget.currency),
  };
}

function summarizeSpend(state: CampaignState, currency: string): Pick<MoneySummary, "spent" | "unconverted"> {
  const byCurrency = new Map<string, number>();
  for (const outcome of outcomesOf(state))
    byCurrency.set(outcome.currency, (byCurrency.get(outcome.currency) ?? 0) + outcome.delivered.spendMinor);
  const amounts = [...byCurrency].map(([code, minor]) => money(minor, code));
  const converted = amounts.map((amount) => exchangeNearest(amount, currency, state.exchange));
  return {
    spent: sum(
      converted.filter((amount) => amount !== undefined),
      currency,
    ),
    unconverted: amounts.filter((_, i) => converted[i] === undefined),
  };
}

/** To the nearest minor unit: what was spent is reported, not granted, so neither direction is the safe one. */
function exchangeNearest(amount: Money, to: string, table: ExchangeTable | undefined): Money | undefined {
  const rate = exchangeRate(table, amount.currency, to);
  if (rate === undefined) return undefined;
  const scale = 10 ** (currencyDigits(to) - currencyDigits(amount.currency));
  return money(Math.round(amount.minor * rate * scale), to);
}
