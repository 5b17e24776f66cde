import { behind, type Circle, circleBeside } from "../grammar/distances.ts";
import { citiesCalled, type KnownCity, nameKey } from "../grammar/gazetteer.ts";
import { labelled, linesOf } from "../grammar/labelled.ts";
import { type Lexicon, lexiconOf } from "../grammar/lexicon.ts";
import { cue } from "../grammar/phrases.ts";
import {
  clauseAround,
  overlaps,
  type Span,
  sentenceAround,
  spanFrom,
  spansIn,
  spansOf,
} from "../grammar/spans.ts";

/** A city as a text names it, and all that are called so. */
export interface CitySpan extends Span {
  readonly kind: "city";
  readonly name: string;
  readonly cities: readonly KnownCity[];
  readonly country: string;
  /** How far around it, where the text says so. */
  readonly kilometres?: number;
  /** Which of the text's lists of cities it stands in. */
  readonly list: number;
  /** A country or a region is called the same, but its list is one of cities. */
  readonly isAmongCities: boolean;
}

/** A name that a text may use for something else: forms that the gazetteer lacks, and those that are words as well. */
export interface CityWords {
  readonly forms: readonly { readonly name: string; readonly pattern: RegExp }[];
  readonly alsoWords: ReadonlySet<string>;
}

/** Where a region or a country stands in the text: it says which city is meant. */
export interface Surroundings extends Span {
  readonly kind: string;
  readonly codes?: readonly string[];
  readonly code?: string;
}

/**
 * Cities that a text names as places: under a label, in a list with another place, beside their country or region, behind "in" or
 * "around", with a circle, or alone between two marks. Names of people and words that are cities too are none, and neither is what
 * stands in an address or below a letter.
 */
