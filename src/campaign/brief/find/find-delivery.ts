import type { Question } from "../../model/brief.ts";
import { type DraftBrief, type Found, found } from "../draft.ts";
import { mentionOf } from "../grammar/mentions.ts";
import { spansOf, words } from "../grammar/spans.ts";

/** How the money is spent over the time, and how much of what is paid for is to be seen. */
export function findDelivery(
  text: string,
): Pick<DraftBrief, "pacing" | "viewability"> & { questions: readonly Question[] } {
  const rates = spansOf(text, viewable).flatMap((span): Found<number>[] => {
    const rate = Number(/(?<rate>\d[\d.,]*)\s?%/.exec(span.text)?.groups?.["rate"]?.replace(",", ".")) / 100;
    return rate > 0 && rate <= 1 && mentionOf(text, span) === "wanted" ? [found(rate, span)] : [];
  });
  const curves = pacings.flatMap(([pacing, pattern]) =>
    spansOf(text, pattern).flatMap((span) =>
      mentionOf(text, span) === "wanted" ? [found(pacing, span)] : [],
    ),
  );
  const questions: Question[] = [];
  const one = <Value>(all: readonly Found<Value>[], field: string, ask: string) => {
    if (new Set(all.map(({ value }) => value)).size <= 1) return all[0];
    const quoted = all.map(({ evidence }) => `"${evidence.text}"`);
    questions.push({ field, text: `${ask}: ${quoted.join(" or ")}?` });
    return undefined;
  };
  const viewability = one(rates, "measurement", "Which part of impressions is to be viewable");
  const pacing = one(curves, "pacing", "How is the money to be spent over the time");
  return { ...(viewability && { viewability }), ...(pacing && { pacing }), questions };
}

const viewable = new RegExp(
  `${words("viewab(?:ility|le)|in[- ]view|Sichtbarkeit(?:srate)?|visibilité|visibilidad|visibilità|zichtbaarheid|widoczność|visibilidade|synlighet").source}(?:[\\s:=|>≥(]|rate|of|must|be|is|at|least|minimum|min\\.|von|mindestens|au|moins|de|al|menos|minstens|co najmniej|pelo|minst|almeno|van){1,8}\\d{1,3}(?:[.,]\\d)?\\s?%`,
  "giu",
);
const pacings = [
  ["front-loaded", words("front[- ]?load(?:ed|ing)?|vorne schwer|am Anfang mehr")],
  ["back-loaded", words("back[- ]?load(?:ed|ing)?")],
  [
    "even",
    words(
      "even(?:ly)? pac(?:ed|ing)|pac(?:ed|ing) even(?:ly)?|spread evenly|evenly spread|gleichmäßig(?:e[rs]?)? (?:verteilt|Aussteuerung)",
    ),
  ],
] as const;
