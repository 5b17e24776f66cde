import type { Spelling } from "./codec.ts";

/** Models by their names inside and on the wire, auctions apart: those are known by having no fixed price. */
const flatFee = { inside: "flat-fee", wire: "flat_rate" };
const auction = "-auction";

/** A price of a product. Amounts are those of the contract; an auction is one by its name inside. */
export const pricingOption: Spelling = {
  write: (option) => {
    const { pricing_model: model, price, floor, ...rest } = option;
    const isAuction = typeof model === "string" && model.endsWith(auction);
    const fixed = rest["fixed_price"] ?? price;
    const { fixed_price: _, ...others } = rest;
    const least = rest["floor_price"] ?? floor ?? (isAuction ? fixed : undefined);
    return {
      ...others,
      pricing_model: isAuction
        ? model.slice(0, -auction.length)
        : model === flatFee.inside
          ? flatFee.wire
          : model,
      ...(!isAuction && fixed !== undefined && { fixed_price: fixed }),
      ...(least !== undefined && { floor_price: least }),
    };
  },
  read: (option) => {
    const { pricing_model: model, floor_price, ...rest } = option;
    if (typeof model !== "string") return option;
    const bids = floor_price !== undefined || rest["price_guidance"] !== undefined;
    const isAuction = rest["fixed_price"] === undefined && bids && !model.endsWith(auction);
    return {
      ...rest,
      pricing_model: isAuction ? `${model}${auction}` : model === flatFee.wire ? flatFee.inside : model,
      ...(floor_price !== undefined && { floor: floor_price }),
    };
  },
};
