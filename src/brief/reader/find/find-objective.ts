import type { Brief, Kpi } from "../../brief.ts";
import { labelled } from "../../grammar/labelled.ts";
import { type Lexicon, lexiconOf } from "../../grammar/lexicon.ts";
import { cue } from "../../grammar/phrases.ts";
import { ask } from "../../grammar/question.ts";
import { matches, overlaps, type Span, sentenceAround, spansOf } from "../../grammar/spans.ts";
import { objectiveOf } from "../../kpi.ts";
import { found, type Reading } from "../draft.ts";
import { stancesAmong } from "../stance/stance.ts";
import type { Named } from "../things.ts";

export const objectives = ["awareness", "consideration", "conversion"] as const;

/**
 * The one objective that the text names: on a line for it or behind a word for goals, else by its own name. Where it names none, it is
 * what its KPI is for, or what it wants to sell; else a question.
 */
export function findObjective(
  text: string,
  things: readonly Named[],
  lexicon: Lexicon,
  { found: kpi, questions }: Reading<Kpi>,
): Reading<Brief["objective"]> {
  const named = objectives.flatMap((objective) =>
    spansOf(text, lexicon.words(`objectives.${objective}`))
      .filter((span) => !isViewability(text, span))
      .map((span) => ({ ...span, kind: "objective", objective })),
  );
  const stances = stancesAmong(text, named, things, lexicon);
  const meant = named
    .filter((_, i) => ["wanted", "unclear"].includes(stances[i] ?? ""))
    .sort((a, b) => a.start - b.start);
  const lines = labelled(text, lexiconOf().any("labels.objective"));
  const onLine = meant.filter((span) => lines.some((line) => overlaps(line, span)));
  const goals = spansOf(text, lexiconOf().words("labels.objective", "quantities.goal"));
  const behindGoal = meant.filter((span) =>
    goals.some(({ end }) => end <= span.start && linked.test(text.slice(end, span.start))),
  );
  const trade = meant.filter(({ objective }) => objective !== "conversion");
  // "Awareness and sign-ups" are two.
  const sentences = trade.map((each) => sentenceAround(text, each));
  const byName = meant.filter((each) =>
    sentences.some(({ start, end }) => start <= each.start && each.start < end),
  );
  const own = kpi && objectiveOf(kpi.value.metric);
  // Words for sales and leads are those of every shop: a KPI says more.
  const candidates =
    [onLine, behindGoal, byName, own || questions.length > 0 ? [] : meant].find((some) => some.length > 0) ??
    [];
  const [first] = candidates;
  const isOne = candidates.every(({ objective }) => objective === first?.objective);
  if (
    kpi &&
    own &&
    (first === undefined || (!isOne && candidates.some(({ objective }) => objective === own)))
  )
    return {
      found: found(own, kpi.evidence, { strength: "soft", note: `from the KPI, ${kpi.value.metric}` }),
      questions: [],
    };
  if (first === undefined) return { questions: [ask("objective", "objective.missing")] };
  if (!isOne) return { questions: [ask("objective", "objective.which", { words: candidates })] };
  const strength = candidates === onLine ? "hard" : "soft";
  return { found: found(first.objective, first, { strength }), questions: [] };
}

/** "Bekanntheit": the one objective that an answer names, in whatever language, and does not deny. */
export function objectiveNamed(words: string): Brief["objective"] | undefined {
  if (matches(lexiconOf().words("no", "not"), words)) return undefined;
  const [only, ...others] = objectives.filter(
    (objective) => spansOf(words, lexiconOf().words(`objectives.${objective}`)).length > 0,
  );
  return others.length === 0 ? only : undefined;
}

/** Between a word for goals and what the goal is. */
const linked = /^[^.;,\n]{0,40}$/u;

/** "Sichtbarkeit: mind. 70 %" is how much of the impressions is to be seen. */
function isViewability(text: string, { text: word, end }: Span): boolean {
  return viewability.test(word) && shareBehind.test(text.slice(end));
}

const viewability = cue("^{viewability}$");
const shareBehind = cue("^[^\\n,;%]{0,30}\\d\\s?(?:%|{percent})");
