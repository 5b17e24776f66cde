import { groupBy } from "../../lib/group-by.ts";
import { devices } from "../brief.ts";
import { labelled } from "../grammar/labelled.ts";
import { type Lexicon, lexiconOf } from "../grammar/lexicon.ts";
import { cue } from "../grammar/phrases.ts";
import { ask, type OpenQuestion } from "../grammar/question.ts";
import { overlaps, type Span, sentenceAround } from "../grammar/spans.ts";
import { type Found, found } from "./draft.ts";
import { isSmallTalk, placeLines } from "./places.ts";
import type { Stance } from "./stance/speech.ts";
import type { Named } from "./things.ts";

/** What becomes of a thing: a value, one that is ruled out, a question, or nothing, so that its words are listed as not taken over. */
type Fate = "take" | "rule out" | "ask" | "ask unless taken" | "leave";

/** Nothing near a negation is ever taken. */
const usual: Readonly<Record<Stance, Fate>> = {
  wanted: "take",
  mentioned: "ask unless taken",
  excluded: "rule out",
  unclear: "ask",
  past: "ask",
};

interface Kind<Thing extends Named, Value extends string> {
  readonly field: string;
  readonly valuesOf: (thing: Thing) => readonly Value[];
  readonly fateOf?: (thing: Thing) => Fate;
  readonly strengthOf?: (thing: Thing) => Found<Value>["strength"];
}

interface Settled<Value> {
  readonly wanted: Map<Value, Found<Value>>;
  readonly ruledOut: ReadonlyMap<Value, Found<Value>>;
  readonly questions: OpenQuestion[];
}

/** Sorts the things of one kind by what becomes of them. What is asked about, or wanted and ruled out, is not taken. */
function settle<Thing extends Named, Value extends string>(
  things: readonly Thing[],
  { field, valuesOf, fateOf = ({ stance }) => usual[stance], strengthOf = () => "hard" }: Kind<Thing, Value>,
): Settled<Value> {
  const sorted = things.map((thing) => ({ thing, fate: fateOf(thing), values: valuesOf(thing) }));
  const of = (fate: Fate) => sorted.filter((each) => each.fate === fate);
  const firstOfEach = (fate: Fate) => {
    const firsts = new Map<Value, Found<Value>>();
    for (const { thing, values } of of(fate))
      for (const value of values)
        if (!firsts.has(value)) firsts.set(value, found(value, thing, { strength: strengthOf(thing) }));
    return firsts;
  };
  const wanted = firstOfEach("take");
  const ruledOut = firstOfEach("rule out");
  const isSettled = (value: Value) => wanted.has(value) || ruledOut.has(value);
  const unsettled = of("ask unless taken").filter(({ values }) => !values.every(isSettled));
  const open = groupBy([...of("ask"), ...unsettled], ({ values }) => values.join(", "));
  const groups = new Set(sorted.flatMap(({ thing, values }) => (values.length > 1 ? [thing.start] : [])));
  const questions: OpenQuestion[] = [];
  for (const value of ruledOut.keys()) {
    const existing = wanted.get(value);
    // "DACH without Switzerland": the group is named as a whole and one of its countries is taken out.
    if (wanted.delete(value) && !groups.has(existing?.evidence.start ?? -1))
      questions.push(ask(field, "things.both", { value }));
  }
  for (const [value, about] of open) {
    const [first] = about;
    if (first === undefined || first.values.every((each) => ruledOut.has(each))) continue;
    for (const each of first.values) wanted.delete(each);
    const key = first.thing.stance === "past" ? "things.past" : "things.unclear";
    questions.push(ask(field, key, { words: about.map(({ thing }) => thing), value }));
  }
  return { wanted, ruledOut, questions };
}

type Of<Kind extends Named["kind"]> = Extract<Named, { kind: Kind }>;
const of = <Kind extends Named["kind"]>(things: readonly Named[], kind: Kind) =>
  // The kind says which member of the union it is.
  things.filter((thing): thing is Of<Kind> => thing.kind === kind);

const listed = cue("^\\s*(?:[,;&+/]|,?\\s*{and}(?:\\s+\\p{L}{1,4}){0,2})\\s*$");

