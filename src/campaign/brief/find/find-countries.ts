import type { Question } from "../../model/brief.ts";
import { countryNames, isCountry } from "../countries.ts";
import { type Found, found } from "../draft.ts";
import { labelled } from "../grammar/labelled.ts";
import { mentionOf } from "../grammar/mentions.ts";
import { overlaps, type Span, words } from "../grammar/spans.ts";
import type { Named } from "../grammar/splits.ts";
import { fuzzyPlaces, regions } from "../regions.ts";

/**
 * Countries by their names in four languages; `named` is every place that names one. Regions without a fixed list, parts of
 * countries and names with two meanings become questions.
 */
export function findCountries(text: string): {
  found: Found<string>[];
  named: readonly Named[];
  questions: Question[];
} {
  const countries = new Map<string, Found<string>>();
  const questions: Question[] = [];
  const ask = (words: string) => questions.push({ field: "countries", text: words });

  const places = placesIn(text);
  const lines = labelled(text, labels);
  const listed = places.filter((place) => lines.some((line) => overlaps(line, place)));
  for (const place of listed.length > 0 ? listed : places) {
    const mention = mentionOf(text, place);
    if (mention === "excluded") continue;
    const quoted = `"${place.text}"`;
    if (place.type === "fuzzy") ask(`Which countries does ${quoted} mean? ${place.hint}`);
    else if (mention === "past")
      ask(`Is ${quoted} (${place.codes.join(", ")}) one of this campaign's countries, or an earlier one's?`);
    else if (mention === "unclear") ask(`Is ${quoted} (${place.codes.join(", ")}) wanted or ruled out?`);
    else {
      const sure = listed.length > 0 || introduced.test(text.slice(0, place.start));
      for (const code of place.codes.filter((each) => !countries.has(each)))
        countries.set(code, found(code, place, { strength: sure ? "hard" : "soft" }));
    }
  }
  if (countries.size === 0 && questions.length === 0) ask("In which countries does the campaign run?");
  const named = places.flatMap((place) =>
    place.type === "fuzzy" ? [] : [{ ...place, name: place.codes.join(", ") }],
  );
  return { found: [...countries.values()], named, questions };
}

type Place = Span &
  (
    | { readonly type: "countries"; readonly codes: readonly string[] }
    | { readonly type: "fuzzy"; readonly hint: string }
  );

function placesIn(text: string): Place[] {
  const places: Place[] = [];
  const add = (place: Place) => {
    if (!places.some((other) => overlaps(other, place))) places.push(place);
  };
  const at = (match: RegExpExecArray) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  });
  for (const [pattern, hint] of fuzzyPlaces)
    for (const match of text.matchAll(words(pattern))) add({ ...at(match), type: "fuzzy", hint });
  for (const match of text.matchAll(namePattern)) {
    const code = names.get(match[0]);
    if (code !== undefined) add({ ...at(match), type: "countries", codes: [code] });
  }
  for (const [pattern, codes] of regions)
    for (const match of text.matchAll(words(pattern))) add({ ...at(match), type: "countries", codes });
  for (const list of labelled(text, labels))
    for (const match of list.text.matchAll(/(?<![\p{L}\p{N}])[A-Z]{2}(?![\p{L}\p{N}])/gu)) {
      const start = list.start + match.index;
      if (isCountry(match[0]))
        add({ text: match[0], start, end: start + 2, type: "countries", codes: [match[0]] });
    }
  return places.sort((a, b) => a.start - b.start);
}

const names = countryNames();
// Names are matched as written: "turkey" is a bird and "us" a pronoun.
const namePattern = new RegExp(
  `(?<![\\p{L}\\p{N}]|New )(?:${[...names.keys()].map((name) => name.replaceAll(".", "\\.")).join("|")})(?![\\p{L}\\p{N}])`,
  "gu",
);
const labels =
  "countr(?:y|ies)|markets?|geo(?:graphy)?|territor(?:y|ies)|L[aä]nd(?:er)?|M[aä]rkte?|Zielm[aä]rkte?|pays|marchés?|país(?:es)?|mercados?";
const introduced =
  /(?:\bin|across|throughout|for|within|für|im|en|au|aux|dans|para)\s+(?:the |der |den |die |la |los |le |les |all of )?[^.;\n]{0,40}$/iu;
