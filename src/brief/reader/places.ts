import { z } from "zod";
import { once } from "../../lib/once-for.ts";
import { countryCodes } from "../file/countries.ts";
import { citiesCalled, nameKey } from "../grammar/gazetteer.ts";
import { allLanguages, phrasesOf, readTable } from "../grammar/language.ts";
import { anyNumberOf, type Lexicon } from "../grammar/lexicon.ts";
import {
  matches,
  nearClause,
  overlaps,
  type Span,
  sentenceAround,
  spansIn,
  spansOf,
  words,
} from "../grammar/spans.ts";
import { type CitySpan, citiesIn, placeLines } from "./cities.ts";
import { campaign } from "./stance/speech.ts";

export type Place = Span &
  (
    | { readonly kind: "country"; readonly codes: readonly string[] }
    /** Which countries are meant is asked; `hint` names what is said about it. */
    | { readonly kind: "vague place"; readonly hint: string }
    | { readonly kind: "region"; readonly code: string; readonly country: string }
    | CitySpan
  );

/** Every name of a place in the text; where names overlap, the first of the answer is the one to take. */
export function placesIn(text: string, lexicon: Lexicon): Place[] {
  const { inside, states, vague, groups, byName, names, cityWords } = knownPlaces();
  const country = (codes: readonly string[]) => (span: Span) =>
    ({ ...span, kind: "country", codes }) as const;
  const restOf = lexicon.pattern("(?<!\\p{L}){rest_of}\\s+$");
  const countries = spansOf(text, names)
    // "the rest of Australia can wait"
    .filter(({ start }) => !restOf.test(text.slice(Math.max(0, start - longestLead), start)))
    .map((span) => country([byName.get(span.text) ?? ""])(span));
  const named = new Set(countries.flatMap(({ codes }) => codes));
  const regionsOf = (codes: ReadonlySet<string>) =>
    spansOf(text, inside.pattern).flatMap((span) =>
      insideOfCountry(text, span, inside.names, codes, lexicon),
    );
  const sure = regionsOf(named).flatMap((one) => (one.kind === "region" ? [one.country] : []));
  const regions = regionsOf(new Set([...named, ...sure]));
  const byCode = spansOf(text, /(?<=[\p{L}.],? \(?)(?:[A-Z]{2})(?=[\s,.;)/]|$)/gu).flatMap(placeByCode);
  const cities = citiesIn(text, [...regions, ...countries, ...byCode], cityWords, lexicon);
  const isCity = (city: CitySpan) =>
    city.isAmongCities ||
    [...regions, ...countries].every(
      (other) =>
        !overlaps(city, other) || (city.text.length > other.text.length && city.start <= other.start),
    );
  return [
    ...cities.filter(isCity),
    ...(named.has("US") ? spansOf(text, states).flatMap(statesOfList) : []),
    ...regions,
    ...vague.flatMap(([hint, pattern]) =>
      spansOf(text, pattern)
        // "eu" is a Portuguese "I".
        .filter((span) => span.text !== "eu")
        // "South Africa"
        .filter((span) => !countries.some((one) => overlaps(one, span) && one.text.length > span.text.length))
        .map((span) => ({ ...span, kind: "vague place", hint }) as const),
    ),
    ...countries,
    ...groups.flatMap(([codes, pattern]) => spansOf(text, pattern).map(country(codes))),
    ...placeLines(text).flatMap((line) =>
      spansIn(line, /(?<![\p{L}\p{N}])[A-Z]{2}(?![\p{L}\p{N}$])/gu)
        .filter((code) => countryCodes.has(code.text))
        .map((code) => country([code.text])(code)),
    ),
    // ", DE, 33 T€": a code between marks stands for nothing else in a brief.
    ...spansOf(text, codesAlone).map((code) => country([code.text])(code)),
  ];
}

