import { z } from "zod";
import { outcomesOf } from "../../campaign/measure/outcomes-of.ts";
import { boundBy, type CampaignState, type StepState } from "../../campaign/model/state.ts";
import type { StepStatus } from "../../campaign/model/step-status.ts";
import { type ExchangeTable, exchangeRate } from "../../lib/exchange.ts";
import { add, currencyDigits, type Money, money, moneySchema, subtract, sum } from "../../lib/money.ts";
import { buyByLine } from "../account/buys.ts";
import type { Described } from "../schema.ts";

export const moneySummarySchema = z
  .strictObject({
    budget: moneySchema,
    planned: moneySchema.describe("sum of the plan's lines"),
    unallocated: moneySchema.describe("budget less planned"),
    committed: moneySchema.describe("done and waiting: what sellers hold or may hold"),
    bought: moneySchema.describe("committed and confirmed by the seller"),
    waiting: moneySchema.describe("sent, not confirmed yet"),
    open: moneySchema.describe("planned, not sent: not decided, with a person, or held"),
    stopped: moneySchema.describe("planned, and refused or failed"),
    adjusted: moneySchema.describe("planned less what the steps ask for: conditions lowered the amounts"),
    spent: moneySchema.describe("delivered spend as reported, at the pinned exchange rates"),
    unconverted: z.array(moneySchema).describe("spend in currencies that the exchange table does not hold"),
  })
  .describe("in the brief's currency; bought + waiting + open + stopped + adjusted + unallocated = budget");
export type MoneySummary = Described<typeof moneySummarySchema>;

/** Whether a step's amount is bought, or may be: sent and not answered yet. */
export function isCommitted({ status }: StepState): boolean {
  return status === "done" || status === "begun" || status === "pending";
}

/** Where the budget stands, so that every unit of it is in exactly one place. Absent without a brief. */
export function summarizeMoney(state: CampaignState): MoneySummary | undefined {
  const budget = state.brief?.budget;
  if (!budget) return undefined;
  const none = money(0, budget.currency);
  const total = (steps: readonly StepState[]) =>
    sum(
      steps.map((step) => boundBy(step).planAmount),
      budget.currency,
    );
  const withStatus = (steps: readonly StepState[], ...statuses: StepStatus[]) =>
    total(steps.filter((step) => statuses.includes(step.status)));

  const buys = buyByLine(state);
  const liveBuys = [...new Set(buys.values())];
  const planned = state.plan?.total ?? none;
  const bought = withStatus(state.steps, "done");
  const waiting = withStatus(state.steps, "begun", "pending");
  const notProposed = (state.plan?.lines ?? []).filter((line) => !buys.has(line.lineId));
  const open = add(
    withStatus(liveBuys, "proposed", "escalated", "held"),
    sum(
      notProposed.map((line) => line.amount),
      budget.currency,
    ),
  );
  const stopped = withStatus(liveBuys, "refused", "failed");
  const committed = add(bought, waiting);
  return {
    budget,
    planned,
    unallocated: state.plan?.unallocated ?? budget,
    committed,
    bought,
    waiting,
    open,
    stopped,
    adjusted: subtract(planned, sum([committed, open, stopped], budget.currency)),
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
