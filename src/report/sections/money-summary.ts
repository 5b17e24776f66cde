import { outcomesOf } from "../../campaign/measure/outcomes-of.ts";
import { boundBy, type CampaignState, type StepState, type StepStatus } from "../../campaign/state.ts";
import { type ExchangeTable, exchangeRate } from "../../lib/exchange.ts";
import { add, currencyDigits, type Money, money, subtract, sum } from "../../lib/money.ts";
import type { Report } from "../report-schema.ts";
import { buyBySlot } from "./buys.ts";

type MoneySummary = NonNullable<Report["headline"]["money"]>;

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

  const buys = buyBySlot(state);
  const liveBuys = [...new Set(buys.values())];
  const planned = state.plan?.total ?? none;
  const bought = withStatus(state.steps, "done");
  const waiting = withStatus(state.steps, "begun", "pending");
  const notProposed = (state.plan?.lines ?? []).filter((line) => !buys.has(line.slot));
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
