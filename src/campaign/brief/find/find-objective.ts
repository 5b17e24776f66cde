import type { Brief } from "../../model/brief.ts";
import { found, type Reading } from "../draft.ts";
import { labelled } from "../grammar/labelled.ts";
import { mentionOf } from "../grammar/mentions.ts";
import { overlaps, type Span, spansOf, words } from "../grammar/spans.ts";

/** The one objective that the text names. A line "Objective: …" outweighs words elsewhere; two objectives are a question. */
export function findObjective(text: string): Reading<Brief["objective"]> {
  const ask = (words: string) => ({ questions: [{ field: "objective", text: words }] });
  const named = lexicon.flatMap(({ objective, pattern }) =>
    spansOf(text, pattern)
      .filter((span) => mentionOf(text, span) === "wanted")
      .map((span) => ({ objective, span })),
  );
  const lines = labelled(
    text,
    "objectives?|goals?|campaign (?:goal|objective)|Kampagnenziel|Ziele?|objectifs?|objetivos?",
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

const lexicon: readonly { readonly objective: Brief["objective"]; readonly pattern: RegExp }[] = [
  {
    objective: "awareness",
    pattern: words(
      "(?:brand |product )?awareness|(?:Marken)?bekanntheit|Aufmerksamkeit|notoriété|notoriedad|reconocimiento de (?:la )?marca|visibility|Sichtbarkeit|visibilité|visibilidad",
    ),
  },
  {
    objective: "consideration",
    pattern: words(
      "consideration|(?:website |site |web )?traffic|site visits|engagement|Kaufinteresse|Interesse wecken|Website-?besuche|trafic|tráfico|considération|consideración|intérêt|interacción",
    ),
  },
  {
    objective: "conversion",
    pattern: words(
      "conversions?|leads?|lead generation|sign-?ups?|app installs?|installs|purchases|online sales|drive sales|Abverkauf|Verkäufe|Käufe|Abschlüsse|Anmeldungen|ventes|inscriptions|ventas|compras|conversiones|registros",
    ),
  },
];
