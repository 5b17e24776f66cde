import { groupBy } from "../../lib/group-by.ts";
import type { City } from "../brief.ts";
import { cityAround, cityInWords } from "../file/city.ts";
import { unknownCircles } from "../grammar/distances.ts";
import {
  citiesCalled,
  cityMeant,
  type KnownCity,
  kilometresBetween,
  usualCircle,
} from "../grammar/gazetteer.ts";
import type { Lexicon } from "../grammar/lexicon.ts";
import { ask, type OpenQuestion } from "../grammar/question.ts";
import { matches, overlaps, type Span, sentenceAround } from "../grammar/spans.ts";
import { placeLines, unknownBeside } from "./cities.ts";
import { type Found, found } from "./draft.ts";
import { isOrigin, isSmallTalk } from "./places.ts";
import { listed, type Of, of, settle, usual } from "./settle-things.ts";
import { strangeWords } from "./stance/speech.ts";
import { countriesOf, type Named } from "./things.ts";

const inCountry: ReadonlySet<Named["kind"]> = new Set(["city", "region"]);

/** Countries, regions and cities, wanted and ruled out. A line "Markets: …" outweighs places elsewhere. */
export function settlePlaces(text: string, all: readonly Named[], lexicon: Lexicon) {
  const isAround = ({ kind, stance }: Named) =>
    inCountry.has(kind) && stance !== "excluded" && stance !== "unclear";
  const labelled = groupBy(placeLines(text), (line) => kindOfLine(text, line, all, lexicon));
  const lines = labelled.get("plain") ?? [];
  const onLine = (thing: Named) => lines.some((line) => overlaps(line, thing));
  // A veto is never lost.
  const isOfElse = (thing: Named) =>
    !onLine(thing) &&
    thing.stance !== "excluded" &&
    thing.stance !== "unclear" &&
    (isOrigin(text, thing, lexicon) || (thing.stance === "past" && inCountry.has(thing.kind)));
  const isOnlyOne = !all.some(
    (thing) => countriesOf(thing).length > 0 && thing.stance === "wanted" && !isOfElse(thing),
  );
  const things = citiesFirst(
    all.filter(
      (thing) =>
        onLine(thing) ||
        !((isAround(thing) && isSmallTalk(text, thing, lexicon)) || (!isOnlyOne && isOfElse(thing))),
    ),
    onLine,
  );
  const [named, vague] = [of(things, "country"), of(things, "vague place")];
  const isListed = [...named, ...vague].some(onLine);
  const isAside = (thing: Named) => isListed && !onLine(thing) && thing.stance !== "excluded";
  const isIntroduced = ({ start }: Named) =>
    lexicon.pattern(introduction).test(text.slice(Math.max(0, start - 80), start));
  const countries = settle(named, {
    field: "countries",
    valuesOf: ({ codes }) => codes,
    fateOf: (thing) => (isAside(thing) ? "leave" : usual[thing.stance]),
    strengthOf: (thing) => (onLine(thing) || isIntroduced(thing) ? "hard" : "soft"),
  });
  const near = ({ start, end }: Named) => ({
    before: text.slice(Math.max(0, start - 40), start),
    after: text.slice(end, end + 40),
  });
  // "Focus on Bavaria and Hesse" may mean them alone, or the country with more of it there.
  const focused: Named[] = [];
  for (const thing of things.filter(({ kind }) => inCountry.has(kind))) {
    const last = focused.at(-1);
    const isNext = last !== undefined && listed.test(text.slice(last.end, thing.start));
    const isOpen = thing.stance === "wanted" || thing.stance === "mentioned";
    if (isOpen && (isNext || lexicon.pattern(isFocus).test(near(thing).before))) focused.push(thing);
  }
  // "Germany, Bavaria included" is all of Germany.
  const isMore = (thing: Of<"region"> | Of<"city">) => {
    const { before, after } = near(thing);
    const isOne =
      lexicon.pattern(isIncluded.before).test(before) || lexicon.pattern(isIncluded.after).test(after);
    return isOne && countries.wanted.has(thing.country);
  };
  const regions = settle(of(things, "region"), {
    field: "places",
    valuesOf: ({ code }) => [code],
    fateOf: (thing) => {
      if (thing.stance === "excluded") return "rule out";
      return isMore(thing) || focused.includes(thing) ? "leave" : usual[thing.stance];
    },
  });
  const inBrief = [...countries.wanted.keys(), ...[...regions.wanted.keys()].map((code) => code.slice(0, 2))];
  const located = locate(of(things, "city"), inBrief, text);
  // A circle is drawn for nothing else.
  const isChosen = (thing: Located) =>
    thing.stance === "wanted" ||
    (thing.stance === "mentioned" && (onLine(thing) || thing.kilometres !== undefined));
  const within = (place: Span) => sentenceAround(text, place);
  const isBeside = (place: Span) =>
    named.some(
      (thing) =>
        thing.codes.some((code) => countries.wanted.has(code)) && within(thing).start === within(place).start,
    );
  const isBesideRegion = (place: Span) =>
    [...regions.wanted.values()].some(({ evidence }) => within(evidence).start === within(place).start);
  const cities = settle(located, {
    field: "places",
    valuesOf: ({ known, text: words }) => [known === undefined ? words : cityInWords(known)],
    fateOf: (thing) => {
      if (thing.stance === "excluded") return "rule out";
      if (isMore(thing) || focused.some(({ start }) => start === thing.start)) return "leave";
      if (labelled.get("choice")?.some((line) => overlaps(line, thing)) === true) return "ask";
      if (thing.stance === "wanted" && saysMore(text, thing, located, things, lexicon)) return "ask";
      if (thing.stance !== "mentioned") return usual[thing.stance];
      if (isChosen(thing) || located.some((other) => other.list === thing.list && isChosen(other)))
        return "take";
      // "In Mexico, in Guadalajara and Monterrey": all of the country is not what was meant; and a brief runs somewhere.
      const isNowhere = inBrief.length === 0 && !located.some(isChosen);
      const mayBe = isBeside(thing) || isBesideRegion(thing) || thing.isAmongCities || isNowhere;
      return mayBe ? "ask unless taken" : "leave";
    },
    strengthOf: ({ cities: called }) => (called.length > 1 ? "soft" : "hard"),
  });
  const wanted = citiesWanted(located, cities.wanted);
  const questions = [...countries.questions, ...regions.questions, ...cities.questions, ...wanted.questions];
  const isClear = ({ hint }: Of<"vague place">) => hint === "domestic" && countries.wanted.size > 0;
  for (const thing of vague)
    if (!isAside(thing) && !isClear(thing))
      questions.push(
        ask("countries", "countries.vague", { words: thing, hint: { key: `hints.${thing.hint}` } }),
      );
  const unknown = [...unknownBeside(text, things), ...unknownCircles(text, of(all, "city"))];
  if (unknown.length > 0) questions.push(ask("places", "places.unknown", { words: unknown }));
  const kept = partsKept(located, wanted.found, regions.wanted);
  const without = groupBy([...cities.ruledOut.values()], ({ evidence: { start } }) =>
    isOutside(located.find((thing) => thing.start === start)?.known) ? "outside" : "inside",
  );
  const inside = without.get("inside")?.map(({ evidence }) => evidence);
  if (inside !== undefined) questions.push(ask("places", "places.without", { words: inside }));
  const parts = [
    ...kept.map((one) => ({ country: one.value.slice(0, 2), place: one.evidence })),
    ...wanted.found.map((one) => ({ country: one.value.country, place: one.evidence })),
    ...focused.flatMap((thing) =>
      thing.kind === "region" || thing.kind === "city" ? [{ country: thing.country, place: thing }] : [],
    ),
  ];
  const explicit = new Set(countries.wanted.keys());
  for (const [country, one] of implied()) countries.wanted.set(country, one);
  if (countries.wanted.size === 0 && questions.length === 0)
    questions.push(ask("countries", "countries.missing"));
  const focus = focused.filter(
    (thing) => !wanted.found.some(({ evidence }) => evidence.start === thing.start),
  );
  if (focus.length > 0) {
    const around = [
      ...new Set(
        parts
          .filter(({ place }) => focus.some(({ start }) => start === place.start))
          .map(({ country }) => country),
      ),
    ];
    questions.push(ask("places", "places.too", { countries: around, regions: focus }));
  }
  questions.push(...besides());
  const isMixed = kept.length > 0 && wanted.found.length > 0;
  if (isMixed)
    questions.push(
      ask("places", "places.mixed", {
        cities: wanted.found.map(({ evidence }) => evidence),
        regions: kept.map(({ evidence }) => evidence),
      }),
    );
  return {
    found: [...countries.wanted.values()],
    ruledOut: [...countries.ruledOut.values(), ...(without.get("outside") ?? [])],
    // Sellers read two kinds of place differently: a brief holds one.
    regions: isMixed ? [] : kept,
    excludedRegions: [...regions.ruledOut.values()],
    cities: wanted.found,
    named: named.map((thing) => ({ ...thing, name: thing.codes.join(", ") })),
    questions,
  };

  /** "Manchester and Leeds. Not Liverpool": a city that no circle and no region of the brief comes near is left out as it is. */
  function isOutside(city: KnownCity | undefined): boolean {
    if (city === undefined || kept.length + wanted.found.length === 0) return false;
    return (
      kept.every(({ value }) => city.region !== undefined && city.region !== value) &&
      wanted.found.every(
        ({ value: { circle } }) =>
          circle !== undefined && kilometresBetween(circle, city) > circle.kilometres + usualCircle(city),
      )
    );
  }

  /** The countries of its places, where the text names none, and beside those that it names in one breath with them. */
  function implied(): Map<string, Found<string>> {
    const isNone = explicit.size === 0;
    if (isNone && questions.some(({ field }) => field !== "places")) return new Map();
    const some = parts.filter(
      ({ country, place }) =>
        !explicit.has(country) && !countries.ruledOut.has(country) && (isNone || isBeside(place)),
    );
    return new Map(
      some
        .toReversed()
        .map(({ country, place }) => [
          country,
          found(country, place, { strength: "soft", note: `from ${place.text}` }),
        ]),
    );
  }

  /** Places of no country of the brief, and countries of which it names none beside others of which it does. */
  function besides(): OpenQuestion[] {
    const kept = parts.filter(({ place }) => !focus.some(({ start }) => start === place.start));
    const missing = kept.filter(({ country }) => !countries.wanted.has(country));
    if (countries.wanted.size === 0 || kept.length === 0) return [];
    if (missing.length > 0)
      return [ask("places", "places.elsewhere", { regions: missing.map(({ place }) => place) })];
    const whole = [...explicit].filter((code) => !kept.some(({ country }) => country === code));
    // "Ireland and Bavaria": all of the one is wanted and a part of the other, and an order keeps to the part alone.
    const isPlain = kept.some(
      ({ place }) => isBeside(place) && !matches(lexicon.words("only"), within(place).text),
    );
    const key = isPlain ? "places.whole" : "places.too";
    return whole.length > 0
      ? [ask("places", key, { countries: whole, regions: kept.map(({ place }) => place) })]
      : [];
  }
}

