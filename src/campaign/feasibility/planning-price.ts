import { currencyDigits } from "../../lib/money.ts";
import type { FeasibilityFacts } from "./facts.ts";

/** The price of 1,000 impressions that a budget is reckoned with, in minor units of its currency. */
export interface PlanningPrice {
  readonly cpm: number;
  /** hard: no more may be paid; wish: the brief hopes for it; usual: a figure for the channel that no seller has named. */
  readonly basis: "hard" | "wish" | "usual";
  readonly text: string;
}

/** The brief's highest price, else the one that it aims at, else what is usual. */
export function planningPrice({ brief, usualPrice }: FeasibilityFacts): PlanningPrice {
  const { limits, kpi, soft = [], budget } = brief;
  if (limits.maxCpm !== undefined) {
    const isWish = soft.includes("limits.max_cpm");
    return {
      cpm: limits.maxCpm.minor,
      basis: isWish ? "wish" : "hard",
      text: isWish ? "the price that the brief wishes for" : "the highest price that the brief allows",
    };
  }
  if (kpi?.metric === "cpm")
    return {
      cpm: kpi.target * 10 ** currencyDigits(budget.currency),
      basis: "wish",
      text: "the price that the brief aims at",
    };
  return { cpm: usualPrice.cpm, basis: "usual", text: usualPrice.basis };
}
