import { type ExchangeTable, exchangeRate } from "../../lib/exchange.ts";
import { currencyDigits, formatMoney, isCurrency, type Money, toDecimal } from "../../lib/money.ts";
import type { PricingOption } from "../../protocol/records/product.ts";
import type { Brief } from "../brief/brief.ts";
import type { Range } from "./offer.ts";
import { chooseBid } from "./pricing-bid.ts";
import { type Conversion, conversionOf } from "./pricing-conversion.ts";
import { minorUp } from "./pricing-minor.ts";

/** What an offer says about its price. */
export interface Pricing {
  readonly auction: boolean;
  readonly price?: Money;
  readonly bid?: Money;
  readonly cpm?: Range;
  readonly assumptions: readonly string[];
  readonly missing: readonly string[];
}

interface Asked {
  readonly option: PricingOption;
  readonly channels: readonly string[];
  readonly impressions: Range | undefined;
  readonly brief: Brief;
  readonly exchange?: ExchangeTable | undefined;
}

/** A pricing option's amounts, and its price for 1,000 impressions on the brief's scale where that can be told. */
export function priceOption(asked: Asked): Pricing {
  const { option, channels, brief } = asked;
  const auction = isAuction(option);
  if (!isCurrency(option.currency))
    return { auction, assumptions: [], missing: [`price: "${option.currency}" is not a currency`] };

  const conversion = conversionOf(option, channels, brief.flight);
  const seller = auction ? auctionPrice(asked, conversion) : fixedPrice(option, conversion);
  const { cost, ...amounts } = seller;
  if (cost === undefined) return { auction, ...amounts };
  if (conversion.type === "none")
    return { auction, ...amounts, missing: [...amounts.missing, conversion.missing] };

  const scaled = onScale(costOfThousand(cost, conversion, asked.impressions), asked);
  return {
    auction,
    ...amounts,
    ...(scaled.cpm && { cpm: scaled.cpm }),
    assumptions: [...amounts.assumptions, ...conversion.assumptions, ...scaled.assumptions],
    missing: [...amounts.missing, ...scaled.missing],
  };
}

/** A seller's amounts. `cost` is in its currency's major unit: for one unit of the model, or for all of the flight. */
type Amounts = Omit<Pricing, "auction" | "cpm"> & { readonly cost?: Pick<Range, "low" | "high"> };

function isAuction(option: PricingOption): boolean {
  if (/[-_]auction$/i.test(option.pricing_model)) return true;
  const fixed = option.fixed_price ?? option.price;
  return fixed === undefined && (option.floor !== undefined || option.price_guidance?.p50 !== undefined);
}

function fixedPrice(option: PricingOption, conversion: Conversion): Amounts {
  const amount = option.fixed_price ?? option.price;
  if (amount === undefined) return { assumptions: [], missing: ["price"] };
  const isWhole = conversion.type === "whole";
  const units = isWhole ? conversion.units : 1;
  const cost = amount * units;
  const price = minorUp(cost, option.currency);
  if (price === undefined) return { assumptions: [], missing: ["price that can be counted"] };
  const assumptions: string[] = [];
  if (units > 1) assumptions.push(`the price of the whole flight is ${formatMoney(price)}`);
  if (toDecimal(price) > cost * (1 + 1e-12))
    assumptions.push(`${amount} ${option.currency} is shown as ${formatMoney(price)}, rounded up`);
  if (isWhole) assumptions.push("the price of 1,000 impressions is the whole price over the forecast");
  return { price, cost: { low: cost, high: cost }, assumptions, missing: [] };
}

function auctionPrice({ option, brief, exchange }: Asked, conversion: Conversion): Amounts {
  if (conversion.type === "whole")
    return { assumptions: [], missing: ["fixed price: a bid for the whole flight has no known outcome"] };
  const limit = brief.limits.maxCpm;
  const rate = limit && exchangeRate(exchange, limit.currency, option.currency);
  const highest = conversion.type === "unit" ? conversion.perThousand.high : undefined;
  const cap = limit && rate && highest ? (toDecimal(limit) * rate) / highest : undefined;
  // A fixed amount in an option that calls itself an auction is read as the least that it takes.
  const floor = option.floor ?? option.fixed_price ?? option.price;
  const chosen = chooseBid({ ...option, floor }, cap);
  if (chosen === undefined) return { assumptions: [], missing: ["floor or median price to bid from"] };
  return {
    ...(chosen.floor && { price: chosen.floor }),
    bid: chosen.bid,
    cost: { low: toDecimal(chosen.floor ?? chosen.bid), high: toDecimal(chosen.bid) },
    assumptions: chosen.assumptions,
    missing: [],
  };
}

/** In the seller's currency. What is bid is expected to be paid: clearing below it is luck, not a plan. */
function costOfThousand(
  cost: Pick<Range, "low" | "high">,
  conversion: Exclude<Conversion, { type: "none" }>,
  impressions: Range | undefined,
): Range | undefined {
  if (conversion.type === "unit") {
    const { low, mid, high } = conversion.perThousand;
    return { low: cost.low * low, mid: cost.high * mid, high: cost.high * high };
  }
  if (impressions === undefined || impressions.low <= 0) return undefined;
  return {
    low: (cost.high * 1000) / impressions.high,
    mid: (cost.high * 1000) / impressions.mid,
    high: (cost.high * 1000) / impressions.low,
  };
}

function onScale(
  range: Range | undefined,
  { option, brief, exchange }: Asked,
): Pick<Pricing, "cpm" | "assumptions" | "missing"> {
  if (range === undefined)
    return { assumptions: [], missing: ["lowest number of impressions that the price is for"] };
  const { currency } = brief.budget;
  const rate = exchangeRate(exchange, option.currency, currency);
  if (rate === undefined)
    return { assumptions: [], missing: [`exchange rate from ${option.currency} to ${currency}`] };
  const factor = rate * 10 ** currencyDigits(currency);
  const cpm = { low: range.low * factor, mid: range.mid * factor, high: range.high * factor };
  if (!(cpm.high <= 1e15)) return { assumptions: [], missing: ["price that can be counted"] };
  return {
    cpm,
    assumptions:
      option.currency === currency
        ? []
        : [
            `1 ${option.currency} is ${Number(rate.toPrecision(6))} ${currency} (${exchange?.source}, ${exchange?.date})`,
          ],
    missing: [],
  };
}
