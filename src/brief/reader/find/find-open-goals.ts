import { labelled } from "../../grammar/labelled.ts";
import { type Lexicon, lexiconOf } from "../../grammar/lexicon.ts";
import { beginsWith } from "../../grammar/phrases.ts";
import type { Quantity } from "../../grammar/quantities.ts";
import { blanked, matches, overlaps, type Span, sentenceAround, spansOf } from "../../grammar/spans.ts";
import { measurerIn } from "./find-measurer.ts";
import { objectives } from "./find-objective.ts";

/** What else of a text has figures; `taken` says something other than a goal. */
interface Figures {
  readonly quantities: readonly Quantity[];
  readonly amounts: readonly Span[];
  readonly taken: readonly Span[];
}

/** The words of goals that are no KPI of a brief: behind a word for one, "12,000 sign-ups", "EUR 45 per sign-up". */
export function findOpenGoals(
  text: string,
  { quantities, amounts, taken }: Figures,
  lexicon: Lexicon,
): Span[] {
  const isFree = (span: Span) => !taken.some((other) => overlaps(other, span));
  const counts = quantities.filter(({ unit }) => unit === "number").filter(isFree);
  const shares = quantities.filter(({ unit }) => unit === "share").filter(isFree);
  const results = lexiconOf().pattern(
    "^\\s(?:\\p{L}+\\s){0,2}?(?:{results}|{objectives.conversion}|{objectives.consideration})(?!\\p{L})",
  );
  const behind = (span: Span, words: RegExpExecArray | null) => {
    const end = span.end + (words?.[0].length ?? 0);
    return words === null ? [] : [{ text: text.slice(span.start, end), start: span.start, end }];
  };
  const after = ({ end }: Span) => text.slice(end, end + longestResult);
  const each = amounts.filter(isFree).flatMap((amount) => {
    const per = perOne.exec(after(amount))?.[0] ?? "";
    const words = per === "" ? null : results.exec(` ${after(amount).slice(per.length).trimStart()}`);
    return words === null ? [] : behind(amount, /^.*/.exec(per + words[0]));
  });
  const lines = labelled(text, lexiconOf().any("labels.objective"))
    .map((line) => firstSentence(text, line))
    .filter((line) => [...counts, ...shares].some((figure) => overlaps(figure, line)));
  const goals = [
    ...kpis(text, lexicon),
    ...lines,
    ...counts.flatMap((count) => behind(count, results.exec(after(count)))),
    ...each,
  ];
  return goals.filter((goal, i) => !goals.slice(0, i).some((other) => overlaps(other, goal)));
}

/** Of what stands behind a label the next sentence is about something else. */
function firstSentence(text: string, { start, end }: Span): Span {
  const last = Math.min(end, sentenceAround(text, { start, end: start }).end);
  return { text: text.slice(start, last), start, end: last };
}

/** What follows a word for a KPI in its sentence, where it is more than an objective: "KPI: brand lift +4 pts". */
function kpis(text: string, lexicon: Lexicon): Span[] {
  const named = objectives.map((objective) => `objectives.${objective}`);
  const empty = blanked(text, spansOf(text, lexicon.words(...named, "glue", "filler", "plain", "be")));
  return spansOf(text, lexiconOf().words("labels.kpi")).flatMap(({ end: from }) => {
    const { end: last } = sentenceAround(text, { start: from, end: from });
    const value =
      /^[\s:=|–-]*(?<value>[^\n]*?)[\s|.]*$/.exec(text.slice(from, last))?.groups?.["value"] ?? "";
    const start = text.indexOf(value, from);
    const end = start + value.length;
    // "Viewability of 70 %, measured by IAS"
    const isMeasurer = measurerIn(value)?.text.length === value.length;
    const isNone = !/\d/.test(value) && matches(lexicon.words("no", "not"), value);
    return !isMeasurer && !isNone && /[\p{L}\p{N}]{2}/u.test(empty.slice(start, end))
      ? [{ text: value, start, end }]
      : [];
  });
}

const longestResult = 60;
const perOne = beginsWith("{per}|/");
