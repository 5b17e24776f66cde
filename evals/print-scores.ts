import { type CaseSet, caseSets } from "./brief-case.ts";
import type { Scores } from "./run-cases.ts";
import type { BriefScore } from "./score-brief.ts";
import { type Summary, summarize } from "./summarize.ts";

/** The figures of both sets as a table, and what went wrong in known briefs; of fresh ones only the names, so that they stay fresh. */
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
    ...wrong.flatMap((score) => (set === "known" ? mistakes(score) : [`- ${score.id}`])),
  ].join("\n");
}

function figures({ briefs, whole, values, questions, missedQuestions, silentlyWrong }: Summary): string[] {
  return [
    `briefs without a mistake: ${of([whole, briefs])}`,
    `values: ${of(values)}`,
    `questions that were called for: ${of(questions)}, missed ${missedQuestions}`,
    `wrong without a question: money ${silentlyWrong.money}, dates ${silentlyWrong.dates}`,
  ];
}

function of([right, all]: readonly [number, number]): string {
  return `${right} of ${all} (${all === 0 ? 100 : Math.round((right / all) * 100)} %)`;
}

function mistakes({ id, fields, missedQuestions, forbiddenQuestions }: BriefScore): string[] {
  return [
    `- ${id}`,
    ...fields
      .filter(({ right }) => !right)
      .map(({ field, expected, actual }) => `    ${field}: "${actual}" instead of "${expected}"`),
    ...missedQuestions.map((field) => `    not asked: ${field}`),
    ...forbiddenQuestions.map((field) => `    asked for nothing: ${field}`),
  ];
}
