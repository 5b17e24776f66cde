import { freePlaces, type Span, spansOf, words } from "./spans.ts";

/** A part of a whole as it stands in the text; `share` is more than 0 and at most 1. */
export interface Share extends Span {
  readonly share: number;
}

/** Percentages and fractions in words, in the order of the text. */
export function shareSpans(text: string): Share[] {
  const percentages = [...text.matchAll(percentage)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
    share: Number((Number((match.groups?.["number"] ?? "").replace(",", ".")) / 100).toPrecision(12)),
  }));
  const fractions: Share[] = [];
  const isFree = freePlaces(text.length);
  for (const { pattern, share } of named)
    for (const span of spansOf(text, pattern))
      if (isFree(span) && !counted.test(text.slice(span.end, span.end + 80)))
        fractions.push({ ...span, share });
  return [...percentages, ...fractions]
    .filter(({ share }) => share > 0 && share <= 1)
    .sort((a, b) => a.start - b.start);
}

const percentage =
  /(?<![\d.,])(?<number>\d{1,3}(?:[.,]\d{1,2})?)\s?(?:%|(?:percent|per cent|Prozent|pour cent|por ciento)(?!\p{L}))/giu;

// The first that matches a piece of text keeps it: "two thirds" before "third".
const named: readonly { readonly pattern: RegExp; readonly share: number }[] = [
  { pattern: words("two[ -]thirds|zwei Drittel|deux tiers|dos tercios"), share: 2 / 3 },
  { pattern: words("three[ -]quarters|drei Viertel|trois quarts|tres cuartos"), share: 3 / 4 },
  {
    pattern: words("(?:a|one)[ -]third|ein(?:em|es)? Drittel[sn]?|(?:un|le) tiers|(?:un|el) tercio"),
    share: 1 / 3,
  },
  {
    pattern: words(
      "(?:a|one)[ -]quarter|ein(?:em|es)? Viertel[sn]?|(?:un|le) quart|(?:un|el) cuarto|una cuarta parte",
    ),
    share: 1 / 4,
  },
  { pattern: words("(?:one |a |the )?half|(?:die|der) Hälfte|la moitié|la mitad"), share: 1 / 2 },
];
/** "half a million", "half of March", "a quarter of an hour", "half-year": a part of something else than the budget. */
const counted =
  /^(?:-|\s+(?:a|an|of an?|eine[rn]?|d['’]un|de un)?\s*(?:million|hour|year|dozen|Million|Stunde|heure|hora|of (?:January|February|March|April|May|June|July|August|September|October|November|December)))/iu;
