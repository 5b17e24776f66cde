import type { Brief } from "../../model/brief.ts";
import { found, type Reading } from "../draft.ts";
import { labelled } from "../grammar/labelled.ts";
import { mentionOf } from "../grammar/mentions.ts";
import { overlaps, type Span, spansOf } from "../grammar/spans.ts";
import type { Lexicon } from "../language.ts";

/** The one objective that the text names. A line "Objective: …" outweighs words elsewhere; two objectives are a question. */
export function findObjective(text: string, lexicon: Lexicon): Reading<Brief["objective"]> {
  const ask = (words: string) => ({ questions: [{ field: "objective", text: words }] });
  const named = objectives.flatMap((objective) =>
    spansOf(text, lexicon.words(`objectives.${objective}`))
      .filter((span) => !["excluded", "past"].includes(mentionOf(text, span)))
      .map((span) => ({ objective, span })),
  );
  const lines = labelled(
    text,
    "objectives?|goals?|campaign (?:goal|objective)|(?:Kampagnen|Kommunikations)?ziele?|objectifs?|objetivos?|obiettiv[oi]|doel(?:stelling(?:en)?)?|cel|mål",
  );
  const onLine = named.filter(({ span }) => lines.some((line: Span) => overlaps(line, span)));
  const candidates = onLine.length > 0 ? onLine : named;
  const [first] = candidates.sort((a, b) => a.span.start - b.span.start);
  if (first === undefined) return ask("What is the objective: awareness, consideration or conversion?");
  const kinds = [...new Set(candidates.map(({ objective }) => objective))];
  if (kinds.length > 1) return ask(`Which objective comes first: ${kinds.join(" or ")}?`);
  return {
    found: found(first.objective, first.span, { strength: onLine.length > 0 ? "hard" : "soft" }),
    questions: [],
  };
}

const objectives = ["awareness", "consideration", "conversion"] as const;