/** "Where: everywhere but Leeds" is no plain line of places, and "Where: Leeds or York" is a choice between them. */
function kindOfLine(text: string, line: Span, things: readonly Named[], lexicon: Lexicon) {
  const first = things.find((thing) => overlaps(line, thing));
  const { end } = sentenceAround(text, { start: line.start, end: line.start });
  const lead = text.slice(line.start, Math.max(line.start, first?.start ?? line.start));
  if (matches(lexicon.words("alternative"), text.slice(line.start, Math.min(end, line.end)))) return "choice";
  return matches(lexicon.words("no", "not", "exclude", "turns", "doubts"), lead) ? "other" : "plain";
}

/** "Bremen and Oldenburg. In Hamburg our colleagues are on air": what another sentence says of a city may be why it is none. */
function saysMore(
  text: string,
  city: Located,
  cities: readonly Located[],
  things: readonly Named[],
  lexicon: Lexicon,
): boolean {
  const before = cities.filter(({ start }) => start < city.start);
  const { start } = sentenceAround(text, city);
  const isApart = before.length > 0 && before.every((other) => other.start < start);
  if (!isApart || city.kilometres !== undefined) return false;
  const end = city.end + (/^[^,;.)\n]*/.exec(text.slice(city.end))?.[0].length ?? 0);
  return strangeWords(text, { start: city.end, end }, things, lexicon).length > 1;
}

