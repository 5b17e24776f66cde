import { readingWords } from "../reading-words.ts";
import type { Report } from "../report-schema.ts";
import { indented } from "./layout.ts";
import type { Paint } from "./paint.ts";

/** What a model made of each product, with the seller's words that it pointed at. */
export function readingLines({ readings = [] }: Report, paint: Paint): string[] {
  const [first] = readings;
  if (first === undefined) return ["no product was read"];
  return [
    paint.quiet(`by ${first.by}; beside the ranking: no score, no amount and no purchase is made of it`),
    ...readings.flatMap((reading) =>
      indented(`${reading.product} (${reading.sellerId}): ${readingWords(reading).join("; ")}`),
    ),
  ];
}
