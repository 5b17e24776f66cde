import { formatMoney, type Money, toDecimal } from "../../../lib/money.ts";
import type { Kpi, Question } from "../../model/brief.ts";
import { type Found, found } from "../draft.ts";
import type { MoneySpan } from "../grammar/money-span.ts";
import { sentenceAround } from "../grammar/spans.ts";

/** Prices for media units among the amounts, each with its metric: "CPM under 20 EUR", "5 € CPC". */
export interface PriceSpan {
  readonly money: MoneySpan;
  /** `other`: a price by which no plan is limited, and no budget either. */
  readonly metric: "cpm" | "cpc" | "cpcv" | "cpa" | "other";
  readonly use: "limit" | "target" | "unclear";
}

export function findPrices(text: string, amounts: readonly MoneySpan[]): PriceSpan[] {
  const prices: PriceSpan[] = [];
  for (const [i, money] of amounts.entries()) {
    const sentence = sentenceAround(text, money);
    const before = text.slice(sentence.start, money.start);
    const after = text.slice(money.end, sentence.end);
    const near = metricBefore.exec(before)?.groups?.["metric"] ?? metricAfter.exec(after)?.groups?.["metric"];
    const metric = near === undefined ? undefined : metrics.find(([pattern]) => pattern.test(near))?.[1];
    const last = prices.at(-1);
    // "Max CPM: 28 EUR on CTV, 4 EUR on display": the metric holds for the second price too.
    const goesOn =
      last !== undefined &&
      last.money === amounts[i - 1] &&
      /^[^.;\n\d]{0,40}(?:,|and|und|et|y|e|en|i|och)\s*$/iu.test(text.slice(last.money.end, money.start));
    if (metric !== undefined)
      prices.push({ money, metric, use: useOf(metric, before.slice(-40), after.slice(0, 24)) });
    else if (goesOn) prices.push({ ...last, money });
  }
  return prices;
}

/** The KPI and the highest CPM among prices. A price that is neither clearly, or in another currency, is a question. */
export function readPrices(prices: readonly PriceSpan[], budget: Money | undefined) {
  const questions: Question[] = [];
  const limits: Found<Money>[] = [];
  const targets: Found<Kpi>[] = [];
  for (const { money: span, metric, use } of prices) {
    if (metric === "other") continue;
    const field = metric === "cpm" && use === "limit" ? "limits.max_cpm" : "kpi";
    const quoted = `"${span.text}"`;
    if (span.type === "unclear")
      questions.push({ field, text: `Which price is ${quoted}? It ${span.problem}.` });
    else if (span.amount.minor <= 0) questions.push({ field, text: `Which price is ${quoted}? It is zero.` });
    else if (budget !== undefined && span.amount.currency !== budget.currency)
      questions.push({ field, text: `What is ${quoted} in ${budget.currency}, the currency of the budget?` });
    else if (metric === "cpm" && use === "limit") limits.push(found(span.amount, span));
    else if (use === "unclear")
      questions.push({
        field: metric === "cpm" ? "limits.max_cpm" : "kpi",
        text: `Is ${quoted} (${metric.toUpperCase()}) a target or the highest price?`,
      });
    else targets.push(found({ metric, target: toDecimal(span.amount) }, span));
  }
  if (limits.length > 1)
    questions.push({ field: "limits.max_cpm", text: `Which CPM is the highest: ${listed(limits)}?` });
  return { maxCpm: limits.length === 1 ? limits[0] : undefined, targets, questions };
}

/** A brief limits CPMs alone, so that every other price is a target. */
function useOf(metric: PriceSpan["metric"], before: string, after: string): PriceSpan["use"] {
  if (metric !== "cpm") return "target";
  if (limitWords.test(before) || limitWords.test(after)) return "limit";
  return targetWords.test(before) || targetWords.test(after) ? "target" : "unclear";
}

function listed(found: readonly Found<Money>[]): string {
  return found.map(({ value }) => formatMoney(value)).join(" or ");
}

const name =
  "vCPM|CPCV|CPV|CPM|TKP|CPC|CPA|CPL|CPI|CPO|co[uû]t (?:pour mille|par clic)|coste? por (?:mil|clic)|cost per (?:mille|thousand|click|completed view|acquisition|action|lead|install)|Tausend-?Kontakt-?Preis";
const metricBefore = new RegExp(`(?<![\\p{L}])(?<metric>${name})s?(?!\\p{L})[^.;,\\n\\d]{0,32}$`, "iu");
const metricAfter = new RegExp(
  `^\\s*(?:\\(|per |je |pro |par |por )?(?<metric>${name}|thousand(?: impressions)?|mille|click|Klick|clic)(?!\\p{L})`,
  "iu",
);
const metrics: readonly (readonly [RegExp, PriceSpan["metric"]])[] = [
  [
    /^(?:CPM|TKP|co[uû]t pour mille|coste? por mil|cost per (?:mille|thousand)|Tausend|thousand|mille)/i,
    "cpm",
  ],
  [/^vCPM/i, "other"],
  [/^(?:CPCV|CPV|cost per completed view)/i, "cpcv"],
  [/^(?:CPC|co[uû]t par clic|coste? por clic|cost per click|click|Klick|clic)/i, "cpc"],
  [/^(?:CPA|CPL|CPI|CPO|cost per)/i, "cpa"],
];
const limitWords =
  /(?<!\p{L})(?:max(?:imum|imal|\.)?|under|below|less than|lower than|up to|at most|no more than|not (?:more|higher|above|exceed(?:ing)?)|cap(?:ped)?|ceiling|höchstens|maximal|unter|bis zu|nicht über|nicht mehr als|maximum|plafond\p{L}*|moins de|inférieure?s? à|ne pas dépasser|sans dépasser|pas plus de|jusqu['’]à|máximo|menos de|inferior(?:es)? a|no más de|sin superar|hasta|massimo|al massimo|maximaal|hoogstens|maksymaln\p{L}+|najwyżej|no máximo|högsta?|exceed)(?!\p{L})|[<≤]/iu;
const targetWords =
  /(?<!\p{L})(?:targets?|goals?|kpis?|aim(?:ing)?|Ziel(?:wert|-\p{L}+)?|Ziel\p{L}*|objectif|cible|objetivo|meta|obiettivo|doel|cel|mål)(?!\p{L})/iu;