const codes = "DE|AT|CH|FR|ES|IT|NL|BE|PL|PT|SE|DK|FI|NO|GB|IE|CZ|SK|HU|LU|NZ|AU";
/** Between marks, as in ", DE, 33 T€", or "AU only"; at the head of a line, "NL + Flanders"; and two with a plus, "DK + SE". */
const codesAlone = new RegExp(
  `(?<=[,|/:]\\s?|^\\s{0,20})(?:${codes})(?=\\s?[,|/]\\s?(?:\\p{Lu}{3}|\\d|\\p{Ll})| only(?!\\p{L}))|(?<=[,|/]\\s?)(?:${codes})(?=\\s?[,|/])|(?<![\\p{L}\\p{N}.@+-])(?:${codes})(?![\\p{L}\\p{N}])(?=[^\\n.;]{0,24}\\s[+&]\\s\\p{Lu})|(?<=(?:^|[^\\p{L}])(?:${codes})\\s?[+&]\\s?)(?:${codes})(?![\\p{L}\\p{N}])`,
  "gmu",
);

/** Characters of "in the remaining part of". */
const longestLead = 30;

/** "AK and HI" */
function statesOfList(list: Span): Place[] {
  return spansIn(list, /[A-Z]{2}/g).map((code) => ({
    ...code,
    kind: "region",
    code: `US-${code.text}`,
    country: "US",
  }));
}

/**
 * Whether a place stands in small talk, "Hope the weekend in Galway was dry", or behind the closing formula of a letter, "Groeten
 * uit Gent": it says nothing of where a campaign runs.
 */
export function isSmallTalk(text: string, place: Span, lexicon: Lexicon): boolean {
  const sentence = sentenceAround(text, place);
  if (/\d/.test(sentence.text) || matches(lexicon.words("only"), sentence.text)) return false;
  const closing = lexicon.pattern(`^[\\s>*-]*${anyNumberOf("{filler|glue}[\\s,]+")}{closing}(?!\\p{L})`);
  return closing.test(sentence.text) || matches(lexicon.words("small_talk"), sentence.text);
}

/**
 * Where something comes from, is made or takes place, in a clause that says nothing of advertising: "founded in Trieste", "our plant in
 * Puebla", "makes oat drink in Brandon, Manitoba", "est. 1998, Kentucky", "TVB Silberalm (Tirol)".
 */
