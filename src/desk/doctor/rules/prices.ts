import type { JsonObject } from "../../../lib/json-object.ts";
import type { Parts } from "../../../lib/parts.ts";
import { type Flaw, itemsOf, type RawAnswer } from "../fault.ts";
import { pointer } from "../pointer.ts";

/** Models that are never an auction: what they cost is their fixed price, and schemas say where it is missing. */
const neverAuctions: ReadonlySet<unknown> = new Set([
  "cpa",
  "flat_rate",
  "flat-fee",
  "time",
  "revenue_share",
]);

/** Prices that say two things, and auctions that do not say where bids begin. */
export function checkPrices(answer: RawAnswer): Parts<Flaw> {
  return itemsOf(answer.payload["products"]).map(([i, { pricing_options }]) =>
    itemsOf(pricing_options).map(([j, option]) =>
      checkOption(answer, pointer("products", i, "pricing_options", j), option),
    ),
  );
}

function checkOption({ release }: RawAnswer, path: string, option: JsonObject): Flaw | undefined {
  const { pricing_model: model, price_guidance: guidance } = option;
  const fixed = option["fixed_price"] ?? option["price"];
  const floor = option["floor_price"] ?? option["floor"];
  if (fixed !== undefined && floor !== undefined)
    return {
      rule: "fixed-and-floor",
      path,
      wanted: `a fixed price or a floor is wanted, and both stand there`,
      follows: "it is bought at the fixed price",
    };
  // The contract names its auctions; there an option without any price withholds it.
  const isNamed = typeof model === "string" && model.endsWith("-auction");
  const isAuction = isNamed || (release !== undefined && fixed === undefined && !neverAuctions.has(model));
  if (!isAuction || floor !== undefined) return undefined;
  return {
    rule: "auction-without-floor",
    path,
    wanted: "an option without a fixed price is an auction, and its floor is wanted",
    follows:
      guidance === undefined
        ? "the option cannot be ordered without a price"
        : "bids are made by its price guidance alone, and may be too low",
  };
}
