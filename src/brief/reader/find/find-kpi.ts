import { toDecimal } from "../../../lib/money.ts";
import type { Kpi } from "../../brief.ts";
import type { MoneySpan } from "../../grammar/amounts.ts";
import { boundOf } from "../../grammar/bounds.ts";
import { type Lexicon, lexiconOf } from "../../grammar/lexicon.ts";
import { type Mention, type Metric, metricMentions, metricWords } from "../../grammar/metrics.ts";
import { pastWords, says } from "../../grammar/phrases.ts";
import type { Quantity } from "../../grammar/quantities.ts";
import {
  clauseAround,
  distance,
  matches,
  type Span,
  sentenceAround,
  spanFrom,
  spansBetween,
} from "../../grammar/spans.ts";
import { objectiveOf } from "../../kpi.ts";

/** What a text says that success is, where it says so. */
export interface Goal {
  readonly kpi: Kpi;
  readonly evidence: Span;
  /** The figure in it, which stands for nothing else. */
  readonly figure?: Span;
  /** How often each of its people is to see it at least. */
  readonly contacts?: Span;
  /** A label or a word for goals governs it. */
  readonly isNamed: boolean;
}

/** Each metric with the figure that stands beside it in its clause, and those that a label names alone. What was is none, and what comes second. */
export function findGoals(
  text: string,
  {
    amounts,
    quantities,
  }: { readonly amounts: readonly MoneySpan[]; readonly quantities: readonly Quantity[] },
  lexicon: Lexicon,
): Goal[] {
  const mentions = metricMentions(text);
  if (mentions.length === 0) return [];
  const all = lexiconOf();
  const [kpis, labels] = [
    all.words("labels.kpi"),
    all.words("labels.kpi", "labels.objective", "quantities.goal"),
  ];
  const figures = [...amounts, ...quantities].sort((a, b) => a.start - b.start);
  const goals = mentions.flatMap((mention): Goal[] => {
    const sentence = withoutPast(text, mention, nearby(text, mention));
    if (isNoGoal(text, mention, lexicon, sentence)) return [];
    const beside = spansBetween(figures, sentence.start, sentence.end).flatMap((figure) => {
      const kpi = kpiOf(text, mention, figure);
      return kpi === undefined ? [] : [{ kpi, figure, far: distance(mention, figure) }];
    });
    const [nearest] = beside.toSorted((a, b) => a.far - b.far);
    const before = text.slice(sentence.start, mention.start);
    const isNamed = matches(labels, before) || matches(labels, text.slice(mention.end, mention.end + 20));
    const isKpi = matches(kpis, before);
    // A least part of impressions to be seen is a term of its own.
    if (mention.metric.name === "viewability" && !isKpi) return [];
    const isAlone =
      spansBetween(figures, sentence.start + before.lastIndexOf(", ") + 1, sentence.end).length === 0;
    const later = nearest === undefined ? nextFigure(text, mention, sentence, figures) : undefined;
    if (later !== undefined && (isNamed || mention.metric.figure === "cost" || measures.test(before)))
      return [{ ...later, evidence: spanFrom(text, mention.start, later.figure.end), isNamed }];
    if (nearest === undefined)
      return isKpi && isAlone && alone.test(text.slice(mention.end, sentence.end))
        ? [{ kpi: { metric: mention.metric.name }, evidence: mention, isNamed }]
        : [];
    const { figure } = nearest;
    const [start, end] = [Math.min(mention.start, figure.start), Math.max(mention.end, figure.end)];
    // "CPM of 28 at most" is a limit.
    if (nearest.kpi.metric === "cpm" && boundOf(`${before} `, "") === "most") return [];
    const evidence = spanFrom(text, start, end);
    const contacts = contactsIn(text, sentence, quantities);
    if (nearest.kpi.metric !== "reach" || contacts === undefined)
      return [{ kpi: withContacts(nearest.kpi, text.slice(end, end + 20)), figure, evidence, isNamed }];
    const kpi = { ...nearest.kpi, metric: "reach_n", n: contacts.value } as const;
    return [{ kpi, figure, contacts, evidence, isNamed }];
  });
  if (goals.length === 0) return asItem(text, mentions);
  const first = new Map(goals.toReversed().map((goal) => [goal.figure, goal]));
  return goals.filter((goal) => goal.figure === undefined || first.get(goal.figure) === goal);
}

