import { type Channel, channels } from "../../protocol/records/product.ts";
import { type Device, devices } from "../model/brief.ts";
import { countryNames, isCountry } from "./file/countries.ts";
import { domainPattern, nameSpans } from "./find/find-brand.ts";
import { labelled } from "./grammar/labelled.ts";
import { freePlaces, matches, type Span, sentenceAround, spansOf, words } from "./grammar/spans.ts";
import type { Lexicon } from "./language.ts";
import { placeNames } from "./places.ts";
import { fuzzyPlaces, regions } from "./regions.ts";
import { type Stance, stancesOf, type Thing } from "./stance.ts";

/** What a text names, by words or names that are known. */
export type Named = Thing & { readonly stance: Stance } & Meaning;

type Meaning =
  | { readonly kind: "channel"; readonly options: readonly Channel[] }
  | { readonly kind: "country"; readonly codes: readonly string[] }
  | { readonly kind: "vague place"; readonly hint: string }
  | { readonly kind: "region"; readonly code: string; readonly country: string; readonly shared: boolean }
  | { readonly kind: "city"; readonly country: string }
  | { readonly kind: "device"; readonly device: Device }
  | { readonly kind: "content" }
  /** By its domain, or by a name that no domain is known of. */
  | { readonly kind: "seller"; readonly domain?: string };

type Bare = Thing & Meaning;

/** Everything of a text that has a name in the tables, with how the text speaks of it, in its order. */
export function thingsIn(text: string, lexicon: Lexicon): Named[] {
  const found: Bare[] = [];
  const isFree = freePlaces(text.length);
  const add = (thing: Bare) => {
    if (isFree(thing)) found.push(thing);
  };
  for (const span of spansOf(text, domainPattern))
    add({ ...span, family: "seller", kind: "seller", domain: span.text.toLowerCase() });
  for (const span of nameSpans(text)) isFree(span);
  for (const { pattern, options } of channelEntries(lexicon))
    for (const span of spansOf(text, pattern).filter(
      (each) => !acronyms.test(each.text) || each.text === each.text.toUpperCase(),
    ))
      add({ ...span, family: "channel", kind: "channel", options });
  addPlaces(text, lexicon, add);
  for (const device of devices)
    for (const span of spansOf(text, lexicon.words(`devices.${device}`)))
      add({ ...span, family: "device", kind: "device", device });
  for (const span of spansOf(text, lexicon.words("content")))
    add({ ...span, family: "content", kind: "content" });
  for (const span of sellerNames(text, lexicon)) add({ ...span, family: "seller", kind: "seller" });
  found.sort((a, b) => a.start - b.start);
  const stances = stancesOf(text, found, lexicon);
  return found.map((thing, i) => ({ ...thing, stance: stances[i] ?? "unclear" }));
}

/** "SEA" is a channel, "sea" is none. */
const acronyms = /^(?:sea|ppc|ott|vol)$/i;
const several: Readonly<Record<string, readonly Channel[]>> = {
  tv: ["linear_tv", "ctv"],
  video: ["olv", "ctv"],
  audio: ["streaming_audio", "podcast", "radio"],
};
// The first that matches a piece of text keeps it: "connected TV" before "TV", "digital billboards" before "billboards".
const order: readonly string[] = [
  "ctv",
  "olv",
  "dooh",
  "streaming_audio",
  "retail_media",
  "linear_tv",
  ...channels.filter(
    (channel) => !["ctv", "olv", "dooh", "streaming_audio", "retail_media", "linear_tv"].includes(channel),
  ),
  "tv",
  "video",
  "audio",
];

function channelEntries(lexicon: Lexicon): { pattern: RegExp; options: readonly Channel[] }[] {
  return order.map((name) => {
    const channel = channels.find((each) => each === name);
    return {
      pattern: lexicon.words(`channels.${name}`),
      options: channel ? [channel] : (several[name] ?? []),
    };
  });
}

