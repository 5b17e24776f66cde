import { type Channel, channels } from "../../protocol/records/product.ts";
import { type Device, devices } from "../brief.ts";
import type { Lexicon } from "../grammar/lexicon.ts";
import { freePlaces, overlaps, type Span, sentenceAround, spansOf } from "../grammar/spans.ts";
import { domainPattern, nameSpans } from "./find/find-brand.ts";
import { isNotBought } from "./find/find-seller-names.ts";
import { findSurroundings, knownContent } from "./find/find-surroundings.ts";
import { vetoedNames } from "./find/find-vetoes.ts";
import { type Place, placesIn } from "./places.ts";
import { deniedBefore } from "./stance/before.ts";
import type { Stance } from "./stance/speech.ts";
import { stancesOf } from "./stance/stance.ts";

/** What a text names, by phrases of a table with a kind. */
export type Thing =
  | Place
  | (Span &
      (
        | { readonly kind: "channel"; readonly options: readonly Channel[] }
        | { readonly kind: "device"; readonly device: Device }
        | { readonly kind: "content" }
        /** By its domain, or by a name that no domain is known of. */
        | { readonly kind: "seller"; readonly domain?: string }
      ));

/** `only`: the text buys from such sellers alone. */
export type Named = Thing & { readonly stance: Stance; readonly only?: boolean };

/** Everything of a text that has a name in the tables, with how the text speaks of it, in its order. */
export function thingsIn(text: string, lexicon: Lexicon, sender?: Span): Named[] {
  const isFree = freePlaces(text.length);
  const domains = spansOf(text, domainPattern).filter(isFree);
  for (const span of nameSpans(text)) isFree(span);
  const places = placesIn(text, lexicon);
  const ofChannels = channelsIn(text, lexicon);
  const surroundings = findSurroundings(text, [...domains, ...places, ...ofChannels], lexicon)
    .filter(isFree)
    .sort((a, b) => a.start - b.start);
  const claimed: Thing[] = [
    ...surroundings.map((span) => ({ ...span, kind: "content" }) as const),
    ...[
      // "Valencia y un radio de 30 km"
      ...places.filter((place) => place.kind === "city" && place.kilometres !== undefined),
      ...ofChannels,
      ...places,
      ...devices.flatMap((device) =>
        spansOf(text, lexicon.words(`devices.${device}`)).map(
          (span) => ({ ...span, kind: "device", device }) as const,
        ),
      ),
      ...knownContent(text, surroundings, lexicon).map((span) => ({ ...span, kind: "content" }) as const),
    ].filter(isFree),
  ];
  const refused = vetoedNames(text, { domains, taken: claimed, surroundings }, lexicon);
  const onlyByName = refused.only.filter((span) => !domains.includes(span));
  // "Meridian Video Network": a word of a seller's name is no channel.
  const isOfName = (thing: Span) => [...refused.names, ...onlyByName].some((name) => overlaps(name, thing));
  const isOnly = (thing: Span) => refused.only.some((span) => overlaps(span, thing));
  const found: Thing[] = [
    ...domains.map((span) => ({ ...span, kind: "seller", domain: span.text.toLowerCase() }) as const),
    ...claimed.filter((thing) => !isOfName(thing)),
    ...[...refused.names, ...onlyByName].map((span) => ({ ...span, kind: "seller" }) as const),
  ];
  found.sort((a, b) => a.start - b.start);
  // The brand is named before any seller that a text refuses.
  const [brand] = domains.filter((domain) => !refused.domains.includes(domain) && !isOnly(domain));
  const refusedDomains = refused.domains.filter(
    (domain) =>
      refused.barred.includes(domain) ||
      (brand !== undefined && brand.start < domain.start && brand.text !== domain.text),
  );
  const isRefused = (thing: Span) => refusedDomains.some((domain) => overlaps(domain, thing));
  const stances = stancesOf(text, found, lexicon);
  const named = found.map((thing, i) => ({
    ...thing,
    ...(isOnly(thing) && { only: true }),
    stance: stanceOf(thing, stances[i]),
  }));
  // The brand is named before any seller that is ruled out: what the text says of its only domain, it says for the brand.
  const isOpen = (thing: Named) =>
    isDomain(thing) && !isOnly(thing) && thing.stance !== "excluded" && !isRefused(thing);
  const own =
    named.some(isOpen) || sender !== undefined
      ? undefined
      : named.find((thing) => isDomain(thing) && !isRefused(thing) && !isDeniedBefore(thing));
  return named.map((thing) => (thing === own ? { ...thing, stance: "wanted" } : thing));

  function stanceOf(thing: Thing, stance: Stance = "unclear"): Stance {
    if (surroundings.some((span) => span.start === thing.start)) return "excluded";
    if (thing.kind !== "seller") return stance;
    if (isOnly(thing)) return "wanted";
    if (thing.domain === undefined)
      return refused.barred.some((name) => overlaps(name, thing)) ? "excluded" : "unclear";
    if (isNotBought(text, thing, lexicon)) return "excluded";
    if (stance === "excluded") return stance;
    return isRefused(thing) ? "unclear" : stance === "unclear" ? "mentioned" : stance;
  }

  function isDeniedBefore(thing: Thing): boolean {
    const { start } = sentenceAround(text, thing);
    const isDenied = deniedBefore(text.slice(start, thing.start), lexicon) !== undefined;
    return isDenied || isNotBought(text, thing, lexicon);
  }
}

