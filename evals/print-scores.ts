import { type CaseSet, caseSets } from "./brief-case.ts";
import type { Scores } from "./run-cases.ts";
import type { BriefScore } from "./score-brief.ts";
import { type Summary, summarize } from "./summarize.ts";

/** The figures of every set as a table, and what went wrong in the sets that may be looked at; of fresh ones only the names. */
export function scoresText(scores: Scores): string {
  return caseSets.map((set) => setText(set, scores[set])).join("\n\n");
}

function setText(set: CaseSet, scores: readonly BriefScore[]): string {
  const summary = summarize(scores);
  const wrong = scores.filter(({ whole }) => !whole);
  return [
    `## ${set}`,
    ...figures(summary),
    "",
    "| field | right | of |",
    "| --- | --- | --- |",
    ...Object.entries(summary.fields).map(([field, [right, all]]) => `| ${field} | ${right} | ${all} |`),
    ...(wrong.length > 0 ? ["", "Not right:"] : []),
    ...wrong.flatMap((score) =>
      mayBeRead.has(set) ? mistakes(score) : set === "fresh" ? [`- ${score.id}`] : [],
    ),
  ].join("\n");
}

const mayBeRead: ReadonlySet<CaseSet> = new Set(["known", "seen", "open"]);

function figures(summary: Summary): string[] {
  const { briefs, whole, values, questions, missedQuestions, silentlyWrong } = summary;
  return [
    `right in all that money is lost by: ${of([summary.wholeWhereItMatters, briefs])}`,
    `needless questions a brief: ${(summary.needlessQuestions / briefs).toFixed(2)}`,
    `dropped without a word: ${summary.dropped}`,
    `briefs without a mistake: ${of([whole, briefs])}`,
    `values: ${of(values)}`,
    `questions that were called for: ${of(questions)}, missed ${missedQuestions}`,
    `wrong without a question: money ${silentlyWrong.money}, dates ${silentlyWrong.dates}, exclusions ${silentlyWrong.exclusions}`,
  ];
}

function of([right, all]: readonly [number, number]): string {
  return `${right} of ${all} (${all === 0 ? 100 : Math.round((right / all) * 100)} %)`;
}

function mistakes(score: BriefScore): string[] {
  const { id, fields, missedQuestions, forbiddenQuestions, needlessQuestions, boughtAnyway, dropped } = score;
  return [
    `- ${id}`,
    ...fields
      .filter(({ right }) => !right)
      .map(({ field, expected, actual }) => `    ${field}: "${actual}" instead of "${expected}"`),
    ...missedQuestions.map((field) => `    not asked: ${field}`),
    ...[...new Set([...forbiddenQuestions, ...needlessQuestions])].map(
      (field) => `    asked for nothing: ${field}`,
    ),
    ...boughtAnyway.map((value) => `    ruled out and not left out: ${value}`),
    ...dropped.map((words) => `    dropped: "${words}"`),
  ];
}
