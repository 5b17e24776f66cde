import { formatMoney, type Money, toDecimal } from "../../../lib/money.ts";
import type { Kpi } from "../../brief.ts";
import type { MoneySpan } from "../../grammar/amounts.ts";
import { boundOf, limits } from "../../grammar/bounds.ts";
import { anyNumberOf } from "../../grammar/lexicon.ts";
import { beginsWith, type Cue, cue, endsWith, says } from "../../grammar/phrases.ts";
import { ask, type OpenQuestion } from "../../grammar/question.ts";
import { sentenceAround } from "../../grammar/spans.ts";
import { type Found, found } from "../draft.ts";
import { leastBudget } from "../label-amounts.ts";

/** Prices for media units among the amounts, each with its metric: "CPM under 20 EUR", "5 € CPC". */
export interface PriceSpan {
  readonly money: MoneySpan;
  readonly metric: (typeof metrics)[number]["metric"];
  /** `part`: a limit of some channels alone. */
  readonly use: "limit" | "part" | "floor" | "target" | "unclear";
}

export function findPrices(text: string, amounts: readonly MoneySpan[]): PriceSpan[] {
  const prices: PriceSpan[] = [];
  for (const [i, money] of amounts.entries()) {
    const sentence = sentenceAround(text, money);
    const before = text.slice(sentence.start, money.start);
    const after = text.slice(money.end, sentence.end);
    const metric =
      metrics.find((each) => each.before.test(before))?.metric ??
      metrics.find((each) => each.after.test(after))?.metric ??
      (goalBehind.test(after) ? metrics.find((each) => each.clause.test(before))?.metric : undefined) ??
      (isLimitOfLineAbove(text, money, before, after) ? "cpm" : undefined);
    const last = prices.at(-1);
    if (metric !== undefined) prices.push({ money, metric, use: useOf(metric, before.slice(-60), after) });
    // "Max CPM: 28 EUR on CTV, 4 EUR on display": the metric holds for the second price too.
    else if (last?.money === amounts[i - 1] && last && goesOn.test(text.slice(last.money.end, money.start)))
      prices.push({ ...last, money });
  }
  return prices;
}

/** "Ben: the CPM will be steep.\nZara: cap it at 45 EUR": a little amount that is the most of what the line above names. */
function isLimitOfLineAbove(text: string, money: MoneySpan, before: string, after: string): boolean {
  if (money.type !== "clear" || toDecimal(money.amount) >= leastBudget) return false;
  const above = text.slice(0, money.start).split("\n").at(-2) ?? "";
  return cpmNamed.test(above) && !/\d/.test(above) && !/\d/.test(before) && boundOf(before, after) === "most";
}

/** The KPI and the highest CPM among prices. A price that is neither clearly, or in another currency, is a question. */
export function readPrices(prices: readonly PriceSpan[], budget: Money | undefined) {
  const questions: OpenQuestion[] = [];
  const limits: Found<Money>[] = [];
  const targets: Found<Kpi>[] = [];
  const ofParts: MoneySpan[] = [];
  for (const { money: price, metric, use } of prices) {
    if (metric === "other") continue;
    const isLimit = metric === "cpm" && use === "limit";
    const field = metric === "cpm" && use !== "target" ? "limits.max_cpm" : "kpi";
    if (price.type === "unclear")
      questions.push(ask(field, "prices.unclear", { price, problem: price.problem }));
    else if (price.amount.minor <= 0) questions.push(ask(field, "prices.zero", { price }));
    else if (budget !== undefined && price.amount.currency !== budget.currency)
      questions.push(ask(field, "prices.currency", { price, currency: budget.currency }));
    else if (isLimit) limits.push(found(price.amount, price));
    else if (use === "part") ofParts.push(price);
    else if (use === "floor") questions.push(ask(field, "prices.floor", { price }));
    else if (use === "unclear")
      questions.push(ask(field, "prices.use", { price, metric: metric.toUpperCase() }));
    else targets.push(found({ metric, target: toDecimal(price.amount) }, price));
  }
  if (ofParts.length > 0) questions.push(ask("limits.max_cpm", "prices.part", { words: ofParts }));
  const [maxCpm, ...others] = limits;
  if (others.length === 0) return { maxCpm, targets, questions };
  const all = limits.map(({ value }) => formatMoney(value));
  questions.push(ask("limits.max_cpm", "prices.which", { all }));
  return { maxCpm: undefined, targets, questions };
}

