import { type Channel, channels } from "../../protocol/records/product.ts";
import { type Device, devices } from "../model/brief.ts";
import { domainPattern, nameSpans } from "./find/find-brand.ts";
import { freePlaces, matches, type Span, spansOf } from "./grammar/spans.ts";
import { writesNounsLikeNames } from "./language.ts";
import { type Lexicon, lexiconOf } from "./lexicon.ts";
import { type Place, placesIn } from "./places.ts";
import { type Stance, stancesOf } from "./stance/stance.ts";

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

export type Named = Thing & { readonly stance: Stance };

/** Everything of a text that has a name in the tables, with how the text speaks of it, in its order. */
export function thingsIn(text: string, lexicon: Lexicon): Named[] {
  const isFree = freePlaces(text.length);
  const domains = spansOf(text, domainPattern).filter(isFree);
  for (const span of nameSpans(text)) isFree(span);
  // The first that claims a piece of text keeps it.
  const found: Thing[] = [
    ...domains.map((span) => ({ ...span, kind: "seller", domain: span.text.toLowerCase() }) as const),
    ...[
      ...channelsIn(text, lexicon),
      ...placesIn(text, lexicon),
      ...devices.flatMap((device) =>
        spansOf(text, lexicon.words(`devices.${device}`)).map(
          (span) => ({ ...span, kind: "device", device }) as const,
        ),
      ),
      ...spansOf(text, lexicon.words("content")).map((span) => ({ ...span, kind: "content" }) as const),
      ...sellerNames(text, lexicon).map((span) => ({ ...span, kind: "seller" }) as const),
    ].filter(isFree),
  ].sort((a, b) => a.start - b.start);
  const stances = stancesOf(text, found, lexicon);
  return found.map((thing, i) => ({ ...thing, stance: stances[i] ?? "unclear" }));
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
/** "SEA" is a channel, "sea" is none. */
const acronyms = /^(?:sea|ppc|ott|vol)$/i;

function channelsIn(text: string, lexicon: Lexicon): Thing[] {
  return channelNames.flatMap((name) => {
    const options = several[name] ?? channels.filter((channel) => channel === name);
    return spansOf(text, lexicon.words(`channels.${name}`))
      .filter((span) => !acronyms.test(span.text) || span.text === span.text.toUpperCase())
      .map((span) => ({ ...span, kind: "channel", options }) as const);
  });
}

/** Names behind a word for sellers, or behind one that rules out; and names such as "BetBanner". */
function sellerNames(text: string, lexicon: Lexicon): Span[] {
  const bynames = lexiconOf(lexicon.tables.filter((table) => !writesNounsLikeNames(table)));
  const introduced = lexicon.pattern(
    `(?<![\\p{L}\\p{N}])(?:{sellers}|{not_from}|${bynames.any("exclude")})\\s+(?:(?:{sellers}|{article})\\s+)?(?=\\p{L})`,
    "giu",
  );
  const named = spansOf(text, introduced).flatMap(({ end }) => {
    const name = properName.exec(text.slice(end, end + longestName))?.[0];
    return name === undefined || lexicon.pattern("^{no_seller}").test(name)
      ? []
      : [{ text: name, start: end, end: end + name.length }];
  });
  // Names are slow to look for in a text that is made of them.
  const refusal = lexicon.pattern(" {excluded}(?!\\p{L})", "u");
  const refused = matches(refusal, text)
    ? spansOf(text, new RegExp(`(?<![\\p{L}\\p{N}.])${names}+(?=${refusal.source})`, "gu")).filter(
        // "Die Anzeigen dürfen nicht …" speaks of what is shown.
        (span) => !lexicon.pattern("^(?:{article} )?{no_seller}").test(span.text),
      )
    : [];
  return [...named, ...spansOf(text, joinedName), ...refused];
}

const longestName = 80;
const names = "\\p{Lu}[\\p{L}\\p{N}]+(?: \\p{Lu}[\\p{L}\\p{N}]+)";
const properName = new RegExp(`^${names}*`, "u");
/** "BetBanner" */
const joinedName = /(?<![\p{L}\p{N}.@/])\p{Lu}\p{Ll}+\p{Lu}\p{Ll}\p{L}*(?![\p{L}\p{N}]|\.\p{Ll})/gu;
