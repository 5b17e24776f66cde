import { groupBy } from "../../lib/group-by.ts";
import { devices } from "../brief.ts";
import { labelled } from "../grammar/labelled.ts";
import { type Lexicon, lexiconOf } from "../grammar/lexicon.ts";
import { metricMentions } from "../grammar/metrics.ts";
import { cue } from "../grammar/phrases.ts";
import { ask, type OpenQuestion } from "../grammar/question.ts";
import { clauseAround, matches, overlaps, type Span, sentenceAround, spansOf } from "../grammar/spans.ts";
import { isInCorrection } from "./corrections.ts";
import { type Found, found } from "./draft.ts";
import type { Stance } from "./stance/speech.ts";
import type { Named } from "./things.ts";

/** What becomes of a thing: a value, one that is ruled out, a question, or nothing, so that its words are listed as not taken over. */
type Fate = "take" | "rule out" | "ask" | "ask unless taken" | "leave";

/** Nothing near a negation is ever taken. */
export const usual: Readonly<Record<Stance, Fate>> = {
  wanted: "take",
  mentioned: "ask unless taken",
  excluded: "rule out",
  unclear: "ask",
  past: "ask unless taken",
};

interface Kind<Thing extends Named, Value extends string> {
  readonly field: string;
  readonly valuesOf: (thing: Thing) => readonly Value[];
  readonly fateOf?: (thing: Thing) => Fate;
  readonly strengthOf?: (thing: Thing) => Found<Value>["strength"];
}

/** Sorts the things of one kind by what becomes of them. What is asked about, or wanted and ruled out, is not taken. */
export function settle<Thing extends Named, Value extends string>(
  things: readonly Thing[],
  { field, valuesOf, fateOf = ({ stance }) => usual[stance], strengthOf = () => "hard" }: Kind<Thing, Value>,
) {
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
    questions.push(ask(field, key, { words: about.map(({ thing }) => thing), value }, first.values));
  }
  return { wanted, ruledOut, questions };
}

export type Of<Kind extends Named["kind"]> = Extract<Named, { kind: Kind }>;
export const of = <Kind extends Named["kind"]>(things: readonly Named[], kind: Kind) =>
  // The kind says which member of the union it is.
  things.filter((thing): thing is Of<Kind> => thing.kind === kind);

export const listed = cue("^\\s*(?:[,;&+/]|,?\\s*{and}(?:\\s+\\p{L}{1,4}){0,2})\\s*$");

/** Channels that are wanted; one that is ruled out or near a negation is never among them. */
export function settleChannels(text: string, things: readonly Named[]) {
  const all = of(things, "channel");
  // "No TV, my brother did TV": refused once, it is not asked which one is meant.
  const refused = new Set(
    all.flatMap(({ options, stance }) => (stance === "excluded" ? [options.join()] : [])),
  );
  const isVague = ({ options }: Of<"channel">) => options.length > 1 && !refused.has(options.join());
  const certain = all.filter((thing) => !isVague(thing));
  const { wanted, ruledOut, questions } = settle(certain, {
    field: "channels",
    valuesOf: ({ options }) => options,
    // "CORRECTION: cinema is off, take radio": a channel that a correction names again is hardly named to be kept.
    fateOf: (thing) => {
      const [first] = certain.filter(({ options: [option] }) => option === thing.options[0]);
      // "Last year we had radio", beside what is to be booked now
      const sentence = sentenceAround(text, thing);
      // "Cinema was replaced by print last year" may say what is to be booked.
      const isSwap = certain.some(
        ({ options, start }) =>
          options[0] !== thing.options[0] && sentence.start <= start && start < sentence.end,
      );
      const wanted = certain.filter(({ stance }) => stance === "wanted");
      const isWanted = wanted.some(({ options: [option] }) => option === thing.options[0]);
      // "TV as in previous years" asks for it.
      const isOnceMore = matches(lexiconOf().words("once_more"), sentence.text);
      if (thing.stance === "past" && !isSwap && !isOnceMore && wanted.length > 0 && !isWanted)
        return "rule out";
      const isAgain = first !== undefined && first.start < thing.start && isInCorrection(text, thing);
      return isAgain && thing.stance !== "excluded" ? "ask" : usual[thing.stance];
    },
  });
  const vague = all.filter(isVague);
  const metrics = vague.length > 0 ? metricMentions(text) : [];
  // "Completed views of the videos" is a KPI.
  const isOfMetric = (thing: Of<"channel">) =>
    thing.options.includes("olv") &&
    metrics.some(
      (metric) =>
        overlaps(metric, thing) || /^ (?:\p{L}{1,3} ){0,2}$/u.test(text.slice(metric.end, thing.start)),
    );
  for (const thing of vague) {
    if (isOfMetric(thing)) continue;
    const [option, ...more] = thing.options.filter((each) => !wanted.has(each));
    if (1 + more.length === thing.options.length)
      questions.push(ask("channels", "channels.vague", { words: thing, options: thing.options }));
    // "TV, connected TV": beside one of its options a word means the other one.
    else if (more.length === 0 && option && thing.stance === "wanted" && isBesideOne(thing, all, text))
      wanted.set(option, found(option, thing, { strength: "soft" }));
  }
  const free = wanted.size === 0 && questions.length === 0 ? leftToThePlan(text) : undefined;
  if (wanted.size === 0 && questions.length === 0 && free === undefined)
    questions.push(
      ask("channels", ruledOut.size > 0 ? "channels.without" : "channels.missing", {
        channels: [...ruledOut.keys()],
      }),
    );
  const named = all.flatMap((thing) => {
    const [name = "", ...more] = thing.options;
    return more.length === 0 ? [{ ...thing, name }] : [];
  });
  return {
    found: [...wanted.values()],
    ruledOut: [...ruledOut.values()],
    named,
    anyChannel: free && found<"any">("any", free),
    questions,
  };
}

