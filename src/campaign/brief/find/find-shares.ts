import type { Question } from "../../model/brief.ts";
import { type ChannelShare, type Found, found } from "../draft.ts";
import { type Share, shareSpans } from "../grammar/share-grammar.ts";
import { type Span, sentenceAround, spansBetween, wordsAround } from "../grammar/spans.ts";
import { type Named, nameOf } from "../grammar/splits.ts";

export interface SharesReading {
  readonly maxPerSeller?: Found<number>;
  readonly minGuaranteed?: Found<number>;
  readonly channels: readonly Found<ChannelShare>[];
  /** Shares of countries, which a brief cannot hold. */
  readonly countries: readonly (Share & { readonly name: string })[];
  readonly questions: readonly Question[];
}

/** Characters around a share within which another one can have a say in what it is of. */
const neighbourhood = 400;

/** Shares of the budget, 0 to 1: for one seller at most, guaranteed at least, for a channel, for a country. */
export function findShares(
  text: string,
  channels: readonly Named[],
  countries: readonly Named[],
): SharesReading {
  const all = shareSpans(text);
  const questions: Question[] = [];
  const ask = (field: string, words: string) => questions.push({ field: `limits.${field}`, text: words });
  const perSeller: Bounded[] = [];
  const guaranteed: Bounded[] = [];
  const ofChannels: (Bounded & { name: string })[] = [];
  const ofCountries: (Share & { name: string })[] = [];
  for (const share of all) {
    const shares = spansBetween(all, share.start - neighbourhood, share.start + neighbourhood);
    const { before, after } = wordsAround(text, share, shares);
    const bounded = {
      ...share,
      bound: boundOf(before, text.slice(share.end, sentenceAround(text, share).end)),
    };
    const channel = nameOf(text, share, shares, channels);
    const country = nameOf(text, share, shares, countries);
    if (noSellerBefore.test(before)) perSeller.push({ ...bounded, bound: "most" });
    else if (sellerNear.test(before.slice(-60)) || sellerNear.test(after.slice(0, 60)))
      perSeller.push(bounded);
    else if (guarantee.test(before.slice(-40)) || guarantee.test(after.slice(0, 40)))
      guaranteed.push(bounded);
    else if (channel !== undefined) ofChannels.push({ ...bounded, name: channel.name });
    else if (country !== undefined) ofCountries.push({ ...share, name: country.name });
  }
  const maxPerSeller = theOne(perSeller, "most");
  if (perSeller.length > 0 && maxPerSeller === undefined)
    ask(
      "max_share_per_seller",
      `Is ${quoted(perSeller, " and ")} the largest share of the budget for one seller?`,
    );
  const minGuaranteed = theOne(guaranteed, "least");
  if (guaranteed.length > 0 && minGuaranteed === undefined)
    ask(
      "min_guaranteed_share",
      `Is ${quoted(guaranteed, " and ")} the least share of the budget for guaranteed delivery?`,
    );
  const byChannel = readChannels(ofChannels);
  for (const words of byChannel.unclear) ask("channel_shares", words);
  return {
    ...(maxPerSeller && { maxPerSeller }),
    ...(minGuaranteed && { minGuaranteed }),
    channels: byChannel.found,
    countries: ofCountries,
    questions,
  };
}

type Bounded = Share & { readonly bound: "least" | "most" | undefined };

function theOne(shares: readonly Bounded[], bound: "least" | "most"): Found<number> | undefined {
  const [only, ...more] = shares;
  return only !== undefined && more.length === 0 && only.bound === bound
    ? found(only.share, only)
    : undefined;
}