export function citiesIn(
  text: string,
  others: readonly Surroundings[],
  words: CityWords,
  lexicon: Lexicon,
): CitySpan[] {
  const lines = placeLines(text);
  const signature = endOfLetter(text, lexicon);
  const joint = lexicon.pattern(
    "^\\s*(?:city\\s*|town\\s*)?(?:[,;/&+|]|,?\\s*(?<!\\p{L}){quantities.and}(?:\\s+(?:{in_city}|\\p{L}{1,3}))?)\\s*$",
  );
  const isJoined = (a: Span, b: Span) =>
    b.start - a.end < longestJoint &&
    joint.test(text.slice(a.end, b.start)) &&
    !betweenRows.test(text.slice(a.end, b.start));
  const leading = lexicon.pattern(
    "(?<!\\p{L})(?:{in_city|within|focus|including}:?|{labels.places}(?:[ \\t]+\\p{L}{1,3}){0,2})[ \\t]+(?:\\p{L}{1,3}['’])?$",
  );
  // "Rio de Janeiro is not part of it"
  const refusal = lexicon.pattern("^\\s+(?:{be}\\s+|is\\s+|ist\\s+)?(?:{not}|{no}|{excluded})(?!\\p{L})");
  // "Médias" at the head of a row is a town in Romania as well, and "Nada de cine" names none in Japan.
  const label = lexicon.pattern(
    "^(?:{labels.channels|labels.objective|labels.audience|labels.brand}|{no|not|exclude})$",
  );
  const isAlsoWord = (name: string) => words.alsoWords.has(nameKey(name)) || label.test(name);
  const isLedTo = (name: Span, before: string) => {
    const after = text.slice(name.end, name.end + 20);
    const isLed = leading.test(before) || alone.test(after);
    return !isAlsoWord(name.text) && (isLed || (startsSentence.test(before) && refusal.test(after)));
  };
  const alone = lexicon.pattern("^\\s+(?:{only}|{labels.places})(?!\\p{L})");
  // "Campaign: Spring": the name alone, for a whole brief may stand behind it.
  const ofNames = ["campaign", "brand", "message", "subject"]
    .flatMap((label) => linesOf(text, label))
    .map((line) => ({ ...line, end: line.start + (/^[^.,;(|]*/.exec(line.text)?.[0].length ?? 0) }));
  const candidates = namedIn(text, lines, words, lexicon).map((span, i, all): Candidate => {
    const beside = others.find(
      (other) =>
        other.start >= span.end &&
        /^(?:\s?[,(/]\s?|\s)$/.test(text.slice(span.end, other.start)) &&
        span.cities.some((city) => liesIn(city, other)),
    );
    const before = text.slice(Math.max(0, span.start - longestLead), span.start);
    const tail = beside === undefined ? span.end : closed(text, beside.end);
    const previous = all[i - 1]?.end ?? 0;
    const free = previous + (behind.exec(text.slice(previous, span.start))?.[0].length ?? 0);
    const circle = circleBeside(
      text.slice(Math.max(span.start - longestLead, i === 0 ? 0 : free), span.start),
      text.slice(tail, Math.min(tail + longestLead, Math.max(tail, all[i + 1]?.start ?? text.length))),
    );
    const isWhole = beside?.kind === "region" || (circle?.behind ?? 0) > 0;
    const isOnLine = lines.some((line) => overlaps(line, span));
    const isAddress =
      !isOnLine &&
      (/\d{4,5}[ \t]$/.test(before) ||
        overlaps(signature, span) ||
        ofNames.some((line) => overlaps(line, span)) ||
        isSignature(text, span) ||
        isGreeting(text, span, lexicon));
    const isLed = isLedTo(span, before);
    const isWord = isAlsoWord(span.text) || isTown(span);
    const isNamed = isOnLine || beside !== undefined || circle !== undefined || (!isWord && isLed);
    return {
      ...span,
      ...(beside && { cities: span.cities.filter((city) => liesIn(city, beside)) }),
      start: span.start - (circle?.ahead ?? 0),
      end: isWhole ? tail + (circle?.behind ?? 0) : span.end,
      ...(circle && { circle }),
      isWord,
      isLed,
      fate: isAddress ? "address" : isNamed ? "place" : "open",
    };
  });
  const all = lists(candidates, isJoined).map((list) => ({ list, isOfPlaces: isOfPlaces(list) }));
  const places = new Set(
    all.flatMap(({ list, isOfPlaces: is }) => (is ? list.map(({ name }) => nameKey(name)) : [])),
  );
  // "in Porto, … 15 km around Porto"
  const saidOf = new Map(
    candidates.flatMap(({ name, circle }) => (circle ? [[nameKey(name), circle.kilometres] as const] : [])),
  );
  return all.flatMap(({ list, isOfPlaces: is }, i) => {
    // "within 20 km of Leeds and Bradford" is said of both.
    const led = list[0]?.circle;
    const last = list.at(-1);
    const isOfEach = last?.circle !== undefined && saysOfEach(text, last);
    const shared =
      led !== undefined && led.ahead > 0 ? led.kilometres : isOfEach ? last.circle?.kilometres : undefined;
    const isAmongCities =
      list.length > 1 && list.some((one) => !others.some((other) => overlaps(one, other)));
    return (
      list
        // Whatever is said of a city elsewhere is said of the same one: "not Lille, Nantes instead".
        .filter(
          (one) =>
            one.fate !== "address" &&
            (is || places.has(nameKey(one.name))) &&
            !isCountryOf(list, one, others),
        )
        .map(({ name, cities, start, end, circle }) => {
          const kilometres = circle?.kilometres ?? shared ?? saidOf.get(nameKey(name));
          return {
            ...spanFrom(text, start, end),
            kind: "city",
            name,
            cities,
            country: cities[0]?.country ?? "",
            list: i,
            isAmongCities,
            ...(kilometres !== undefined && { kilometres }),
          };
        })
    );
  });

  function isOfPlaces(list: readonly Candidate[]): boolean {
    const [first, last] = [list[0], list.at(-1)];
    if (first === undefined || last === undefined) return false;
    const isAlone =
      startsPart.test(text.slice(Math.max(0, first.start - longestLead), first.start)) &&
      endsPart.test(text.slice(last.end, last.end + longestLead));
    return (
      list.some(({ fate }) => fate === "place") ||
      others.some((other) => isJoined(other, first) || isJoined(last, other)) ||
      ((isAlone || list.length > 1) && list.some(({ isWord }) => !isWord)) ||
      (list.length > 1 && list.some(({ isLed }) => isLed))
    );
  }
}

/** "Seville and Malaga, 20 km around each", "Munich, Stuttgart and Vienna, with 30 km around": a mark parts the distance from the last one. */
function saysOfEach(text: string, { name, start, end }: Candidate): boolean {
  const beside = text.slice(start, end + longestLead);
  return partedDistance.test(beside.slice(name.length)) || ofEach.test(text.slice(end, end + longestLead));
}

/** "Guadalajara y Monterrey, México": the last of a list that all others lie in. */
function isCountryOf(list: readonly Candidate[], one: Candidate, others: readonly Surroundings[]): boolean {
  const country = others.find((other) => other.kind === "country" && overlaps(other, one));
  const before = list.slice(0, -1);
  return (
    country !== undefined &&
    one === list.at(-1) &&
    before.length > 0 &&
    before.every(({ cities }) => cities.some((city) => liesIn(city, country)))
  );
}

/** Names with nothing but what joins a list between them. */
function lists(candidates: readonly Candidate[], isJoined: (a: Span, b: Span) => boolean): Candidate[][] {
  const all: Candidate[][] = [];
  for (const one of candidates) {
    const last = all.at(-1)?.at(-1);
    if (last !== undefined && isJoined(last, one)) all.at(-1)?.push(one);
    else all.push([one]);
  }
  return all;
}

/** Names on the lines of places that hold a city, which nobody knows: "Gdańsk, Gdynia, Sopot". */
export function unknownBeside(text: string, known: readonly (Span & { readonly kind: string })[]): Span[] {
  return placeLines(text).flatMap((whole) => {
    // "Where: Leeds. When: from Monday"
    const { end } = sentenceAround(text, { start: whole.start, end: whole.start });
    const line = spanFrom(text, whole.start, Math.min(whole.end, end));
    const here = known.filter((one) => overlaps(one, line));
    if (!here.some(({ kind }) => kind === "city")) return [];
    return spansIn(
      line,
      /(?<=^|[,;/&+]\s?|\s\p{Ll}{1,3}\s)\p{Lu}[\p{L}'’-]{2,}(?: \p{Lu}[\p{L}'’-]+){0,2}(?=\s?(?:[,;/&+]|$)|\s\p{Ll}{1,3}\s)/gu,
    ).filter((name) => !here.some((one) => overlaps(one, name)));
  });
}

/** Values of lines such as "Markets: …" and "Cities: …". */
export function placeLines(text: string): Span[] {
  return labelled(text, lexiconOf().any("labels.places"));
}

type Name = Span & Pick<CitySpan, "name" | "cities">;

interface Candidate extends Name {
  readonly circle?: Circle;
  readonly isWord: boolean;
  /** Words such as "in" stand before it. */
  readonly isLed: boolean;
  readonly fate: "place" | "open" | "address";
}

/**
 * The longest names that the gazetteer has. Small letters count under a label and behind "in" or in its list, where all of the line
 * is in small letters.
 */
function namedIn(text: string, lines: readonly Span[], { forms, alsoWords }: CityWords, lexicon: Lexicon) {
  const leading = lexicon.pattern("(?<!\\p{L})(?:{in_city})\\s+$");
  const joint = lexicon.pattern("^\\s*(?:[,/&+]|(?<!\\p{L}){quantities.and})(?:\\s+{in_city})?\\s*$");
  const common = new Set(lexicon.tables.flatMap((table) => table.common));
  const isPlaceInSmall = (word: Span, last: Span | undefined): boolean => {
    if (word.text.length < 4 || alsoWords.has(nameKey(word.text)) || common.has(word.text)) return false;
    const line = lines.find((one) => overlaps(one, word));
    const before = text.slice(Math.max(0, word.start - longestJoint), word.start);
    const isNext = last !== undefined && word.start - last.end < longestJoint;
    const isLed = leading.test(before) || (isNext && joint.test(text.slice(last.end, word.start)));
    return (isLed || line !== undefined) && !/\p{Lu}\p{Ll}/u.test(lineAround(text, word));
  };
  const tokens = spansOf(
    text,
    /(?<![\p{L}\p{N}@._-])\p{L}[\p{L}'’-]*(?:(?<=(?<!\p{L})(?:St|Ste))\.)?(?![\p{N}@_]|\.\p{Ll})/gu,
  );
  const found: Name[] = [];
  for (let i = 0; i < tokens.length; i += 1) {
    const first = tokens[i];
    if (first === undefined) break;
    const isName = /^\p{Lu}/u.test(first.text) || isPlaceInSmall(first, found.at(-1));
    if (!isName) continue;
    // "La Rochelle", but not "La"
    const least = first.text.length < 3 ? 2 : 1;
    for (let count = Math.min(4, tokens.length - i); count >= least; count -= 1) {
      const last = tokens[i + count - 1];
      if (last === undefined || last.end - first.start > 50) continue;
      const name = text.slice(first.start, last.end);
      if (count > 1 && /[^\p{L}'’. -]/u.test(name)) continue;
      const form = forms.find(({ pattern }) => pattern.test(name))?.name;
      const cities = citiesCalled(form ?? name);
      if (cities.length === 0) continue;
      found.push({ text: name, start: first.start, end: last.end, name: form ?? name, cities });
      i += count - 1;
      break;
    }
  }
  return found;
}

/** What is near of the line of a word. */
function lineAround(text: string, { start, end }: Span): string {
  const near = { start: start - longestLine, end: end + longestLine };
  return clauseAround(text, { start, end }, /\n/, near).join("");
}

const longestLine = 200;

function liesIn({ country, region }: KnownCity, { codes, code }: Surroundings): boolean {
  return code === undefined ? codes?.includes(country) === true : code === region;
}

const partedDistance =
  /^(?:,\s(?:\p{L}+,?\s){0,6}\+?\d|\s?\((?:(?:\p{L}+\s){1,5}\+?\d|\+?\d+\s?\p{L}+[ -]\p{L}))/u;
const ofEach = cue("^[^.;\\n]{0,30}(?<!\\p{L}){each_one}(?!\\p{L})");

function closed(text: string, end: number): number {
  return text[end] === ")" ? end + 1 : end;
}

/** From the closing formula of a letter on: who wrote it and where from, as far as the mail that it answers. */
function endOfLetter(text: string, lexicon: Lexicon): Span {
  const closings = spansOf(text, /(?<=^|\n)[^\n]+/g).filter(
    ({ text: line }) =>
      line.length < 60 &&
      lexicon.pattern("^[\\s>*-]*(?:{filler|glue}[\\s,]+)?{closing}(?!\\p{L})").test(line),
  );
  const last = closings.findLast(({ start }) => start > 20);
  const start = last?.start ?? text.length;
  const answered = text.slice(start).search(answeredMail);
  return spanFrom(text, start, answered < 0 ? text.length : start + answered);
}

/** There are so many towns that many a surname and many a word is one: as a place it counts among others. */
function isTown({ cities }: Name): boolean {
  return cities.every(({ thousands }) => thousands < mostOfTown);
}

/** In thousands of people. */
const mostOfTown = 50;

/** A name alone on the last line, which is no large city's: "Kiss,\nKarin". */
function isSignature(text: string, { start, end, cities: [city] }: Name): boolean {
  const isLast = /\S\s*\n\s*$/.test(text.slice(0, start)) && text.slice(end).trim() === "";
  return isLast && (city?.thousands ?? 0) < leastOfCity;
}

/** In thousands of people. */
const leastOfCity = 100;

/** "Hello from Leeds,", but not "hi, posters in Leeds please". */
function isGreeting(text: string, span: Span, lexicon: Lexicon): boolean {
  const { start } = sentenceAround(text, span);
  return lexicon.pattern("^[\\s>*#-]*{greeting}(?!\\p{L})[^,.:!]{0,30}$").test(text.slice(start, span.start));
}

/** The line "… wrote:" above it is set aside, and blank. */
const answeredMail = /\n {8,}\n|\n>/;
const startsSentence = /(?:^|[.!?;\n])\s*(?:\p{L}{1,3}\s+)?$/u;
const betweenRows = /\|\s*\n|\n\s*\|/;
const longestLead = 60;
const longestJoint = 24;
const startsPart = /(?:^|[\n,;|/.:–—•*-]\s*)$/;
const endsPart = /^\s*(?:$|[\n,;|/–—•]|\.(?:\s|$))/;