export function isOrigin(text: string, place: Span, lexicon: Lexicon): boolean {
  const sentence = sentenceAround(text, place);
  const [ahead, after] = nearClause(text, place, /[,;:()|•]|\s[–—-]\s/u);
  const before = text
    .slice(Math.max(sentence.start, place.start - ahead.length - longestLead), place.start)
    .replace(/(?:(?<=\d{4}), |(?<=\s)\p{Lu}[\p{L}-]+, )$/u, "");
  const lead = before.split(/[,;•|]|\s[–—-]\s/u).at(-1) ?? "";
  const clause = `${before.split(/[,;:()|•]|\s[–—-]\s/u).at(-1)} ${after}`;
  const [label = ""] = /^[^:|\n]{3,40}[:|]/.exec(sentence.text) ?? [];
  const isOfName = text[place.end] === ")" && /(?<!\d.*)\p{Lu}\p{Ll}[\p{L}-]+ \($/u.test(lead);
  return (
    (isOfName || matches(lexicon.words("origin"), label + clause)) &&
    !campaign.test(lead + clause) &&
    !matches(lexicon.words("of_ads", "only", "wish"), clause)
  );
}

/** "Austin, TX", "Birmingham, GB" */
function placeByCode(span: Span) {
  const { regions } = knownPlaces();
  return [
    ...(regions["US"]?.[span.text] === undefined
      ? []
      : [{ ...span, kind: "region", code: `US-${span.text}` } as const]),
    ...(countryCodes.has(span.text) ? [{ ...span, kind: "country", codes: [span.text] } as const] : []),
  ];
}

/**
 * A region. Where a city of a country that the text names is called the same, a word such as "region" in the sentence decides; where
 * two regions are, the country that the text names, or whose other regions it names: "Noord-Brabant en Limburg".
 */
function insideOfCountry(
  text: string,
  span: Span,
  names: readonly PlaceName[],
  named: ReadonlySet<string>,
  lexicon: Lexicon,
): Extract<Place, { kind: "region" | "vague place" }>[] {
  const fitting = names.filter(({ whole }) => whole.test(span.text));
  const isCity =
    fitting.some(({ shared }) => shared) &&
    citiesCalled(span.text).some(({ country }) => named.size === 0 || named.has(country));
  const isRegion = matches(lexicon.words("region"), sentenceAround(text, span).text);
  const [here, ...others] = fitting.filter(({ country }) => named.has(country));
  const only = here !== undefined && others.length === 0 && !isCity ? here : undefined;
  const region = only ?? fitting.find(({ shared }) => !shared || (isRegion && fitting.length === 1));
  if (region !== undefined) return [{ ...span, kind: "region", code: region.code, country: region.country }];
  return isCity ? [] : [{ ...span, kind: "vague place", hint: "ambiguous" }];
}

interface PlaceName {
  readonly pattern: string;
  readonly whole: RegExp;
  readonly country: string;
  /** ISO 3166-2. */
  readonly code: string;
  /** A city is called the same. */
  readonly shared: boolean;
}

const byCode = z.record(z.string(), z.string());
const placesSchema = z.strictObject({
  regions: z.record(z.string(), byCode),
  cities: z.strictObject({ forms: byCode, words: z.string() }),
  groups: byCode,
  vague: byCode,
  countries: byCode,
});

const knownPlaces = once(() => {
  const { regions, cities, groups, vague, countries } = readTable("places.yaml", placesSchema);
  const named = (list: string, country: string, code: string): PlaceName[] =>
    phrasesOf(list).map((name) => {
      const pattern = name.replace(/^\\\?/, "");
      const whole = new RegExp(`^(?:${pattern})$`, "iu");
      return { pattern, whole, country, shared: pattern !== name, code };
    });
  const inside = Object.entries(regions)
    .flatMap(([country, codes]) =>
      Object.entries(codes).flatMap(([code, list]) => named(list, country, `${country}-${code}`)),
    )
    .sort((a, b) => b.pattern.length - a.pattern.length);
  const state = Object.keys(regions["US"] ?? {}).join("|");
  const places = inside.map(({ pattern }) => pattern).join("|");
  const byName = countryNames(countries);
  const names = [...byName.keys()]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replaceAll(".", "\\."));
  const wordsByKey = (lists: Readonly<Record<string, string>>) =>
    Object.entries(lists).map(([key, list]) => [key, words(phrasesOf(list).join("|"))] as const);
  return {
    regions,
    cityWords: {
      forms: Object.entries(cities.forms).map(([name, list]) => ({
        name,
        pattern: new RegExp(`^(?:${phrasesOf(list).join("|")})$`, "u"),
      })),
      alsoWords: new Set(cities.words.split(/,\s+/).map(nameKey)),
    },
    inside: {
      names: inside,
      pattern: new RegExp(`(?<![\\p{L}\\p{N}.@-])(?:${places})(?![\\p{L}\\p{N}@]|-\\p{L}|\\.\\p{Ll})`, "gu"),
    },
    /** Two states and more by their codes, which are also those of countries: not behind one, as in "US, CA, DE". */
    states: new RegExp(
      `(?<![\\p{L}\\p{N}.@-]|[A-Z]{2}\\s?(?:[,/&]|and)\\s?)(?:${state})(?:(?:,(?: and| or)?| (?:and|or|&)|/)\\s?(?:${state}))+(?![\\p{L}\\p{N}])`,
      "gu",
    ),
    vague: wordsByKey(vague),
    groups: wordsByKey(groups).map(([codes, pattern]) => [codes.split(" "), pattern] as const),
    byName,
    names: new RegExp(`(?<![\\p{L}\\p{N}]|New )(?:${names.join("|")})(?![\\p{L}\\p{N}$])`, "gu"),
  };
});

/** Names are matched as written or all in small letters: "turkey" is a bird and "us" a pronoun. */
function countryNames(others: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const names = new Map(
    Object.entries(others).flatMap(([code, list]) => list.split(/,\s+/).map((name) => [name, code] as const)),
  );
  for (const { code: locale } of allLanguages()) {
    const display = new Intl.DisplayNames([locale], { type: "region" });
    for (const code of countryCodes) names.set(display.of(code) ?? code, code);
  }
  for (const [name, code] of names) {
    const lower = name.toLowerCase();
    if (lower.length >= 5 && /^\p{L}+$/u.test(lower) && !alsoWords.test(lower) && !names.has(lower))
      names.set(lower, code);
  }
  return names;
}

/** Names that are words as well when they are written in small letters. */
const alsoWords =
  /^(?:turkey|jersey|island|indie|china|malta|jordan|guinea|guernsey|martinique|grenada|dominica|granada|reunion|réunion|reunión|reunião|riunione|polonia|romania)$/;
