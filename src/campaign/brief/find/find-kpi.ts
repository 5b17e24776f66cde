import type { Kpi, Question } from "../../model/brief.ts";
import { type Found, found } from "../draft.ts";
import { mentionOf } from "../grammar/mentions.ts";
import type { Span } from "../grammar/spans.ts";
import { often } from "./find-frequency.ts";

/** Counts and rates that the campaign should reach: "10 million impressions", "reach of 2,000,000", "CTR 0.5%", "VTR of 80 %". */
export function findKpis(text: string): { found: Found<Kpi>[]; questions: Question[] } {
  const kpis: Found<Kpi>[] = [];
  const questions: Question[] = [];
  // "3 impressions per day" is how often people see it.
  const counts = text.replaceAll(often, (words) => " ".repeat(words.length));
  for (const { pattern, metric } of patterns)
    for (const match of counts.matchAll(pattern)) {
      const span: Span = { text: match[0], start: match.index, end: match.index + match[0].length };
      if (mentionOf(text, span) !== "wanted") continue;
      const target = targetOf(metric, match.groups);
      if (target === undefined)
        questions.push({
          field: "kpi",
          text: `Which number is "${span.text}"? It can be read in more than one way.`,
        });
      else kpis.push(found({ metric, target }, span));
    }
  // A price without its currency is in the budget's.
  for (const match of text.matchAll(barePrice)) {
    const { metric = "", amount = "" } = match.groups ?? {};
    const span: Span = { text: match[0], start: match.index, end: match.index + match[0].length };
    const target = Number(amount.replace(",", "."));
    const named = /^CPC$/i.test(metric) ? "cpc" : /^CPC?V$/i.test(metric) ? "cpcv" : "cpa";
    if (target > 0) kpis.push(found({ metric: named, target }, span, { note: "in the budget's currency" }));
  }
  return { found: kpis, questions };
}

const barePrice =
  /(?<!\p{L})(?<metric>CPL|CPA|CPI|CPO|CPC|CPCV|CPV)(?:\s*(?::|=|of|target|goal|max\.?|von|de|di|van|<|≤))*\s*(?<amount>\d{1,4}(?:[.,]\d{1,2})?)(?![\d.,]*\d|\s?(?:[€$£%\p{Sc}]|[A-Z]{3}(?!\p{L})|eur|zł|kr|k(?!\p{L})|Franken|dollars?|pounds?))/giu;

type Groups = Readonly<Record<string, string | undefined>> | undefined;

/** A whole count; undefined where "1.500" or "1,2" leaves open what the mark means. */
function count(groups: Groups): number | undefined {
  const number = groups?.["number"] ?? "";
  const millions = groups?.["million"] !== undefined;
  const thousands = groups?.["thousand"] !== undefined;
  const scale = millions ? 1_000_000 : thousands ? 1_000 : 1;
  if (/^\d{1,3}(?:[., \u00a0\u202f]\d{3})+$/.test(number))
    return scale === 1 ? Number(number.replaceAll(/\D/g, "")) : undefined;
  const value = Math.round(Number(number.replace(",", ".")) * scale);
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/** 0 to 1. */
function rate(groups: Groups): number | undefined {
  const percent = Number((groups?.["number"] ?? "").replace(",", "."));
  return percent > 0 && percent <= 100 ? Number((percent / 100).toPrecision(12)) : undefined;
}

const number =
  "(?<![\\p{L}\\p{N}.,])(?<number>\\d{1,3}(?:[., \\u00a0\\u202f]\\d{3})+|\\d+(?:[.,]\\d+)?)(?![.,]?\\d)";
const scale =
  "(?:\\s?(?:(?<million>millions?|Mio\\.?|Millionen|millones|m)|(?<thousand>k|thousand|tausend|Tsd\\.?|mille))(?!\\p{L}))?";
const of = "(?:\\s*(?:of|:|=|>|≥|at least|von|de|über|mindestens|al menos|au moins|target|goal))*\\s*";
const percent = "(?<![\\p{L}\\p{N}.,])(?<number>\\d+(?:[.,]\\d+)?)\\s?%";

const targetOf = (metric: Kpi["metric"], groups: Groups): number | undefined => {
  switch (metric) {
    case "impressions":
    case "reach":
      return count(groups);
    case "roas":
      return Number(groups?.["number"]?.replace(",", ".")) || undefined;
    default:
      return rate(groups);
  }
};

const patterns: readonly { readonly pattern: RegExp; readonly metric: Kpi["metric"] }[] = [
  {
    metric: "impressions",
    pattern: new RegExp(
      `${number}${scale}\\s+(?:de |d['’])?(?:ad )?(?:impressions?|impresiones|Impressionen|Einblendungen)`,
      "giu",
    ),
  },
  {
    metric: "reach",
    pattern: new RegExp(
      `(?<!\\p{L})(?:reach|Reichweite|couverture|alcance|Reach goal|copertura|bereik|zasięg|räckvidd)(?: goal| target)?${of}${number}${scale}(?!\\s?%)`,
      "giu",
    ),
  },
  {
    metric: "ctr",
    pattern: new RegExp(
      `(?<!\\p{L})(?:CTR|click[- ]through rate|Klickrate|taux de clic|tasso di clic|taxa de cliques|klickfrekvens)${of}${percent}`,
      "giu",
    ),
  },
  {
    metric: "roas",
    pattern: new RegExp(`(?<!\\p{L})ROAS${of}(?<number>\\d{1,2}(?:[.,]\\d{1,2})?)(?![\\d.,%]*[\\d%])`, "gu"),
  },
  {
    metric: "completion_rate",
    pattern: new RegExp(
      `(?<!\\p{L})(?:VTR|VCR|(?:video )?completion(?: rate)?|view[- ]through rate|taux de complétion|tasa de finalización|tasso di completamento|taxa de conclusão)${of}${percent}`,
      "giu",
    ),
  },
];