/** A share without "at least" or "at most" is both. */
function readChannels(shares: readonly (Bounded & { readonly name: string })[]) {
  const read: Found<ChannelShare>[] = [];
  const unclear: string[] = [];
  for (const channel of new Set(shares.map(({ name }) => name))) {
    const all = shares.filter(({ name }) => name === channel);
    const least = all.filter(({ bound }) => bound !== "most").map(({ share }) => share);
    const most = all.filter(({ bound }) => bound !== "least").map(({ share }) => share);
    const [min] = least;
    const [max] = most;
    const [first] = all;
    if (first === undefined) continue;
    if (new Set(least).size > 1 || new Set(most).size > 1 || (min ?? 0) > (max ?? 1))
      unclear.push(`Which share of the budget is for ${channel}: ${quoted(all, " or ")}?`);
    else
      read.push(
        found(
          { channel, ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) },
          first,
        ),
      );
  }
  if (read.reduce((sum, { value }) => sum + (value.min ?? 0), 0) > 1 + 1e-9)
    return { found: [], unclear: [...unclear, "The channels' shares are more than the whole: which hold?"] };
  return { found: read, unclear };
}

/** Words before a share say more than words after it, which may belong to the next one. */
function boundOf(before: string, after: string): Bounded["bound"] {
  if (mostBefore.test(before)) return "most";
  if (leastBefore.test(before)) return "least";
  if (mostAfter.test(after)) return "most";
  return leastAfter.test(after) ? "least" : undefined;
}

function quoted(spans: readonly Span[], joint: string): string {
  return spans.map(({ text }) => `"${text}"`).join(joint);
}

const seller =
  "sellers?|publishers?|vendors?|partners?|sites?|suppliers?|Anbieter[ns]?|Vermarktern?|Partnern?|vendeurs?|éditeurs?|régies?|supports?|vendedor(?:es)?|proveedor(?:es)?|medios?|soportes?|editor(?:es)?";
const sellerNear = new RegExp(
  `(?<!\\p{L})(?:per|any(?: one)?|one|single|each|pro|je|einen|einem|par|un seul|chaque|por|un solo|cada)\\s+(?:single |one )?(?:${seller})(?!\\p{L})`,
  "iu",
);
const noSellerBefore = new RegExp(
  `(?<!\\p{L})(?:no|not one|kein(?:e[rmn]?)?|aucun|ning[uú]n)\\s+(?:single |one |einzelne[rn]? |seul )?(?:${seller})\\s+(?:\\p{L}+\\s+){0,3}?(?:above|over|beyond|more than|exceeds?|exceeding|über|mehr als|au-dessus|plus|(?:ne )?dépass\\p{L}*|excéd\\p{L}*|más|encima|super[ea]r?|exced[ea]r?)(?:\\s+(?:of|than|de|del|que))?\\s*$`,
  "iu",
);
const guarantee = /guarantee|garanti|garantiz/iu;
const bounds = (words: string, where: "before" | "after") =>
  where === "before"
    ? new RegExp(
        `(?<!\\p{L})(?:${words})(?:\\s+(?:of|von|at|to|à|the|la|le|el|une?|die|der|den))*\\s*$`,
        "iu",
      )
    : new RegExp(
        `^\\s*\\(?(?:(?:${words})(?!\\p{L})|(?:\\p{L}+\\s+){1,3}?(?:${words})\\s*(?:[.,;)]|$))`,
        "iu",
      );
const mostBefore = bounds(
  "max(?:imum|imal|\\.)?|at most|no more than|not more than|not over|up to|cap(?:ped)?|limit(?:ed)?|under|below|höchstens|nicht mehr als|bis zu|unter|pas plus de|au plus|(?:au )?maximum|jusqu['’]à|(?<!au )moins de|como máximo|máximo(?: del?)?|no más del?|hasta|(?<!al )menos del?",
  "before",
);
const mostAfter = bounds(
  "at most|max(?:imum|imal)?|or less|höchstens|oder weniger|au maximum|au plus|como máximo|máximo",
  "after",
);
const leastBefore = bounds(
  "at least|minimum|min\\.?|no less than|not less than|mindestens|wenigstens|nicht weniger als|au moins|pas moins de|al menos|como mínimo|mínimo(?: del?)?|por lo menos|no menos del?",
  "before",
);
const leastAfter = bounds(
  "at least|or more|minimum|mindestens|oder mehr|au moins|ou plus|al menos|como mínimo|o más",
  "after",
);
