import { currencyDigits, formatMoney } from "../../lib/money.ts";
import type { Brief } from "../model/brief.ts";
import type { FeasibilityFinding } from "../model/preflight-finding.ts";
import type { FeasibilityFacts } from "./facts.ts";
import { type Needed, neededFor } from "./needed.ts";
import { exact, floored, price, roundedApart } from "./words.ts";

/** Whether the budget buys what the target needs. Undefined where there is no such target. */
export function checkImpressions(facts: FeasibilityFacts): FeasibilityFinding | undefined {
  const needed = neededFor(facts);
  if (needed === undefined) return undefined;
  const { budget } = facts.brief;
  const planned = planningPrice(facts);
  const affordable = boughtAt(planned.cpm, budget);
  const [needs, buys] = roundedApart(needed.impressions, affordable);
  const arithmetic =
    `needs ${needs} impressions: ${needed.text}; ` +
    `${formatMoney(budget)} at ${price(planned.cpm, budget.currency)} for 1,000 (${planned.text}) buys ${buys}`;
  if (affordable >= needed.impressions)
    return { check: "impressions", result: "holds", text: arithmetic, remedies: [] };
  const usual = boughtAt(facts.usualPrice.cpm, budget);
  const isCheaperUsual = planned.basis === "hard" && usual >= needed.impressions;
  return {
    check: "impressions",
    result: planned.basis === "hard" && !isCheaperUsual ? "contradicts" : "doubtful",
    text: isCheaperUsual
      ? `${arithmetic}; at ${price(facts.usualPrice.cpm, budget.currency)}, ${facts.usualPrice.basis}, it would be enough`
      : arithmetic,
    remedies: remediesFor(facts.brief, needed, planned, affordable),
  };
}

function boughtAt(cpm: number, { minor }: Brief["budget"]): number {
  return cpm > 0 ? Math.floor((minor * 1000) / cpm) : Number.MAX_SAFE_INTEGER;
}

/** Each is rounded to the side on which it holds. */
function remediesFor(brief: Brief, needed: Needed, { cpm }: PlanningPrice, affordable: number): string[] {
  const { budget, frequency, kpi } = brief;
  const { currency } = budget;
  const remedies = [`a budget of ${price(Math.ceil((needed.impressions * cpm) / 1000), currency)}`];
  const cheaper = Math.floor((budget.minor * 1000) / needed.impressions);
  if (cheaper > 0) remedies.push(`a price of ${price(cheaper, currency)} for 1,000`);
  if (kpi?.metric === "impressions") {
    remedies.push(`a target of ${exact(floored(affordable))} impressions`);
    return remedies;
  }
  if (frequency !== undefined) {
    const times = Math.floor((affordable / needed.impressions) * frequency.times * 10) / 10;
    const isPossible = times * needed.contacts >= frequency.times;
    if (times > 0 && isPossible) remedies.push(`a frequency of ${times} per ${frequency.per}`);
  }
  const people = floored(affordable / needed.contacts);
  if (people > 0) remedies.push(`a reach of ${exact(people)} people`);
  return remedies;
}

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
