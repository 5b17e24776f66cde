import { markdownTable, markdownText } from "../markdown-text.ts";
import { readingWords } from "../reading-words.ts";
import type { Report } from "../report-schema.ts";

/** What a model made of products' words, where one was asked. */
export function readingLines({ readings = [] }: Report): string[] {
  const [first] = readings;
  if (first === undefined) return [];
  return [
    "## A model's reading",
    "",
    markdownText(`Beside the ranking: no score, no amount and no purchase is made of it. By ${first.by}.`),
    "",
    ...markdownTable(
      ["Product", "Seller", "Fit"],
      readings.map((reading) => [reading.product, reading.sellerId, readingWords(reading).join("; ")]),
    ),
  ];
}