/** A brief limits CPMs alone, so that every other price is a target. */
function useOf(metric: PriceSpan["metric"], before: string, rest: string): PriceSpan["use"] {
  if (metric !== "cpm") return "target";
  if (above.test(before) && refused.test(rest.slice(0, 60))) return "limit";
  const after = rest.slice(0, 24);
  // "No seller under 20 %, CPM at least 4 EUR": a bound of its own clause outweighs one of the clause before.
  const own = before.split(clauseMark).at(-1) ?? "";
  if (own !== before && boundOf(own, after) !== undefined) return useOf(metric, own, rest);
  if (isFloor(before, rest)) return "floor";
  const around = `${before} … ${after}`;
  if (limit.test(around) || limits(around) || boundOf(before, after) === "most")
    // "On average not over 24 EUR CPM": a limit of the brief holds for every line.
    return average.test(around) ? "unclear" : "limit";
  return target.test(around) ? "target" : "unclear";
}

/** "We do not buy under 9 EUR CPM", "9 EUR CPM or less is out": a denial turns a bound round. */
function isFloor(before: string, rest: string): boolean {
  const behind = rest.slice(0, 24);
  const clause = `${before.split(clauseMark).at(-1)} … ${rest.slice(0, 60).split(clauseMark)[0]}`;
  const lastOf = (words: Cue) => [...words.all(before)].at(-1)?.index ?? -1;
  // "Publishers have a floor of EUR 9 CPM"
  if (lowest.test(clause) && !most.test(clause)) return true;
  if (lastOf(under) > lastOf(over)) return refused.test(clause);
  return boundOf(before, behind) === "least" || (orLess.test(behind) && refused.test(clause));
}

const metricOf = <Metric extends string>(metric: Metric, names: string, units = "(?!)") => ({
  metric,
  before: cue(
    `(?<!\\p{L})(?:${names})s?(?!\\p{L})(?:[^;,\\n\\d]{0,32}|,[^.;,\\n\\d]{0,12}(?<!\\p{L}){goal}(?!\\p{L})[^.;,\\n\\d]{0,12})$`,
  ),
  after: beginsWith(`(?:(?:{per}|{within}|d[eio]) )?(?:${names}|${units})`),
  /** "We measure by CPL, 35 EUR is the goal" */
  clause: cue(`(?<!\\p{L})(?:${names})s?(?!\\p{L})\\s*[,;:–-]\\s*$`),
});
const metrics = [
  metricOf("cpm", "{cpm}", "{thousand_views}"),
  /** A price by which no plan is limited, and no budget either. */
  metricOf("other", "{vcpm}"),
  metricOf("cpcv", "{cpcv}"),
  metricOf("cpc", "{cpc}", "{click}"),
  metricOf("cpi", "{cpi}"),
  metricOf("cpa", "{cpa}"),
  metricOf("cpl", "{cpl}"),
] as const;
const cpmNamed = says("{cpm}");
const goesOn = cue("^[^.;\\n\\d]{0,40}(?:,|(?<!\\p{L}){and})\\s*$");
const limit = cue("(?<!\\p{L})(?:{most_before}|{most_after}|{below})(?!\\p{L})|[<≤]");
/** "Anything above 22 EUR CPM is out" */
const above = endsWith(`{beyond}${anyNumberOf("\\s+{joints|article}")}`);
const refused = says("{refused}|{denial}|{not_one}");
const average = says("{average}");
const orLess = says("{or_less}");
const under = says("{under}");
const lowest = says("{floor_price}");
const most = says("{most_before}|{most_after}");
const over = says("{beyond}|{more}");
const clauseMark = /[,;:](?=\s)/;
const goalBehind = beginsWith("(?:\\p{L}{1,4}\\s+){0,3}{goal}");
const target = cue("(?<!\\p{L}){goal}(?!\\p{L})");