/** "Media: your proposal", "which channels is up to you": whoever plans may choose among all that is not ruled out. */
function leftToThePlan(text: string): Span | undefined {
  const choice = lexiconOf().words("your_choice");
  const denied = lexiconOf().pattern("(?<!\\p{L}){not}\\s(?:\\p{L}+\\s){0,2}$");
  // "Kanalerna": the word may end otherwise than as a label.
  const channels = lexiconOf().pattern("(?<!\\p{L})(?:{labels.channels})\\p{L}{0,3}(?!\\p{L})", "giu");
  return spansOf(text, choice).find((span) => {
    if (denied.test(text.slice(Math.max(0, span.start - 40), span.start))) return false;
    const sentence = sentenceAround(text, span);
    const row = text.slice(0, sentence.start).split("\n").at(-1) ?? "";
    return matches(channels, (row.includes("|") ? row : "") + sentence.text.replace(span.text, " "));
  });
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

/** Sellers that are plainly ruled out, by domain or name; whom else the text seems to rule out is one question. */
export function settleSellers(text: string, things: readonly Named[]) {
  const all = of(things, "seller");
  const only = new Map(
    all.flatMap((one) =>
      one.only === true ? [[one.domain ?? one.text, found(one.domain ?? one.text, one)]] : [],
    ),
  );
  const sellers = all.filter((one) => one.only !== true);
  const { ruledOut } = settle(sellers, {
    field: "limits.excluded_sellers",
    valuesOf: ({ domain, text: name }) => [domain ?? name],
    fateOf: ({ stance }) => (stance === "excluded" ? "rule out" : "leave"),
  });
  const left = sellers.filter(({ stance }) => stance === "excluded");
  // "Cualquiera menos Pixelario": the first word of a sentence that rules a seller out is none itself.
  const isFirstWord = (seller: Named) => {
    const { start, end } = sentenceAround(text, seller);
    return (
      !/\s/.test(seller.text) &&
      !/\p{L}/u.test(text.slice(start, seller.start)) &&
      left.some((other) => other.start > seller.start && other.end <= end)
    );
  };
  // "Marta's latest mail", which Marta signs
  const signed = new Set(text.split("\n").map((line) => line.trim().replace(/[.,]$/, "")));
  const isAuthor = ({ text: name }: Named) => signed.has(/^(\p{L}+)['’]s$/u.exec(name)?.[1] ?? "\n");
  const open = sellers.filter(
    (one) =>
      one.stance === "unclear" &&
      !ruledOut.has(one.domain ?? one.text) &&
      !isFirstWord(one) &&
      !isAuthor(one),
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
    only: [...only.values()],
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
  const only = lexicon.pattern("(?<!\\p{L}){only}(?!\\p{L})");
  const isLimit = (thing: Named) => {
    const near = { start: thing.start - 24, end: thing.end + 16 };
    return (
      lines.some((line) => overlaps(line, thing)) ||
      clauseAround(text, thing, /[,.;\n|]/, near).some((words) => only.test(words))
    );
  };
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