function addPlaces(text: string, lexicon: Lexicon, add: (thing: Bare) => void): void {
  for (const match of text.matchAll(knownPlaces)) {
    const span = { text: match[0], start: match.index, end: match.index + match[0].length };
    const fitting = placeNames.filter(({ pattern }) => new RegExp(`^(?:${pattern})$`, "iu").test(match[0]));
    const sentence = sentenceAround(text, span);
    const asRegion = matches(lexicon.words("region"), sentence.text);
    const region =
      fitting.find(({ code, shared }) => code !== undefined && (!shared || asRegion)) ??
      fitting.find(({ code }) => code === undefined) ??
      fitting[0];
    if (region === undefined) continue;
    const { code, country, shared } = region;
    if (code !== undefined && shared && !asRegion)
      add({ ...span, family: "place", kind: "vague place", hint: "The name has more than one meaning." });
    else if (code === undefined) add({ ...span, family: "place", kind: "city", country });
    else add({ ...span, family: "place", kind: "region", code, country, shared });
  }
  for (const [pattern, hint] of fuzzyPlaces)
    for (const span of spansOf(text, words(pattern)))
      add({ ...span, family: "place", kind: "vague place", hint });
  for (const match of text.matchAll(namePattern)) {
    const code = names.get(match[0]) ?? lowerNames.get(match[0]);
    if (code !== undefined) add({ ...spanOf(match), family: "place", kind: "country", codes: [code] });
  }
  for (const [pattern, codes] of regions)
    for (const span of spansOf(text, words(pattern)))
      add({ ...span, family: "place", kind: "country", codes });
  for (const list of labelled(text, placeLabels))
    for (const match of list.text.matchAll(/(?<![\p{L}\p{N}])[A-Z]{2}(?![\p{L}\p{N}$])/gu)) {
      const start = list.start + match.index;
      if (isCountry(match[0]))
        add({ text: match[0], start, end: start + 2, family: "place", kind: "country", codes: [match[0]] });
    }
  // ", DE, 33 T€": a code between marks stands for nothing else in a brief.
  for (const match of text.matchAll(
    /(?<=[,|/]\s?)(?:DE|AT|CH|FR|ES|IT|NL|BE|PL|PT|SE|DK|FI|GB|IE)(?=\s?[,|/])/gu,
  ))
    add({ ...spanOf(match), family: "place", kind: "country", codes: [match[0]] });
}

function spanOf(match: RegExpExecArray): Span {
  return { text: match[0], start: match.index, end: match.index + match[0].length };
}

/** Names behind a word for sellers, or behind one that rules out; and names such as "BetBanner". */
function sellerNames(text: string, lexicon: Lexicon): Span[] {
  const found: Span[] = [];
  const introduced = lexicon.pattern(
    `(?<![\\p{L}\\p{N}])(?:{sellers}|{exclude})\\s+(?:(?:{sellers}|the|la|le|el|die|den|het|il|o|a|en|on|bei|chez)\\s+)?(?=\\p{L})`,
    "giu",
  );
  for (const match of text.matchAll(introduced)) {
    const start = match.index + match[0].length;
    const name = properName.exec(text.slice(start, start + 80))?.[0];
    if (name !== undefined && !calendarNames.test(name))
      found.push({ text: name, start, end: start + name.length });
  }
  const refusal = ` (?:${lexicon.any("excluded")})(?!\\p{L})`;
  const refused = `(?<![\\p{L}\\p{N}.])\\p{Lu}[\\p{L}\\p{N}]+(?: \\p{Lu}[\\p{L}\\p{N}]+)+(?=${refusal})`;
  // Names are slow to look for in a text that is made of them.
  const refusedNames = new RegExp(refusal, "u").test(text) ? spansOf(text, new RegExp(refused, "gu")) : [];
  return [...found, ...spansOf(text, joinedName), ...refusedNames];
}

const properName = /^\p{Lu}[\p{L}\p{N}]+(?:\s\p{Lu}[\p{L}\p{N}]+)*/u;
/** "BetBanner" */
const joinedName = /(?<![\p{L}\p{N}.@/])\p{Lu}\p{Ll}+\p{Lu}\p{Ll}\p{L}*(?![\p{L}\p{N}]|\.\p{Ll})/gu;
const calendarNames =
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|^(?:January|February|March|April|May|June|July|August|September|October|November|December|Christmas|Easter|TV|CPM|VAT)/;

const names = countryNames();
/** Names that are words as well when they are written in small letters. */
const alsoWords =
  /^(?:turkey|jersey|jordan|guinea|guernsey|martinique|grenada|dominica|granada|reunion|polonia|romania)$/;
const lowerNames = new Map(
  [...names].flatMap(([name, code]) => {
    const lower = name.toLowerCase();
    return lower.length >= 5 && /^\p{L}+$/u.test(lower) && !alsoWords.test(lower) && lower !== name
      ? [[lower, code] as const]
      : [];
  }),
);
// Names are matched as written or all in small letters: "turkey" is a bird and "us" a pronoun.
const namePattern = new RegExp(
  `(?<![\\p{L}\\p{N}]|New )(?:${[...names.keys(), ...lowerNames.keys()]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replaceAll(".", "\\."))
    .join("|")})(?![\\p{L}\\p{N}$])`,
  "gu",
);
const knownPlaces = new RegExp(
  `(?<![\\p{L}\\p{N}.@-])(?:${placeNames.map(({ pattern }) => pattern).join("|")})(?![\\p{L}\\p{N}@]|-\\p{L}|\\.\\p{Ll})`,
  "gu",
);
export const placeLabels =
  "countr(?:y|ies)|markets?|geo(?:graphy|graphies)?|where|territor(?:y|ies)|locations?|L[aä]nd(?:er)?|M[aä]rkte?|Zielm[aä]rkte?|Gebiete?|pays|zones?|marchés?|país(?:es)?|mercados?|ámbito|paesi?|aree?|landen|kraje?|regi\\p{L}+|praças|länder";
