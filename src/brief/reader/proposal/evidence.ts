import type { MarkedSpan } from "../../../llm/questions/marked-text.ts";
import type { ProposedField } from "../../../llm/questions/propose-brief.ts";
import type { MoneySpan } from "../../grammar/amounts.ts";
import type { Lexicon } from "../../grammar/lexicon.ts";
import type { Quantity } from "../../grammar/quantities.ts";
import { matches, type Span, sentenceAround, spanFrom, spansOf as spansIn } from "../../grammar/spans.ts";
import type { OpenDraft } from "../draft.ts";
import type { LabelledDate } from "../label-dates.ts";
import type { LabelledAmount } from "../labelled-amount.ts";
import type { Named } from "../things.ts";
import type { Proposal } from "./ask.ts";
import { askedSpans } from "./asked-spans.ts";
import { fieldForms } from "./fields.ts";

/** What code found in the text itself. */
export interface Seen {
  readonly text: string;
  readonly lexicon: Lexicon;
  readonly amounts: readonly LabelledAmount[];
  /** With those of fees and goals, which are no money of the budget. */
  readonly allAmounts: readonly MoneySpan[];
  readonly dates: readonly LabelledDate[];
  readonly allQuantities: readonly Quantity[];
  readonly things: readonly Named[];
  readonly draft: OpenDraft;
}

/** What a model is asked to give a role: all figures, and names that may be sellers'. */
export function spansOf({ text, lexicon, allAmounts, dates, allQuantities, things }: Seen): MarkedSpan[] {
  const only = spansIn(text, capitals).filter((name) =>
    matches(lexicon.words(...closingWords), sentenceAround(text, name).text),
  );
  return askedSpans(text, {
    amount: allAmounts,
    date: dates,
    share: allQuantities.filter(({ unit }) => unit === "share"),
    name: [...things.filter(({ kind }) => kind === "seller"), ...only],
  });
}

/** Words that begin with a capital. */
const capitals = /(?<![\p{L}\p{N}.@-])\p{Lu}[\p{L}\p{N}&'’-]*(?: \p{Lu}[\p{L}\p{N}&'’-]*){0,4}/gu;

/** A proposed value that can be read, with the places of its quotes. */
export interface Claim {
  readonly field: ProposedField;
  /** As `fieldForms` write it. */
  readonly value: string;
  readonly written: string;
  readonly ruledOut: boolean;
  /** Every place where a quote stands. */
  readonly quotes: readonly Span[];
}

/** The proposed values that can be read at all and whose quotes all stand in the text, outside what was set aside. */
export function claimsOf(text: string, { values }: Proposal): Claim[] {
  const claims = values.flatMap((proposed): Claim[] => {
    const value = fieldForms[proposed.field].read(proposed.value);
    const places = proposed.quotes.map((quote) => placesOf(text, quote));
    if (value === undefined || places.length === 0 || places.some(({ length }) => length === 0)) return [];
    return [
      {
        field: proposed.field,
        value,
        written: proposed.value.trim(),
        ruledOut: proposed.ruled_out && isPlaceField(proposed.field),
        quotes: places.flat(),
      },
    ];
  });
  return [...new Map(claims.map((claim) => [JSON.stringify([claim.field, claim.value]), claim])).values()];
}

export type PlaceField = "countries" | "regions" | "cities" | "channels";

export function isPlaceField(field: ProposedField): field is PlaceField {
  return field === "countries" || field === "regions" || field === "cities" || field === "channels";
}

/** Line breaks and the spaces of tables count as spaces: a quote is folded in the same way. */
function fold(text: string): string {
  return text.replaceAll(/\s/g, " ");
}

/** Where a quote stands in the text, letter by letter but for the kind of its spaces. */
export function placesOf(text: string, quote: string): Span[] {
  const folded = fold(text);
  const words = fold(quote.normalize("NFC")).trim();
  if (words.length < 2) return [];
  const places: Span[] = [];
  for (let start = folded.indexOf(words); start >= 0; start = folded.indexOf(words, start + words.length)) {
    const end = start + words.length;
    if (places.length < mostPlaces) places.push(spanFrom(text, start, end));
  }
  return places;
}

const mostPlaces = 20;

export function inside(span: Span, { quotes }: Claim): boolean {
  return quotes.some(({ start, end }) => span.start < end && start < span.end);
}

/** Where the value of a claim stands letter by letter in one of its quotes. */
export function nameIn(claim: Claim, { text }: Seen): Span | undefined {
  for (const quote of claim.quotes) {
    const at = quote.text.toLowerCase().indexOf(claim.value);
    if (at < 0) continue;
    const start = quote.start + at;
    const end = start + claim.value.length;
    const isWhole = !/[\p{L}\p{N}]/u.test(`${text[start - 1] ?? ""}${text[end] ?? ""}`);
    if (isWhole) return spanFrom(text, start, end);
  }
  return undefined;
}

/** Lists of words that say who alone is bought from. */
export const closingWords = ["only", "nobody_else", "nobody_but"];

/** Lists of words, one of which near a thing may rule it out. */
export const refusals = ["no", "not", "exclude", "excluded", "refusals"];