/** Channels that are wanted; one that is ruled out or near a negation is never among them. */
export function settleChannels(text: string, things: readonly Named[]) {
  const all = of(things, "channel");
  const isVague = ({ options, stance }: Of<"channel">) => options.length > 1 && stance !== "excluded";
  const { wanted, ruledOut, questions } = settle(
    all.filter((thing) => !isVague(thing)),
    { field: "channels", valuesOf: ({ options }) => options },
  );
  for (const thing of all.filter(isVague)) {
    const [option, ...more] = thing.options.filter((each) => !wanted.has(each));
    if (1 + more.length === thing.options.length)
      questions.push(ask("channels", "channels.vague", { words: thing, options: thing.options }));
    // "TV, connected TV": beside one of its options a word means the other one.
    else if (more.length === 0 && option && thing.stance === "wanted" && isBesideOne(thing, all, text))
      wanted.set(option, found(option, thing, { strength: "soft" }));
  }
  if (wanted.size === 0 && questions.length === 0)
    questions.push(
      ask("channels", ruledOut.size > 0 ? "channels.without" : "channels.missing", {
        channels: [...ruledOut.keys()],
      }),
    );
  const named = all.flatMap((thing) => {
    const [name = "", ...more] = thing.options;
    return more.length === 0 ? [{ ...thing, name }] : [];
  });
  return { found: [...wanted.values()], ruledOut: [...ruledOut.values()], named, questions };
}

/** Whether one of the options of a word stands next to it in a list. */
function isBesideOne(thing: Of<"channel">, all: readonly Of<"channel">[], text: string): boolean {
  const isListed = (one: Span, other: Span) => listed.test(text.slice(one.end, other.start));
  return all.some(
    (other) =>
      other.options.length === 1 &&
      other.options.every((option) => thing.options.includes(option)) &&
      (isListed(thing, other) || isListed(other, thing)),
  );
}

const inCountry: ReadonlySet<Named["kind"]> = new Set(["city", "region"]);

/** Countries and regions, wanted and ruled out. A line "Markets: …" outweighs places elsewhere. */
export function settlePlaces(text: string, all: readonly Named[], lexicon: Lexicon) {
  const isAround = ({ kind, stance }: Named) =>
    inCountry.has(kind) && stance !== "excluded" && stance !== "unclear";
  const things = all.filter((thing) => !(isAround(thing) && isSmallTalk(text, thing, lexicon)));
  const lines = placeLines(text);
  const onLine = (thing: Named) => lines.some((line) => overlaps(line, thing));
  const [named, vague, cities] = [of(things, "country"), of(things, "vague place"), of(things, "city")];
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
  const focused: Of<"region">[] = [];
  for (const thing of of(things, "region")) {
    const last = focused.at(-1);
    const isNext = last !== undefined && listed.test(text.slice(last.end, thing.start));
    const isOpen = thing.stance === "wanted" || thing.stance === "mentioned";
    if (isOpen && (isNext || lexicon.pattern(isFocus).test(near(thing).before))) focused.push(thing);
  }
  const regions = settle(of(things, "region"), {
    field: "places",
    valuesOf: ({ code }) => [code],
    fateOf: (thing) => {
      const { before, after } = near(thing);
      if (thing.stance === "excluded") return "rule out";
      // "Germany, Bavaria included" is all of Germany.
      const isMore =
        lexicon.pattern(isIncluded.before).test(before) || lexicon.pattern(isIncluded.after).test(after);
      if (isMore && countries.wanted.has(thing.country)) return "leave";
      return focused.includes(thing) ? "leave" : usual[thing.stance];
    },
  });
  const questions = [...countries.questions, ...regions.questions];
  const isClear = ({ hint }: Of<"vague place">) => hint === "domestic" && countries.wanted.size > 0;
  for (const thing of vague)
    if (!isAside(thing) && !isClear(thing))
      questions.push(
        ask("countries", "countries.vague", { words: thing, hint: { key: `hints.${thing.hint}` } }),
      );
  const { wanted } = countries;
  if (wanted.size === 0 && questions.length === 0)
    for (const place of [...of(things, "region"), ...cities])
      if (place.stance === "wanted" || focused.some((region) => region === place))
        wanted.set(place.country, inferred(place));
  if (wanted.size === 0 && questions.length === 0) questions.push(ask("countries", "countries.missing"));
  if (focused.length > 0) {
    const around = [...new Set(focused.map(({ country }) => country))];
    questions.push(ask("places", "places.too", { countries: around, regions: focused }));
  }
  questions.push(...besides([...wanted.keys()], [...regions.wanted.values()]));
  if (cities.length > 0) questions.push(ask("places", "places.city", { words: cities }));
  return {
    found: [...wanted.values()],
    ruledOut: [...countries.ruledOut.values()],
    regions: [...regions.wanted.values()],
    excludedRegions: [...regions.ruledOut.values()],
    named: named.map((thing) => ({ ...thing, name: thing.codes.join(", ") })),
    questions,
  };
}

function inferred(place: Of<"region"> | Of<"city">): Found<string> {
  return found(place.country, place, { strength: "soft", note: `the country of the ${place.kind}` });
}

