import type { Phrase } from "../../llm/questions/read-product.ts";
import { findMoney } from "../brief/find/find-money.ts";
import type { Offer } from "../model/offer.ts";

const mostPhrases = 12;

/** A product's words in phrases that can be pointed at, without its seller's name and without prices; empty where it says nothing. */
export function productPhrases({ name, description, sellerId }: Offer): Phrase[] {
  return [name, ...sentencesOf(description)]
    .map((text) => withoutSeller(withoutPrices(text), sellerId).trim())
    .filter((text) => /\p{L}/u.test(text))
    .slice(0, mostPhrases)
    .map((text, i) => ({ id: `p${i + 1}`, text }));
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?…;])\s+/u);
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
