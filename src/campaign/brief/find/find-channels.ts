import type { Channel } from "../../../protocol/records/product.ts";
import type { Question } from "../../model/brief.ts";
import { type Found, found } from "../draft.ts";
import { mentionOf } from "../grammar/mentions.ts";
import { overlaps, type Span, spansOf, words } from "../grammar/spans.ts";
import type { Named } from "../grammar/splits.ts";

/**
 * Channels of the standard by the words that people use for them; `named` is every place that names a single one. "video" or
 * "TV" can be several: that is a question.
 */
export function findChannels(text: string): {
  found: Found<string>[];
  named: readonly Named[];
  questions: Question[];
} {
  const channels = new Map<string, Found<string>>();
  const named: Named[] = [];
  const excluded = new Set<string>();
  const fuzzy: { span: Span; options: readonly string[] }[] = [];
  const questions: Question[] = [];
  const ask = (words: string) => questions.push({ field: "channels", text: words });

  const taken: Span[] = [];
  for (const { pattern, options } of lexicon)
    for (const span of spansOf(text, pattern)) {
      if (taken.some((other) => overlaps(other, span))) continue;
      taken.push(span);
      const mention = mentionOf(text, span);
      const [channel = "", ...more] = options;
      if (more.length === 0) named.push({ ...span, name: channel });
      if (mention === "excluded") for (const option of options) excluded.add(option);
      else if (more.length > 0) fuzzy.push({ span, options });
      else if (mention === "unclear") ask(`Is "${span.text}" (${channel}) wanted or ruled out?`);
      else if (mention === "past")
        ask(`Is "${span.text}" (${channel}) a channel of this campaign, or an earlier one's?`);
      else if (!channels.has(channel)) channels.set(channel, found(channel, span));
    }
  for (const channel of excluded)
    if (channels.delete(channel)) ask(`${channel} is both wanted and ruled out: which holds?`);
  for (const { span, options } of fuzzy)
    if (!options.some((option) => channels.has(option)))
      ask(`Which channel does "${span.text}" mean: ${options.join(" or ")}?`);
  if (channels.size === 0 && questions.length === 0)
    ask(excluded.size > 0 ? `Which channels, without ${[...excluded].join(", ")}?` : "Which channels?");
  named.sort((a, b) => a.start - b.start);
  return { found: inOrder([...channels.values()]), named, questions };
}

function inOrder(channels: Found<string>[]): Found<string>[] {
  return channels.sort((a, b) => a.evidence.start - b.evidence.start);
}

type Entry = { readonly pattern: RegExp; readonly options: readonly Channel[] };
const entry = (alternatives: string, ...options: readonly Channel[]): Entry => ({
  pattern: words(alternatives),
  options,
});

// The first entry that matches a piece of text keeps it: "connected TV" before "TV".
const lexicon: readonly Entry[] = [
  entry(
    "CTV|connected[ -]tv|smart[ -]tv|OTT|TV connectée|télévision connectée|televisión conectada|TV conectada",
    "ctv",
  ),
  entry(
    "linear[ _-]?tv|broadcast tv|lineares (?:TV|Fernsehen)|klassisches (?:TV|Fernsehen)|TV lin[ée]aire|TV lineal|televisión lineal",
    "linear_tv",
  ),
  entry("OLV|online[ -]?videos?|web[ -]video|pre-?roll|vid[ée]os? en ligne|v[íi]deo online", "olv"),
  entry("influencers?|creators?|Influenceur\\w*", "influencer"),
  entry("retail[ _-]?media", "retail_media"),
  entry(
    "(?:streaming|digital)[ _-]?audio|audio[ -]streaming|audio (?:num[ée]rique|digital|en streaming)",
    "streaming_audio",
  ),
  entry("podcasts?", "podcast"),
  entry("radio|Radiospots?|H[öo]rfunk", "radio"),
  entry(
    "DOOH|digital[ -]out[ -]of[ -]home|digitale Außenwerbung|affichage (?:num[ée]rique|digital)|exterior digital",
    "dooh",
  ),
  entry(
    "out[ -]of[ -]home|OOH|billboards?|Plakate?n?|Außenwerbung|affichage|vallas|publicidad exterior",
    "ooh",
  ),
  entry("(?:paid )?social(?: media)?|soziale Medien|Social[ -]Ads|réseaux sociaux|redes sociales", "social"),
  entry("paid search|search(?: ads| advertising|)|SEA|Suchmaschinenwerbung|b[úu]squeda pagada", "search"),
  entry("display(?: ads| banners?)?|banners?|Bannerwerbung|Displaywerbung|bannières", "display"),
  entry("print|newspapers?|magazines?|Zeitungen|Zeitschriften|Printanzeigen|presse|prensa", "print"),
  entry("cinema|Kino|cin[ée]", "cinema"),
  entry("e-?mail(?: marketing)|newsletters?", "email"),
  entry("gaming|in-game|jeux vid[ée]o|videojuegos", "gaming"),
  entry("affiliates?", "affiliate"),
  entry("product placement", "product_placement"),
  entry("sponsored intelligence|AI assistants?", "sponsored_intelligence"),
  entry("TV|television|Fernsehen|télé(?:vision)?|televisi[óo]n", "linear_tv", "ctv"),
  entry("videos?|vid[ée]os?|v[íi]deos?|Bewegtbild", "olv", "ctv"),
  entry("audio", "streaming_audio", "podcast", "radio"),
];