/** Regions of no country of the brief, and countries beside the regions that it names. */
function besides(countries: readonly string[], regions: readonly Found<string>[]): OpenQuestion[] {
  const isIn = ({ value }: Found<string>, country: string) => value.startsWith(`${country}-`);
  const evidence = (some: readonly Found<string>[]) => some.map((region) => region.evidence);
  const missing = regions.filter((region) => !countries.some((country) => isIn(region, country)));
  const whole = countries.filter((country) => !regions.some((region) => isIn(region, country)));
  if (countries.length === 0 || regions.length === 0) return [];
  if (missing.length > 0) return [ask("places", "places.elsewhere", { regions: evidence(missing) })];
  return whole.length > 0
    ? [ask("places", "places.too", { countries: whole, regions: evidence(regions) })]
    : [];
}

/** Sellers that are plainly ruled out, by domain or name; whom else the text seems to rule out is one question. */
export function settleSellers(text: string, things: readonly Named[]) {
  const sellers = of(things, "seller");
  const { ruledOut } = settle(sellers, {
    field: "limits.excluded_sellers",
    valuesOf: ({ domain, text: name }) => [domain ?? name],
    fateOf: ({ stance }) => (stance === "excluded" ? "rule out" : "leave"),
  });
  const open = sellers.filter(
    ({ domain, text: name, stance }) => stance === "unclear" && !ruledOut.has(domain ?? name),
  );
  const words = [
    ...new Map(open.toReversed().map((one) => [one.text.toLowerCase(), one])).values(),
  ].reverse();
  const sentences = new Set(
    words.map((name) => sentenceAround(text, name).text.replaceAll(/\s+/g, " ").trim()),
  );
  const quote = [...sentences].map((sentence) => `“${shortened(sentence)}”`).join(" ");
  const names = words.map((name) => name.text);
  return {
    found: [...ruledOut.values()],
    open: words,
    questions:
      words.length > 0 ? [ask("limits.excluded_sellers", "sellers.ruled_out", { words, quote }, names)] : [],
  };
}

function shortened(sentence: string): string {
  return sentence.length > longestQuote ? `${sentence.slice(0, longestQuote - 1)}…` : sentence;
}

const longestQuote = 160;

/** Content to stay away from: a brief speaks of gambling or politics to rule it out, so all but what is plainly wanted counts. */
export function settleContent(things: readonly Named[]) {
  const content = of(things, "content");
  const spelled = new Map(content.toReversed().map(({ text }) => [text.toLowerCase(), text]));
  const { ruledOut } = settle(content, {
    field: "content.avoid",
    valuesOf: ({ text }) => [spelled.get(text.toLowerCase()) ?? text],
    fateOf: ({ stance }) => (stance === "wanted" ? "leave" : "rule out"),
  });
  return { found: [...ruledOut.values()] };
}

/** Devices that a line names, or that the text limits the campaign to. */
export function settleDevices(text: string, things: readonly Named[], lexicon: Lexicon) {
  const lines = labelled(text, lexiconOf().any("labels.devices"));
  const isOnly = (words: string | undefined) =>
    lexicon.pattern("(?<!\\p{L}){only}(?!\\p{L})").test(words ?? "");
  const clauses = (from: number, to: number) => text.slice(Math.max(0, from), to).split(/[,.;\n|]/);
  const isLimit = (thing: Named) =>
    lines.some((line) => overlaps(line, thing)) ||
    isOnly(clauses(thing.start - 24, thing.start).at(-1)) ||
    isOnly(clauses(thing.end, thing.end + 16)[0]);
  const { wanted, ruledOut, questions } = settle(of(things, "device"), {
    field: "devices",
    valuesOf: ({ device }) => [device],
    fateOf: (thing) => (thing.stance === "excluded" ? "rule out" : isLimit(thing) ? "take" : "leave"),
  });
  if (wanted.size === 0 && ruledOut.size > 0 && questions.length === 0)
    questions.push(
      ask("devices", "devices.without", {
        devices: [...ruledOut.keys()],
        left: devices.filter((device) => !ruledOut.has(device)),
      }),
    );
  return { found: [...wanted.values()], ruledOut: [...ruledOut.values()], questions };
}

const article = "(?:\\s+{article})?\\s*(?:\\p{L}{1,3}['’ ])?$";
const isIncluded = {
  before: `(?<!\\p{L}){including}${article}`,
  after: "^\\s*{included}(?!\\p{L})",
};
const isFocus = `(?<!\\p{L}){focus}:?(?:\\s+\\p{L}{1,5}){0,2}\\s*(?:\\p{L}{1,3}['’])?$`;
const introduction = "(?<!\\p{L}){within}(?:(?<=\\s)|\\s+)[^.;\\n]{0,40}$";
