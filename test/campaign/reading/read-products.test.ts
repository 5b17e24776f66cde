import { describe, expect, it } from "vitest";
import type { Offer } from "../../../src/campaign/model/offers/offer.ts";
import { productPhrases, readProducts } from "../../../src/campaign/reading/read-products.ts";
import type { FitLevel, ProductToRead } from "../../../src/llm/questions/read-product.ts";
import { readProduct } from "../../../src/llm/questions/read-product.ts";
import { answeringModel } from "../../llm/answering-model.ts";
import { brief } from "../../stories/story.ts";

const offer = (productId: string, rest: Partial<Offer> = {}): Offer => ({
  id: `sport-media.example/${productId}/cpm`,
  sellerId: "sport-media.example",
  productId,
  pricingOptionId: "cpm",
  name: "Trail magazine",
  description: "Readers run in the mountains. Shown beside reports of races.",
  channels: ["olv"],
  formats: [],
  pricingModel: "cpm",
  currency: "EUR",
  auction: false,
  assumptions: [],
  missing: [],
  ...rest,
});

const judgements = (fit: FitLevel, phrase: string | null) => ({
  audience: { fit, phrase },
  surroundings: { fit, phrase },
  objective: { fit, phrase },
});

describe("what a model is shown of a product", () => {
  it("names neither its seller, however it is written, nor a price", () => {
    const phrases = productPhrases(
      offer("trail", {
        name: "Sport Media gold",
        description:
          "SPORT-MEDIA sells it for EUR 12.50! See sport-media.example. From $2k a week. Sport pages, all media.",
      }),
    );
    expect(phrases.map(({ text }) => text)).toEqual([
      "[seller] gold",
      "[seller] sells it for [price]!",
      "See [seller].",
      "From [price] a week.",
      "Sport pages, all media.",
    ]);
  });

  it("holds no budget, no limit and no other product", async () => {
    const { ask, asked } = answeringModel(readProduct, () => judgements("none", null));
    await readProducts(brief, [offer("trail"), offer("city", { description: "Commuters look at it." })], ask);
    expect(asked).toHaveLength(4);
    for (const inputs of asked) {
      const shown = JSON.stringify(readProduct.values(inputs));
      expect(shown).not.toMatch(/200|45|35|sport-media/i);
      expect(shown.includes("mountains") && shown.includes("Commuters")).toBe(false);
    }
  });
});

describe("a reading", () => {
  it("quotes the seller's words where the model pointed", async () => {
    const { ask } = answeringModel(readProduct, () => judgements("strong", "p2"));
    const { readings, unread } = await readProducts(brief, [offer("trail")], ask);
    expect(readings).toEqual([
      {
        sellerId: "sport-media.example",
        productId: "trail",
        aspects: ["audience", "surroundings", "objective"].map((aspect) => ({
          aspect,
          fit: "strong",
          quote: "Readers run in the mountains.",
        })),
        by: "scripted",
      },
    ]);
    expect(unread.size).toBe(0);
  });

  it("is the weaker of two, made with the phrases in opposite orders", async () => {
    const startsWithFirst = ({ phrases }: ProductToRead) => phrases[0]?.id === "p1";
    const { ask, asked } = answeringModel(readProduct, (inputs) =>
      startsWithFirst(inputs) ? judgements("strong", "p1") : judgements("some", "p3"),
    );
    const { readings } = await readProducts(brief, [offer("trail")], ask);
    expect(asked.map(startsWithFirst)).toEqual([true, false]);
    expect(readings[0]?.aspects[0]).toEqual({
      aspect: "audience",
      fit: "some",
      quote: "Shown beside reports of races.",
    });
  });

  it("is made once for products with the same words, and stands for each of them", async () => {
    const { ask, asked } = answeringModel(readProduct, () => judgements("some", "p1"));
    const twin = offer("twin", { sellerId: "sport-media.example" });
    const { readings } = await readProducts(brief, [offer("trail"), twin], ask);
    expect(asked).toHaveLength(2);
    expect(readings.map(({ productId }) => productId)).toEqual(["trail", "twin"]);
  });

  it.each([
    ["points at a phrase that code never made", judgements("strong", "p9")],
    ["claims a fit and shows nothing", judgements("strong", null)],
    ["gives a level of its own", { ...judgements("none", null), audience: { fit: "perfect", phrase: "p1" } }],
    ["brings a score along", { ...judgements("none", null), score: 100 }],
  ])("is not made of an answer that %s", async (_, answer) => {
    const { ask } = answeringModel(readProduct, () => answer);
    const { readings, unread } = await readProducts(brief, [offer("trail")], ask);
    expect(readings).toEqual([]);
    expect([...unread.values()]).toEqual([1]);
  });
});
