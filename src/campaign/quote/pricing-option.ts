import { type ExchangeTable, exchangeRate } from "../../lib/exchange.ts";
import { currencyDigits, formatMoney, isCurrency, type Money, toDecimal } from "../../lib/money.ts";
import type { PricingOption } from "../../protocol/records/product.ts";
import type { Brief } from "../brief/brief.ts";
import type { Conversion } from "./conversion.ts";
import type { Forecast } from "./forecast.ts";
import type { Range } from "./offer.ts";
import { chooseBid } from "./pricing-bid.ts";
import { conversionOf, isWholeModel } from "./pricing-conversion.ts";
import { type Fees, readFees } from "./pricing-fees.ts";
import { minorUp } from "./pricing-minor.ts";

/** What an offer says about its price. */
export interface Pricing {
  readonly auction: boolean;
  readonly price?: Money;
  readonly bid?: Money;
  readonly cpm?: Range;
  readonly whole?: true;
  readonly fees?: readonly string[];
  readonly assumptions: readonly string[];
  readonly missing: readonly string[];
}

interface Asked {
  readonly option: PricingOption;
  readonly channels: readonly string[];
  readonly forecast: Forecast;
  readonly brief: Brief;
  readonly exchange?: ExchangeTable | undefined;
}

/** A pricing option's amounts, and its price for 1,000 impressions on the brief's scale where that can be told. */
export function priceOption(asked: Asked): Pricing {
  const { option, brief } = asked;
  const auction = isAuction(option);
  const kind = { auction, ...(isWholeModel(option.pricing_model) && { whole: true as const }) };
  if (!isCurrency(option.currency))
    return { ...kind, assumptions: [], missing: [`price: "${option.currency}" is not a currency`] };
  const fees = readFees(option.fees, option.currency);
  const conversion = conversionOf({ ...asked, flight: brief.flight });
  const seller = auction ? auctionPrice(asked, conversion, fees) : fixedPrice(option, conversion);
  const { cost, ...amounts } = seller;
  const told = { ...kind, ...amounts, ...(fees.named.length > 0 && { fees: fees.named }) };
  if (cost === undefined) return told;
  if (conversion.type === "none") return { ...told, missing: [...amounts.missing, conversion.missing] };
  if (fees.missing !== undefined) return { ...told, missing: [...amounts.missing, fees.missing] };
  const scaled = onScale(withFees(costOfThousand(cost, conversion, asked.forecast.impressions), fees), asked);
  return {
    ...told,
    ...(scaled.cpm && { cpm: scaled.cpm }),
    assumptions: [
      ...amounts.assumptions,
      ...conversion.assumptions,
      ...(fees.named.length > 0 ? ["its fees are part of the price of 1,000 impressions"] : []),
      ...scaled.assumptions,
    ],
    missing: [...amounts.missing, ...scaled.missing],
  };
}

/** A seller's amounts. `cost` is in its currency's major unit: for one unit of the model, or for all of the flight. */
type Amounts = Pick<Pricing, "price" | "bid" | "assumptions" | "missing"> & {
  readonly cost?: Pick<Range, "low" | "high">;
};

function isAuction(option: PricingOption): boolean {
  if (/[-_]auction$/i.test(option.pricing_model)) return true;
  const fixed = option.fixed_price ?? option.price;
  return fixed === undefined && (floorOf(option) !== undefined || option.price_guidance !== undefined);
}

function floorOf(option: PricingOption): number | undefined {
  return option.floor ?? option.floor_price;
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

function auctionPrice({ option, brief, exchange }: Asked, conversion: Conversion, fees: Fees): Amounts {
  if (conversion.type === "whole")
    return { assumptions: [], missing: ["fixed price: a bid for the whole flight has no known outcome"] };
  const limit = brief.limits.maxCpm;
  const rate = limit && exchangeRate(exchange, limit.currency, option.currency);
  const highest = conversion.type === "unit" ? conversion.perThousand.high : undefined;
  const most = limit && rate && (toDecimal(limit) * rate - fees.perThousand) / fees.factor;
  const cap = most !== undefined && highest ? Math.max(0, most) / highest : undefined;
  // A fixed amount in an option that calls itself an auction is read as the least that it takes.
  const floor = floorOf(option) ?? option.fixed_price ?? option.price;
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

function withFees(range: Range | undefined, { factor, perThousand }: Fees): Range | undefined {
  if (range === undefined || (factor === 1 && perThousand === 0)) return range;
  const all = (price: number) => price * factor + perThousand;
  return { low: all(range.low), mid: all(range.mid), high: all(range.high) };
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