/** Regions that are more than a name of where the cities lie: "in the north of England. Where: Manchester and Leeds" is the cities. */
function partsKept(
  located: readonly Located[],
  wanted: readonly Found<City>[],
  regions: ReadonlyMap<string, Found<string>>,
): Found<string>[] {
  const cities = located.filter(({ start }) => wanted.some(({ evidence }) => evidence.start === start));
  const isNameOfAll = ({ value, evidence }: Found<string>) =>
    cities.length > 0 &&
    cities.every(({ known, start }) => known?.region === value && start > evidence.end + apart);
  return [...regions.values()].filter((region) => !isNameOfAll(region));
}

/** Characters between a region and cities that another sentence names. */
const apart = 60;

/** A region whose name is a city's too is that city among others: "Berlin, Köln und München". */
function citiesFirst(things: readonly Named[], onLine: (thing: Named) => boolean): readonly Named[] {
  const isTaken = (thing: Named) =>
    thing.kind === "city" && (thing.stance === "wanted" || (thing.stance === "mentioned" && onLine(thing)));
  if (!things.some(isTaken)) return things;
  return things.map((thing) => {
    if (thing.kind !== "region" || thing.stance === "excluded") return thing;
    const cities = citiesCalled(thing.text).filter(({ region }) => region === thing.code);
    return cities.length === 0
      ? thing
      : { ...thing, kind: "city", name: thing.text, cities, list: -1, isAmongCities: true };
  });
}

