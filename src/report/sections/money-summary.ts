import { z } from "zod";
import { liveBuys as boughtLines } from "../../campaign/account/live-buys.ts";
import { outcomesOf } from "../../campaign/measure/outcomes-of.ts";
import {
  boundBy,
  type CampaignState,
  isInDoubt,
  isSent,
  type StepState,
} from "../../campaign/model/state/state.ts";
import { isSameBuy } from "../../campaign/model/step/buy-identity.ts";
import { type ExchangeTable, inMinor } from "../../lib/exchange.ts";
import { groupBy } from "../../lib/group-by.ts";
import { add, type Money, money, moneySchema, subtract, sum, totalMoney } from "../../lib/money.ts";
import { buyByLine } from "../account/buys.ts";
import { count, type Described, each, fields } from "../blocks/schema.ts";
import { gapWords, total } from "../blocks/totals.ts";

export const budgetReconciliationSchema = fields({
  budget: moneySchema,
  committedSpend: moneySchema.describe("what sellers have confirmed"),
  inDoubt: moneySchema.describe("sent, and not confirmed: it may be bought; or held otherwise than ordered"),
  plannedNotCommitted: moneySchema.describe("planned and not sent: not decided, with a person, or held"),
  unallocated: moneySchema.describe(
    "in no line of the plan, refused, failed, or cut by a condition or a change",
  ),
  remaining: moneySchema.describe("budget less committedSpend and inDoubt"),
  bySeller: each({ sellerId: z.string(), committedSpend: moneySchema, inDoubt: moneySchema }).describe(
    "adds up to committedSpend and inDoubt",
  ),
}).describe(
  "integer minor units of the brief's currency; committedSpend + inDoubt + plannedNotCommitted + unallocated = budget",
);
export type BudgetReconciliation = z.infer<typeof budgetReconciliationSchema>;

export const moneySummarySchema = fields({
  ...budgetReconciliationSchema.shape,
  planned: moneySchema.describe("sum of the plan's lines"),
  stopped: moneySchema.describe("of unallocated: planned, and refused or failed"),
  adjusted: moneySchema.describe(
    "of unallocated: planned less what the steps ask for, as conditions and changes cut it",
  ),
  spent: moneySchema.describe("delivered spend as reported, at the pinned exchange rates"),
  spentNotReported: count.describe("days of buys whose spend was not reported: it is not in spent"),
  unconverted: z.array(moneySchema).describe("spend in currencies that the exchange table does not hold"),
}).describe("what `budgetReconciliation` says, and what was planned and spent of it");
export type MoneySummary = Described<typeof moneySummarySchema>;

/** The figures that every reader is given, in their order. */
export function moneyFigures(money: MoneySummary): readonly (readonly [name: string, amount: Money])[] {
  const gap = gapWords(money.spentNotReported);
  return [
    ["Budget", money.budget],
    ["Planned", money.planned],
    ["Committed", money.committedSpend],
    ["In doubt", money.inDoubt],
    [`Spent${gap && ` (${gap})`}`, money.spent],
    ["Unallocated", money.unallocated],
  ];
}

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

/** Where each unit of the budget is; absent without a brief or before there is a plan. */
export function describeBudget(state: CampaignState): BudgetReconciliation | undefined {
  if (state.brief === undefined || state.plan === undefined) return undefined;
  return reconcile(state, state.brief.budget);
}

/** Each unit of the budget is in exactly one place. */
function reconcile(state: CampaignState, budget: Money): BudgetReconciliation {
  const committedSpend = amountIn("committed", state.steps, budget);
  const inDoubt = amountIn("in doubt", state.steps, budget);
  const buys = buyByLine(state);
  const notProposed = (state.plan?.lines ?? []).filter((line) => !buys.has(line.lineId));
  const plannedNotCommitted = sum(
    [amountIn("open", liveBuys(state), budget), ...notProposed.map((line) => line.amount)],
    budget.currency,
  );
  const bound = add(committedSpend, inDoubt);
  return {
    budget,
    committedSpend,
    inDoubt,
    plannedNotCommitted,
    unallocated: subtract(budget, add(bound, plannedNotCommitted)),
    remaining: subtract(budget, bound),
    bySeller: [...groupBy(state.steps, ({ step }) => step.agentId)]
      .map(([sellerId, steps]) => ({
        sellerId,
        committedSpend: amountIn("committed", steps, budget),
        inDoubt: amountIn("in doubt", steps, budget),
      }))
      .filter((one) => one.committedSpend.minor !== 0 || one.inDoubt.minor !== 0),
  };
}

function amountIn(place: ReturnType<typeof placeOf>, steps: readonly StepState[], { currency }: Money) {
  const there = steps.filter((step) => placeOf(step) === place);
  return totalMoney(there, currency, (step) => boundBy(step).planAmount);
}

/** What lines that came to nothing had is in other lines by now, or unallocated. */
function liveBuys(state: CampaignState): readonly StepState[] {
  const buys = buyByLine(state);
  return [...new Set((state.plan?.lines ?? []).flatMap(({ lineId }) => buys.get(lineId) ?? []))];
}

/** Where the budget stands, and what was planned and spent of it. Absent without a brief. */
export function summarizeMoney(state: CampaignState): MoneySummary | undefined {
  const budget = state.brief?.budget;
  if (!budget) return undefined;
  const reconciled = reconcile(state, budget);
  const planned = state.plan?.total ?? money(0, budget.currency);
  const stopped = amountIn("stopped", liveBuys(state), budget);
  const elsewhere = subtract(budget, reconciled.unallocated);
  return {
    ...reconciled,
    planned,
    stopped,
    adjusted: subtract(planned, add(elsewhere, stopped)),
    ...summarizeSpend(state, budget.currency),
  };
}

/** Of the budget, once the spend of every line is reported to its last day. */
export function unspentOf(state: CampaignState): { readonly unspent?: Money } {
  const { budget, spent, spentNotReported, unconverted } = summarizeMoney(state) ?? {};
  const bought = boughtLines(state);
  const isOver =
    bought.length > 0 &&
    bought.every((buy) => buy.end <= (state.delivery.find((one) => isSameBuy(one, buy))?.reportedTo ?? ""));
  if (!isOver || budget === undefined || spent === undefined) return {};
  const left = subtract(budget, spent);
  return left.minor > 0 && spentNotReported === 0 && unconverted?.length === 0 ? { unspent: left } : {};
}

function summarizeSpend(state: CampaignState, currency: string) {
  const all = outcomesOf(state);
  const byCurrency = groupBy(all, (outcome) => outcome.currency);
  const amounts = [...byCurrency].map(([code, outcomes]) =>
    money(
      total(outcomes, ({ delivered }) => delivered.spendMinor),
      code,
    ),
  );
  const converted = amounts.map((amount) => exchangeNearest(amount, currency, state.exchange));
  const known = converted.filter((amount) => amount !== undefined);
  const spentNotReported = total(all, ({ delivered }) => delivered.notReported.spend);
  return {
    spent: sum(known, currency),
    spentNotReported,
    unconverted: amounts.filter((_, i) => converted[i] === undefined),
  };
}

/** To the nearest minor unit: what was spent is reported, not granted, so neither direction is the safe one. */
export function exchangeNearest(amount: Money, to: string, table: ExchangeTable | undefined) {
  const minor = inMinor(amount, to, table);
  return minor === undefined ? undefined : money(Math.round(minor), to);
}
