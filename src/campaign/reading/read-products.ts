import PQueue from "p-queue";
import type { Brief } from "../../brief/brief.ts";
import { findMoney } from "../../brief/grammar/amounts.ts";
import { digest } from "../../lib/digest.ts";
import type { Ask } from "../../llm/model.ts";
import {
  type FitLevel,
  fitAspects,
  type Phrase,
  type ProductJudgements,
  readProduct,
} from "../../llm/questions/read-product.ts";
import type { AspectReading, Offer, ProductReading } from "../model/offers/offer.ts";

/** Questions to the model at once. */
const atOnce = 4;

/**
 * Lets a model read products, given by an offer of each: one at a time, without the seller, the price or any other
 * product. Each is read twice, the second time in the opposite order; where the two differ the weaker one counts. Products
 * with the same words are read once, so that no seller gains by saying a thing twice.
 */
export async function readProducts(brief: Brief, offers: readonly Offer[], ask: Ask) {
  const wanted = wantedBy(brief);
  const queue = new PQueue({ concurrency: atOnce });
  const read = new Map<string, Promise<ReadOutcome>>();
  // By reason.
  const unread = new Map<string, number>();
  const readings: ProductReading[] = [];

  const answers = offers.map(async (offer) => {
    const { sellerId, productId } = offer;
    const phrases = productPhrases(offer);
    const key = digest(phrases);
    const assessed = read.get(key) ?? queue.add(() => assess(wanted, phrases, ask));
    read.set(key, assessed);
    return { sellerId, productId, phrases, outcome: await assessed };
  });
  for (const { sellerId, productId, phrases, outcome } of await Promise.all(answers)) {
    if (outcome.type === "unread") unread.set(outcome.reason, (unread.get(outcome.reason) ?? 0) + 1);
    else readings.push({ sellerId, productId, aspects: quoted(outcome.judgements, phrases), by: outcome.by });
  }
  return { readings, unread };
}

type ReadOutcome =
  | { readonly type: "read"; readonly judgements: ProductJudgements; readonly by: string }
  | { readonly type: "unread"; readonly reason: string };

async function assess(wanted: string, phrases: readonly Phrase[], ask: Ask): Promise<ReadOutcome> {
  if (phrases.length === 0) return { type: "unread", reason: "it has no words to read" };
  const first = await ask(readProduct, { asked: wanted, phrases });
  if (first.type === "unavailable") return { type: "unread", reason: first.reason };
  const second = await ask(readProduct, { asked: wanted, phrases: phrases.toReversed() });
  if (second.type === "unavailable") return { type: "unread", reason: second.reason };
  return { type: "read", judgements: weaker(first.answer, second.answer), by: first.by };
}

function weaker(first: ProductJudgements, second: ProductJudgements): ProductJudgements {
  const pick = (aspect: keyof ProductJudgements) =>
    strength[second[aspect].fit] < strength[first[aspect].fit] ? second[aspect] : first[aspect];
  return {
    audience: pick("audience"),
    surroundings: pick("surroundings"),
    objective: pick("objective"),
  };
}

const strength: Readonly<Record<FitLevel, number>> = { none: 0, unclear: 1, some: 2, strong: 3 };

function quoted(judgements: ProductJudgements, phrases: readonly Phrase[]): AspectReading[] {
  return fitAspects.map((aspect) => {
    const { fit, phrase } = judgements[aspect];
    const quote = phrases.find(({ id }) => id === phrase)?.text;
    return { aspect, fit, quote };
  });
}

/** What the model learns of the brief: no budget, no limits, no other seller. */
function wantedBy({ objective, audience, channels, countries, message, brand }: Brief): string {
  return [
    `Objective: ${objective}`,
    `Advertiser: ${brand.name ?? brand.domain}`,
    ...(audience === undefined ? [] : [`Audience: ${audience}`]),
    ...(message === undefined ? [] : [`Message: ${message}`]),
    `Channels: ${channels.join(", ") || "any"}`,
    `Countries: ${countries.join(", ") || "any"}`,
  ].join("\n");
}

const mostPhrases = 12;

/** A product's words in phrases that can be pointed at, without its seller's name and without prices; empty where it says nothing. */
export function productPhrases({ name, description, sellerId }: Offer): Phrase[] {
  return [name, ...description.split(/(?<=[.!?…;])\s+/u)]
    .map((text) => withoutSeller(withoutPrices(text), sellerId).trim())
    .filter((text) => /\p{L}/u.test(text))
    .slice(0, mostPhrases)
    .map((text, i) => ({ id: `p${i + 1}`, text }));
}

/** From the end, so that the places of earlier amounts stay right. */
function withoutPrices(text: string): string {
  return findMoney(text).reduceRight(
    (rest, { start, end }) => `${rest.slice(0, start)}[price]${rest.slice(end)}`,
    text,
  );
}

/** Takes out the seller's domain and the names in its id, however they are spaced or hyphenated. */
function withoutSeller(text: string, sellerId: string): string {
  const [domain = ""] = sellerId.split("/");
  const names = [sellerId, domain, ...domain.split(".").slice(0, -1), ...sellerId.split("/").slice(1)]
    .map((name) => name.match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((words) => words.join("").length > 2)
    .map((words) => words.join("[^\\p{L}\\p{N}]*"));
  if (names.length === 0) return text;
  return text.replace(
    new RegExp(`(?<![\\p{L}\\p{N}])(?:${names.join("|")})(?![\\p{L}\\p{N}])`, "giu"),
    "[seller]",
  );
}
