import type { Brief } from "../../brief.ts";
import { labelled } from "../../grammar/labelled.ts";
import { type Lexicon, lexiconOf } from "../../grammar/lexicon.ts";
import { cue } from "../../grammar/phrases.ts";
import { ask } from "../../grammar/question.ts";
import { overlaps, type Span, spansOf } from "../../grammar/spans.ts";
import { found, type Reading } from "../draft.ts";
import { stancesAmong } from "../stance/stance.ts";
import type { Named } from "../things.ts";

const objectives = ["awareness", "consideration", "conversion"] as const;

/** The one objective that the text names. A line "Objective: …" outweighs words elsewhere; two objectives are a question. */
export function findObjective(
  text: string,
  things: readonly Named[],
  lexicon: Lexicon,
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
  if (first === undefined) return { questions: [ask("objective", "objective.missing")] };
  if (candidates.some(({ objective }) => objective !== first.objective))
    return { questions: [ask("objective", "objective.which", { words: candidates })] };
  const strength = onLine.length > 0 ? "hard" : "soft";
  return { found: found(first.objective, first, { strength }), questions: [] };
}

/** "Sichtbarkeit: mind. 70 %" is how much of the impressions is to be seen. */
function isViewability(text: string, { text: word, end }: Span): boolean {
  return viewability.test(word) && shareBehind.test(text.slice(end));
}

const viewability = cue("^{viewability}$");
const shareBehind = cue("^[^\\n,;%]{0,30}\\d\\s?(?:%|{percent})");