function isDomain(thing: Thing): boolean {
  return thing.kind === "seller" && thing.domain !== undefined;
}

/** The countries that a thing lies in or is. */
export function countriesOf(thing: Thing): readonly string[] {
  if (thing.kind === "country") return thing.codes;
  if (thing.kind === "city") return thing.cities.map(({ country }) => country);
  return thing.kind === "region" ? [thing.code.slice(0, 2)] : [];
}

/** Words that leave open which channel is meant. */
const several: Readonly<Record<string, readonly Channel[]>> = {
  tv: ["linear_tv", "ctv"],
  video: ["olv", "ctv"],
  audio: ["streaming_audio", "podcast", "radio"],
};
/** Channels whose names hold those of others: "connected TV", "digital billboards". */
const longer: readonly Channel[] = ["ctv", "olv", "dooh", "streaming_audio", "retail_media", "linear_tv"];
const channelNames = [...new Set<string>([...longer, ...channels, ...Object.keys(several)])];
/** Channels that one word may stand for. */
const alike: readonly (readonly (Channel | undefined)[])[] = [...Object.values(several), ["ooh", "dooh"]];
/** "SEA" is a channel, "sea" is none. */
const acronyms = /^(?:sea|sem|dem|ppc|ott|vol|ig|clp|atv)$/i;

export function namesChannel(text: string, lexicon: Lexicon): boolean {
  return channelsIn(text, lexicon).length > 0;
}

function channelsIn(text: string, lexicon: Lexicon): Thing[] {
  const found = channelNames.flatMap((name) => {
    const options = several[name] ?? channels.filter((channel) => channel === name);
    return spansOf(text, lexicon.words(`channels.${name}`))
      .filter((span) => !acronyms.test(span.text) || span.text === span.text.toUpperCase())
      .map((span) => ({ ...span, kind: "channel", options }) as const);
  });
  // "Screens at bus stops (DOOH)": a name in brackets says which channel of one sort is meant.
  const bracketed = found.filter(({ start, end }) => text[start - 1] === "(" && text[end] === ")");
  return found.map((thing) => {
    const exact = bracketed.find(
      ({ start, options: [channel] }) =>
        start > thing.end &&
        alike.some((sort) => sort.includes(channel) && sort.includes(thing.options[0])) &&
        /^(?: \p{L}+){0,2} \($/u.test(text.slice(thing.end, start)),
    );
    return exact === undefined ? thing : { ...thing, options: exact.options };
  });
}