type Located = Of<"city"> & { readonly known?: KnownCity };

/** Which of several is meant: the one in a country of the brief, else of its other cities, else of its money, else the far larger one. */
function locate(cities: readonly Of<"city">[], inBrief: readonly string[], text: string): Located[] {
  const clear = cities.flatMap((city) => cityMeant(city.cities, inBrief)?.country ?? []);
  return cities.map((city) => {
    const near = [inBrief, clear, spentIn(text)].find((some) =>
      city.cities.some(({ country }) => some.includes(country)),
    );
    const known = cityMeant(city.cities, near ?? []);
    return { ...city, ...(known !== undefined && { known, country: known.country }) };
  });
}

/** Where money is spent that one country alone has. */
function spentIn(text: string): string[] {
  return Object.entries(currencies).flatMap(([country, money]) => (money.test(text) ? [country] : []));
}

const currencies = {
  GB: /GBP|£/,
  US: /USD|US\$/,
  CA: /CAD/,
  AU: /AUD/,
  NZ: /NZD/,
  ZA: /ZAR/,
  IN: /INR/,
  MX: /MXN/,
};

/** The cities themselves, each with its circle; one that two are called is asked about. */
function citiesWanted(located: readonly Located[], wanted: ReadonlyMap<string, Found<string>>) {
  const questions: OpenQuestion[] = [];
  const cities = [...wanted.values()].flatMap((one): Found<City>[] => {
    const thing = located.find(({ start }) => start === one.evidence.start);
    if (thing === undefined) return [];
    const { known, name, kilometres, cities: called } = thing;
    if (known !== undefined) return [{ ...one, value: cityAround(known, { name, kilometres }) }];
    const which = called.slice(0, 4).map((city) => cityInWords(city, name));
    questions.push(ask("places", "places.which", { name, cities: which }, which));
    return [];
  });
  return { found: cities, questions };
}

const article = "(?:\\s+{article})?\\s*(?:\\p{L}{1,3}['’ ])?$";
const isIncluded = {
  before: `(?<!\\p{L}){including}${article}`,
  after: "^\\s*{included}(?!\\p{L})",
};
const isFocus = `(?<!\\p{L}){focus}:?(?:\\s+\\p{L}{1,5}){0,2}\\s*(?:\\p{L}{1,3}['’])?$`;
const introduction = "(?<!\\p{L}){within}(?:(?<=\\s)|\\s+)[^.;\\n]{0,40}$";
