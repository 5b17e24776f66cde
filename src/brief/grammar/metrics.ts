import { z } from "zod";
import { once } from "../../lib/once-for.ts";
import type { Kpi } from "../brief.ts";
import { type KpiMetric, kpiMetrics } from "../kpi.ts";
import { phrasesOf, readTable } from "./language.ts";
import { alternatives } from "./lexicon.ts";
import { freePlaces, type Span, spansOf, words } from "./spans.ts";

const phrases = z.string().transform(phrasesOf);
const metricSchema = z.strictObject({
  figure: z.enum(["count", "share", "either", "cost", "times"]),
  priced: z.enum(kpiMetrics).optional(),
  words: phrases,
});
const tableSchema = z.strictObject({
  metrics: z.partialRecord(z.enum(kpiMetrics), metricSchema),
  words: z.strictObject({
    second: phrases,
    cost_per: phrases,
    per: phrases,
    each: phrases,
    each_before: phrases,
    costs: phrases,
    points: phrases,
    aimed: phrases,
  }),
});
export interface Metric extends Omit<z.output<typeof metricSchema>, "words"> {
  readonly name: Kpi["metric"];
  readonly pattern: RegExp;
}

export const metricWords = once(() => {
  const { metrics, words: beside } = readTable("metrics.yaml", tableSchema);
  const inside = (list: keyof typeof beside) => `(?<!\\p{L})(?:${alternatives(beside[list])})(?!\\p{L})`;
  return {
    metrics: Object.entries(metrics).map(
      ([name, metric]): Metric => ({
        ...metric,
        name: z.enum(kpiMetrics).parse(name),
        pattern: words(alternatives(metric.words)),
      }),
    ),
    second: new RegExp(inside("second"), "iu"),
    /** "Cost per new " before what it is the cost of. */
    costPer: new RegExp(`${inside("cost_per")}\\s+(?:\\p{L}+\\s+)?$`, "iu"),
    /** Between an amount and what it is paid for. */
    perOne: new RegExp(`^\\s*(?:/|${inside("per")})\\s*(?:\\p{L}+\\s+){0,2}$`, "iu"),
    /** Between what is counted and an amount for one of it. */
    eachBefore: new RegExp(`^\\s*${inside("each_before")}\\s*$`, "iu"),
    each: new RegExp(`^\\s*${inside("each")}`, "iu"),
    costs: new RegExp(inside("costs"), "iu"),
    aimed: new RegExp(`^\\s*${inside("aimed")}`, "iu"),
    points: new RegExp(`^\\s*(?:%|${inside("points")})`, "iu"),
  };
});

/** A metric where the text names it. */
export interface Mention extends Span {
  readonly metric: Metric;
}

/** The metrics that some words name: a count, and what one of it costs. */
export function metricsIn(words: string): KpiMetric[] {
  return metricMentions(words).flatMap(({ metric: { name, priced } }) => (priced ? [name, priced] : [name]));
}

/** Each metric that some words name, where they do. */
export function metricMentions(text: string): Mention[] {
  const all: Mention[] = [];
  const isFree = freePlaces(text.length);
  for (const metric of metricWords().metrics)
    for (const span of spansOf(text, metric.pattern)) if (isFree(span)) all.push({ ...span, metric });
  return all.sort((a, b) => a.start - b.start);
}
