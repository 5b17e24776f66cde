import type { Brief } from "../../brief/brief.ts";
import { formatCount } from "../../lib/english.ts";
import { currencyDigits, formatMinor, formatMoney } from "../../lib/money.ts";
import type { FeasibilityFinding } from "../model/decisions/preflight-finding.ts";
import type { FeasibilityFacts, UsualPrice } from "./facts.ts";
import { type Needed, neededFor } from "./needed.ts";
import { floored, roundedApart } from "./words.ts";

/** Share of the usual price under which few sellers offer anything. */
export const rare = 0.5;

/** Whether the budget buys what the target needs, at what media usually costs. Undefined where there is no such target. */
export function checkImpressions(facts: FeasibilityFacts): FeasibilityFinding | undefined {
  const needed = neededFor(facts);
  if (needed === undefined) return undefined;
  const { brief, usualPrice } = facts;
  const { budget } = brief;
  if (usualPrice === undefined)
    return {
      check: "impressions",
      result: "doubtful",
      text: `needs ${formatCount(needed.impressions)} impressions: ${needed.text}; what they cost is not known, as there is no exchange rate from USD to ${budget.currency}`,
      remedies: [],
    };
  const planned = planningPrice(brief, usualPrice);
  const [sure, best] = [boughtAt(planned.high, budget), boughtAt(planned.low, budget)];
  const [needs, buys] = roundedApart(needed.impressions, boughtAt(planned.cpm, budget));
  const span = sure === best ? "" : `, between ${roundedApart(sure, best).join(" and ")}`;
  const text =
    `needs ${needs} impressions: ${needed.text}; ` +
    `${formatMoney(budget)} at ${prices(planned, budget.currency)} CPM (${planned.basis}) buys ${buys}${span}`;
  if (sure >= needed.impressions) return { check: "impressions", result: "holds", text, remedies: [] };
  const isHopeless = boughtAt(Math.min(planned.low, usualPrice.cpm * rare), budget) < needed.impressions;
  return {
    check: "impressions",
    result: isHopeless ? "contradicts" : "doubtful",
    text,
    remedies: remediesFor(brief, needed, planned, sure),
  };
}

function boughtAt(cpm: number, { minor }: Brief["budget"]): number {
  return cpm > 0 ? Math.floor((minor * 1000) / cpm) : Number.MAX_SAFE_INTEGER;
}

/** Each is rounded to the side on which it holds, for the dearest that is usual. */
function remediesFor(brief: Brief, needed: Needed, planned: UsualPrice, sure: number): string[] {
  const { budget, frequency, kpi } = brief;
  const { currency } = budget;
  const costs = (cpm: number) => formatMinor(Math.ceil((needed.impressions * cpm) / 1000), currency);
  const remedies = [
    planned.low === planned.high
      ? `a budget of ${costs(planned.cpm)}`
      : `a budget of about ${costs(planned.cpm)}, between ${costs(planned.low)} and ${costs(planned.high)}`,
  ];
  const cheaper = Math.floor((budget.minor * 1000) / needed.impressions);
  if (cheaper > 0 && cheaper >= planned.cpm * rare)
    remedies.push(`a CPM of ${formatMinor(cheaper, currency)}`);
  if (kpi?.metric === "impressions") {
    remedies.push(`a target of ${formatCount(floored(sure))} impressions`);
    return remedies;
  }
  if (frequency !== undefined) {
    const times = Math.floor((sure / needed.impressions) * frequency.times * 10) / 10;
    const isPossible = times * needed.contacts >= frequency.times;
    if (times > 0 && isPossible) remedies.push(`a frequency of ${times} per ${frequency.per}`);
  }
  const people = floored(sure / needed.contacts);
  if (people > 0) remedies.push(`a reach of ${formatCount(people)} people`);
  return remedies;
}

/** The highest price of 1,000 impressions that the brief names, in minor units. */
export function highestPrice({ limits, kpi, budget }: Brief): number {
  const aim =
    kpi?.metric === "cpm" && kpi.target ? kpi.target * 10 ** currencyDigits(budget.currency) : undefined;
  return Math.min(limits.maxCpm?.minor ?? Number.POSITIVE_INFINITY, aim ?? Number.POSITIVE_INFINITY);
}

/** What is usual, as far as the brief pays it: its highest price is a limit, and no price that anybody asks. */
export function planningPrice(brief: Brief, usual: UsualPrice): UsualPrice {
  const most = highestPrice(brief);
  if (usual.high <= most) return usual;
  const upTo = (cpm: number) => Math.min(cpm, most);
  return {
    cpm: upTo(usual.cpm),
    low: upTo(usual.low),
    high: most,
    basis: `${usual.basis}, and no more than the brief pays`,
  };
}

function prices({ cpm, low, high }: UsualPrice, currency: string): string {
  return low === high
    ? formatMinor(cpm, currency)
    : `${formatMinor(cpm, currency)} (${formatMinor(low, currency)} to ${formatMinor(high, currency)})`;
}
