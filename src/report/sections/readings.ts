import { z } from "zod";
import type { CampaignState } from "../../campaign/model/state/state.ts";
import { productName } from "../account/buys.ts";
import { items } from "../blocks/cell.ts";
import { prose, type Section } from "../blocks/document.ts";
import { type Described, each } from "../blocks/schema.ts";
import { header, table, under, words } from "../blocks/table.ts";

export const readingsSchema = each({
  sellerId: z.string(),
  productId: z.string(),
  product: z.string().describe("seller's words"),
  aspects: each({
    aspect: z.enum(["audience", "surroundings", "objective"]),
    fit: z.enum(["strong", "some", "none", "unclear"]),
    quote: z.string().optional().describe("seller's words that show it"),
  }),
  by: z.string().describe("model, prompt and the beginning of the prompt's SHA-256"),
}).describe("what a model made of products' words: beside the ranking, nothing is made of it");
type Readings = Described<typeof readingsSchema>;
type Reading = Readings[number];

export function describeReadings(state: CampaignState): Readings | undefined {
  return state.readings?.map((reading) => ({
    ...reading,
    product: productName(state, reading.sellerId, reading.productId),
  }));
}

/** What a model made of products' words, where one was asked. */
export const readings: Section<{ readonly readings?: Readings }> = {
  id: "readings",
  appendix: true,
  name: "Readings",
  title: "A model's reading",
  none: "no product was read",
  blocks: ({ readings = [] }) => {
    const [first] = readings;
    if (first === undefined) return [];
    return [
      prose(
        `Beside the ranking: no score, no amount and no purchase is made of it. By ${first.by}, which saw neither sellers nor prices.`,
      ),
      table<Reading>({
        caption: "How products' words fit the brief",
        note: "Names and quotes are the sellers' own words.",
        rows: readings,
        columns: [
          header("Product", ({ product }) => product),
          under("Seller", ({ sellerId }) => sellerId),
          words("Fit", (reading) => items(readingWords(reading))),
        ],
      }),
    ];
  },
};

/** `audience strong (“endurance sport”)`, one for each aspect. */
export function readingWords({ aspects }: Pick<Reading, "aspects">): string[] {
  return aspects.map(
    ({ aspect, fit, quote }) => `${aspect} ${fit}${quote === undefined ? "" : ` (“${quote}”)`}`,
  );
}
