import type { BriefScore, FieldScore } from "./score-brief.ts";

export interface Summary {
  readonly briefs: number;
  /** Briefs with nothing wrong in them. */
  readonly whole: number;
  /** Right and all, by field. */
  readonly fields: Readonly<Record<string, readonly [right: number, all: number]>>;
  /** Right and all, over all fields. */
  readonly values: readonly [right: number, all: number];
  /** Questions that the text calls for, and all that were asked. */
  readonly questions: readonly [right: number, all: number];
  /** Questions that the text calls for and nobody asked. */
  readonly missedQuestions: number;
  /** Values of money or of time that are wrong and about which nothing is asked. */
  readonly silentlyWrong: { readonly money: number; readonly dates: number; readonly exclusions: number };
  /** Briefs in which all is right that money is lost by. */
  readonly wholeWhereItMatters: number;
  /** Questions that the text does not call for. */
  readonly needlessQuestions: number;
  /** Words that were neither taken nor asked about nor listed. */
  readonly dropped: number;
}

export function summarize(scores: readonly BriefScore[]): Summary {
  const all = scores.flatMap(({ fields }) => fields);
  const names = [...new Set(all.map(({ field }) => field))].sort();
  const rightOf = (some: readonly FieldScore[]) =>
    [some.filter(({ right }) => right).length, some.length] as const;
  const silent = (concern: (field: FieldScore) => boolean) =>
    all.filter((field) => field.silentlyWrong && concern(field)).length;
  return {
    briefs: scores.length,
    whole: scores.filter(({ whole }) => whole).length,
    fields: Object.fromEntries(
      names.map((name) => [name, rightOf(all.filter(({ field }) => field === name))]),
    ),
    values: rightOf(all),
    questions: [
      scores.reduce((total, { rightlyAsked }) => total + rightlyAsked.length, 0),
      scores.reduce((total, { asked }) => total + asked.length, 0),
    ],
    missedQuestions: scores.reduce((total, { missedQuestions }) => total + missedQuestions.length, 0),
    silentlyWrong: {
      money: silent(isMoney),
      dates: silent(({ field }) => field === "flight"),
      exclusions: scores.reduce((total, { boughtAnyway }) => total + boughtAnyway.length, 0),
    },
    wholeWhereItMatters: scores.filter(({ wholeWhereItMatters }) => wholeWhereItMatters).length,
    needlessQuestions: scores.reduce((total, { needlessQuestions }) => total + needlessQuestions.length, 0),
    dropped: scores.reduce((total, { dropped }) => total + dropped.length, 0),
  };
}

/** What became worse than `baseline`, as sentences; empty where nothing did. */
export function regressions(baseline: Summary, now: Summary): string[] {
  const share = ([right, all]: readonly [number, number]) => (all === 0 ? 1 : right / all);
  const figures = [
    ["briefs read without a mistake", baseline.whole / baseline.briefs, now.whole / now.briefs],
    ["values read rightly", share(baseline.values), share(now.values)],
    ["questions that were called for", share(baseline.questions), share(now.questions)],
    ["missed questions", -baseline.missedQuestions, -now.missedQuestions],
    ["wrong money without a question", -baseline.silentlyWrong.money, -now.silentlyWrong.money],
    [
      "what is ruled out and would be bought",
      -baseline.silentlyWrong.exclusions,
      -now.silentlyWrong.exclusions,
    ],
    ["words dropped", -baseline.dropped, -now.dropped],
    ["needless questions", -baseline.needlessQuestions, -now.needlessQuestions],
    [
      "briefs right where it matters",
      baseline.wholeWhereItMatters / baseline.briefs,
      now.wholeWhereItMatters / now.briefs,
    ],
    ["wrong dates without a question", -baseline.silentlyWrong.dates, -now.silentlyWrong.dates],
  ] as const;
  return figures.flatMap(([name, before, after]) =>
    after < before - 1e-9 ? [`${name}: ${shown(before)} in the baseline, now ${shown(after)}`] : [],
  );
}

function isMoney({ field, expected, actual }: FieldScore): boolean {
  return (
    field === "budget" ||
    field === "limits.max_cpm" ||
    (field === "kpi" && [expected, actual].some((kpi) => kpi.startsWith("cp")))
  );
}

function shown(figure: number): string {
  return figure <= 0 ? String(-figure) : `${(figure * 100).toFixed(1)}%`;
}
