import type { Brief, Kpi } from "../../brief.ts";
import { labelled } from "../../grammar/labelled.ts";
import { type Lexicon, lexiconOf } from "../../grammar/lexicon.ts";
import { cue } from "../../grammar/phrases.ts";
import { ask } from "../../grammar/question.ts";
import { overlaps, type Span, spansOf } from "../../grammar/spans.ts";
import { objectiveOf } from "../../kpi.ts";
import { type Found, found, type Reading } from "../draft.ts";
import { stancesAmong } from "../stance/stance.ts";
import type { Named } from "../things.ts";

const objectives = ["awareness", "consideration", "conversion"] as const;

/**
 * The one objective that the text names. A line "Objective: …" outweighs words elsewhere. Where it names none, or several, it is
 * what its KPI is for; else a question.
 */
export function findObjective(
  text: string,
  things: readonly Named[],
  lexicon: Lexicon,
  kpi: Found<Kpi> | undefined,
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
  const candidates = onLine.length > 0 ? onLine : meant;
  const [first] = candidates;
  const own = kpi && objectiveOf(kpi.value.metric);
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
  const strength = onLine.length > 0 ? "hard" : "soft";
  return { found: found(first.objective, first, { strength }), questions: [] };
}

/** "Sichtbarkeit: mind. 70 %" is how much of the impressions is to be seen. */
function isViewability(text: string, { text: word, end }: Span): boolean {
  return viewability.test(word) && shareBehind.test(text.slice(end));
}

const viewability = cue("^{viewability}$");
const shareBehind = cue("^[^\\n,;%]{0,30}\\d\\s?(?:%|{percent})");