/** A sentence without a last clause that says what was with a figure of its own: "900 leads is the goal, last year it was 640". */
function withoutPast(text: string, mention: Span, sentence: Span): Span {
  const behind = text.slice(mention.end, sentence.end);
  const marks = [...behind.matchAll(/[,;|(](?!\d)/g)].map(({ index }) => index);
  const cut = marks.find((at, i) => {
    const clause = behind.slice(at, marks[i + 1] ?? behind.length);
    return pastWords.test(clause) && /\d/.test(clause) && !pastWords.test(behind.slice(0, at));
  });
  return cut === undefined ? sentence : spanFrom(text, sentence.start, mention.end + cut);
}

/** "KPI: leads, a test ride that is booked. We want 600 of them": the first figure of the next sentence, where it says that it is aimed at. */
function nextFigure(
  text: string,
  mention: Mention,
  sentence: Span,
  figures: readonly (MoneySpan | Quantity)[],
) {
  if (sentence.end >= text.length) return undefined;
  const next = sentenceAround(text, { start: sentence.end + 2, end: sentence.end + 2 });
  const [figure] = spansBetween(figures, next.start, next.end);
  if (figure === undefined || pastWords.test(next.text) || metricMentions(next.text).length > 0)
    return undefined;
  const after = text.slice(figure.end, next.end);
  const { costs, aimed } = metricWords();
  const beside = { isBehind: true, between: " ", before: "", after };
  const isMeant =
    "type" in figure
      ? costs.test(next.text) &&
        mention.metric.figure === "cost" &&
        /^\P{L}*$/u.test(text.slice(mention.end, sentence.end))
      : aimed.test(after.slice(0, 30));
  if (!isMeant) return undefined;
  const kpi =
    "type" in figure ? costOf(mention.metric, figure, beside) : countOf(mention.metric, figure, beside);
  return kpi && { kpi, figure };
}

/** "EUR 60,000, online video, completed views.": the one metric of delivery that is an item of its own, in a list without a label. */
function asItem(text: string, mentions: readonly Mention[]): Goal[] {
  const items = mentions.filter((mention) => {
    const before = text.slice(sentenceAround(text, mention).start, mention.start);
    const isOfDelivery = objectiveOf(mention.metric.name) !== "conversion";
    return isOfDelivery && itemStart.test(before) && itemEnd.test(text.slice(mention.end));
  });
  const [only, ...others] = items;
  return only === undefined || others.length > 0
    ? []
    : [{ kpi: { metric: only.metric.name }, evidence: only, isNamed: false }];
}

/** Whether the sentence of some words says that they are no goal: of what was, of what comes second, or of what is denied. */
export function isNoGoal(
  text: string,
  words: Span,
  lexicon: Lexicon,
  sentence: Span = sentenceAround(text, words),
): boolean {
  const before = text.slice(sentence.start, words.start);
  return (
    pastWords.test(sentence.text) ||
    metricWords().second.test(before) ||
    isDenied(text, words, sentence, lexicon)
  );
}

function isDenied(text: string, mention: Span, sentence: Span, lexicon: Lexicon): boolean {
  const [clause] = clauseAround(text, mention, /[,;:()|]/, sentence);
  return matches(lexicon.words("no", "not"), clause.split(/\s+/).slice(-4).join(" "));
}

/** What a metric and a figure make together where nothing but words that join them stands between. */
function kpiOf(text: string, mention: Mention, figure: MoneySpan | Quantity): Kpi | undefined {
  const isBehind = figure.start >= mention.end;
  const beside: Beside = {
    isBehind,
    between: isBehind ? text.slice(mention.end, figure.start) : text.slice(figure.end, mention.start),
    before: text.slice(Math.max(0, mention.start - 40), mention.start),
    after: text.slice(figure.end, figure.end + 20),
  };
  if (beside.between.length > farthest) return undefined;
  if ("type" in figure) return costOf(mention.metric, figure, beside);
  return isJoined(mention.metric, beside) ? countOf(mention.metric, figure, beside) : undefined;
}

/** The words around a metric and a figure: between them, before the metric, behind the figure. */
interface Beside {
  readonly isBehind: boolean;
  readonly between: string;
  readonly before: string;
  readonly after: string;
}

function isJoined({ name }: Metric, { isBehind, between }: Beside): boolean {
  if (/\d/.test(between.replace(ages, ""))) return false;
  if (isBehind) return joins.test(between);
  return joinsBehind.test(between) || (name === "reach" && group.test(between));
}

/** A share, a count, or a price without its currency. */
function countOf(
  metric: Metric,
  figure: Quantity,
  { isBehind, between, before, after }: Beside,
): Kpi | undefined {
  const { unit, value = 0 } = figure;
  const { name, priced, figure: kind } = metric;
  if (unit === "share")
    return kind === "share" || (kind === "either" && value < 1) ? { metric: name, target: value } : undefined;
  if (unit !== "number" && unit !== "impressions") return undefined;
  if (isBehind && value > 0 && value < mostFor[kind]) {
    // "An install must not cost more than 2.40"
    const isPriced = metricWords().costPer.test(before) || metricWords().costs.test(between);
    // "CPCV target 3 cents"
    const price = cents.test(after) ? value / 100 : value;
    if (priced && isPriced) return { metric: priced, target: price };
    if (kind === "cost" || kind === "times") return { metric: name, target: price };
    if (name === "lift" && metricWords().points.test(after)) return { metric: name, target: value / 100 };
  }
  return wholeNumberOf(metric, figure, after);
}

/** So many clicks or people, between the fewest and the most that a campaign aims at. */
function wholeNumberOf(
  { name, priced, figure: kind }: Metric,
  figure: Quantity,
  after: string,
): Kpi | undefined {
  const { value = 0 } = figure;
  const isCount = (kind === "count" || kind === "either") && Number.isInteger(value) && !isYear(figure);
  const least = name === "reach" ? fewestPeople : fewest;
  const most = /^cp[ail]$/.test(priced ?? "") ? mostActions : Number.POSITIVE_INFINITY;
  return isCount && value >= least && value <= most && !ranges.test(after)
    ? { metric: name, target: value }
    : undefined;
}

/** "Cost per booking under CHF 60", "80 Euro pro Anfrage", "installs, at no more than $3 each", "dass ein Verkauf höchstens 30 Euro kostet" */
function costOf(
  { figure: kind, name: own, priced }: Metric,
  figure: MoneySpan,
  { isBehind, between, before, after }: Beside,
): Kpi | undefined {
  const name = kind === "cost" ? own : priced;
  if (name === undefined || name === "cpm" || figure.type !== "clear" || /[;|\n\d]/.test(between))
    return undefined;
  // "At most three contacts a week and a CPM under 18 euros": it is the CPM's.
  if (isBehind && cpm.test(between)) return undefined;
  const { costPer, each, eachBefore, costs, perOne } = metricWords();
  const isPerOne = isBehind
    ? eachBefore.test(between) || each.test(after) || costs.test(`${between} ${after}`)
    : perOne.test(between);
  // "A lead should come in at EUR 28 or less"
  const isBounded = isBehind && boundOf(between, after) === "most";
  const isPriced =
    kind === "cost" ||
    (isBehind && costPer.test(before)) ||
    ((isPerOne || isBounded) && figure.amount.minor < dearest);
  return isPriced ? { metric: name, target: toDecimal(figure.amount) } : undefined;
}

/** Its sentence, as far as it is near: in one without an end each mention would be tried with all figures. */
function nearby(text: string, mention: Span): Span {
  const whole = sentenceAround(text, mention);
  const start = Math.max(whole.start, mention.start - longestSentence);
  const end = Math.min(whole.end, mention.end + longestSentence);
  return spanFrom(text, start, end);
}

/** "60% of adults reached at least 3 times": the one least number of contacts of a sentence. */
function contactsIn(text: string, sentence: Span, quantities: readonly Quantity[]) {
  const [only, ...others] = quantities.flatMap((quantity) => {
    const { unit, value = 0, upTo, per = "flight", start, end } = quantity;
    const isHere = unit === "contacts" && start >= sentence.start && end <= sentence.end;
    const isWhole = per === "flight" && upTo === undefined && value > 1;
    return isHere && isWhole && boundOf(text.slice(sentence.start, start), "") === "least"
      ? [{ ...quantity, value }]
      : [];
  });
  return others.length === 0 ? only : undefined;
}

/** "1.5 m reach at 3+": people with so many contacts. */
function withContacts(kpi: Kpi, after: string): Kpi {
  const n = /^[\s,(]*(?:(?:at|ab|bei|à|a|con|bij|vid|przy|com)\s+)?(?<n>\d)\s?\+/iu.exec(after)?.groups?.[
    "n"
  ];
  return kpi.metric === "reach" && n !== undefined ? { ...kpi, metric: "reach_n", n: Number(n) } : kpi;
}

function isYear({ text, value = 0 }: Quantity): boolean {
  return /^\d{4}$/.test(text.trim()) && value >= 1990 && value <= 2100;
}

const cpm = says("{cpm}");
const measures = says("{measured_by}");
/** In all languages that are read. */
const cents =
  /^\s?(?:cents?|ct|pence|centimes?|c[eé]ntimos?|cêntimos?|centavos?|centesim[io]|gr(?:osz[ey]?)?|öre)(?!\p{L})/iu;
const [longestSentence, farthest] = [120, 60];
/** More is no share in points, no price of one, and no return. */
const mostFor = { count: 10_000, share: 100, either: 10_000, cost: 10_000, times: 100 } as const;
/** Under it a number is of people in a team, of spots, of weeks. */
const fewest = 100;
const fewestPeople = 1000;
/** In minor units: more than that is what all of them cost. */
const dearest = 100_000;
/** Over it a number is that of an order or an account. */
const mostActions = 50_000_000;
/** "Men 30 to 59" */
const ranges = /^[ \t]?(?:[-–]|(?:to|bis|à|tot|till|do|até)(?!\p{L}))/iu;
const ages =
  /\d{2}(?:\s?[-–]|[-–]?\s?(?:to|bis|à|a|aos|do|till|tot|y|e|och|und|and|et|en))\s?(?:i\s)?\d{2}|\d{2}\+/gu;
const joins = /^["'»)]?(?:[\s:=,()|*"'„“;–-]|(?<!\p{L})\p{L}{1,12}(?!\p{L})[.]?){0,12}$/u;
const joinsBehind = /^[\s%*+"']*(?:\p{L}[\p{L}'’-]*\s+){0,3}$/u;
/** "40 % of adults 25-54", between a share and "reached" */
const group = /^[\s%]*[\p{L}\d][\p{L}\d'’+–-]*(?:\s+[\p{L}\d][\p{L}\d'’+–-]*){0,7}\s*$/u;
const itemStart = /^(?:[^:]*[,;])?\s*$/;
const itemEnd = /^\s*(?:[.,;\n]|$)/;
const alone = /^[\s.!*|"')]*(?:,|$)/u;
