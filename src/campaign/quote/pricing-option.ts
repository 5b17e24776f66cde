import type { Brief } from "../../brief/brief.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { type ExchangeTable, exchangeRate } from "../../lib/exchange.ts";
import { isObject, type JsonObject } from "../../lib/json-object.ts";
import { currencyDigits, formatMoney, isCurrency, type Money, toDecimal } from "../../lib/money.ts";
import type { PricingOption } from "../../protocol/records/product.ts";
import type { Range } from "../model/offers/offer.ts";
import type { Conversion } from "./conversion.ts";
import type { Forecast } from "./forecast.ts";
import { conversionOf } from "./pricing-conversion.ts";
import { minorDown, minorUp } from "./pricing-minor.ts";

/** What an offer says about its price. */
export interface Pricing {
  readonly auction: boolean;
  readonly price?: Money;
  readonly unitPrice?: number;
  readonly bid?: Money;
  readonly cpm?: Range;
  /** What the price is for, where it is not for impressions. */
  readonly charges?: Extract<Conversion, { type: "unit" }>["charges"];
  readonly fees: readonly string[];
  readonly assumptions: readonly string[];
  readonly missing: readonly string[];
}

interface PricingInput {
  readonly option: PricingOption;
  readonly channels: readonly string[];
  readonly forecast: Forecast;
  readonly brief: Brief;
  readonly exchange?: ExchangeTable;
}

/** Notes for people on the way from a seller's words to a figure. */
interface Notes {
  readonly assumptions: string[];
  readonly missing: string[];
}

/** A seller's amounts. `cost` is in its currency's major unit: for one unit of the model, or for all of the flight. */
interface Amounts {
  readonly price?: Money;
  readonly unitPrice?: number;
  readonly bid?: Money;
  readonly cost?: Pick<Range, "low" | "high">;
}

/** A pricing option's amounts, and its price for 1,000 impressions on the brief's scale where that is known. */
export function priceOption(input: PricingInput): Pricing {
  const { option, brief } = input;
  const notes: Notes = { assumptions: [], missing: [] };
  const auction = isAuction(option);
  if (!isCurrency(option.currency)) {
    notes.missing.push(`price: "${option.currency}" is not a currency`);
    return { auction, fees: [], ...notes };
  }
  const fees = readFees(option.fees, option.currency);
  const { channels, forecast } = input;
  const conversion = conversionOf({ option, channels, forecast, flight: brief.flight });
  const { price, unitPrice, bid, cost } = auction
    ? auctionPrice(input, conversion, fees, notes)
    : fixedPrice(option, conversion, notes);
  const cpm = cost && cpmOf(cost, input, { conversion, fees, notes });
  const charges = conversion.type === "unit" ? conversion.charges : undefined;
  return { auction, price, unitPrice, bid, cpm, charges, fees: fees.named, ...notes };
}

function cpmOf(
  cost: Pick<Range, "low" | "high">,
  input: PricingInput,
  { conversion, fees, notes }: { conversion: Conversion; fees: Fees; notes: Notes },
): Range | undefined {
  if (conversion.type === "none") {
    notes.missing.push(conversion.missing);
    return undefined;
  }
  if (fees.missing !== undefined) {
    notes.missing.push(fees.missing);
    return undefined;
  }
  notes.assumptions.push(...conversion.assumptions);
  if (fees.named.length > 0) notes.assumptions.push("its fees are part of the price of 1,000 impressions");
  const thousand = costOfThousand(cost, conversion, input.forecast.impressions);
  if (thousand === undefined) notes.missing.push("lowest number of impressions that the price is for");
  return thousand && onScale(withFees(thousand, fees), input, notes);
}

function isAuction(option: PricingOption): boolean {
  const fixed = option.fixed_price ?? option.price;
  if (fixed === undefined && (floorOf(option) !== undefined || option.price_guidance !== undefined))
    return true;
  return /[-_]auction$/i.test(option.pricing_model);
}

function floorOf(option: PricingOption): number | undefined {
  return option.floor ?? option.floor_price;
}

function fixedPrice(option: PricingOption, conversion: Conversion, { assumptions, missing }: Notes): Amounts {
  const amount = option.fixed_price ?? option.price;
  if (amount === undefined) {
    missing.push("price");
    return {};
  }
  const isWhole = conversion.type === "whole";
  const units = isWhole ? conversion.units : 1;
  const cost = amount * units;
  const price = minorUp(cost, option.currency);
  if (price === undefined) {
    missing.push("price that can be counted");
    return {};
  }
  if (units > 1) assumptions.push(`the price of the whole flight is ${formatMoney(price)}`);
  const isRounded = toDecimal(price) > cost * (1 + 1e-12);
  if (isRounded)
    assumptions.push(`${amount} ${option.currency} is shown as ${formatMoney(price)}, rounded up`);
  if (isWhole) assumptions.push("the price of 1,000 impressions is the whole price over the forecast");
  return { price, ...(isRounded && !isWhole && { unitPrice: amount }), cost: { low: cost, high: cost } };
}

function auctionPrice(
  input: PricingInput,
  conversion: Conversion,
  fees: Fees,
  { assumptions, missing }: Notes,
): Amounts {
  if (conversion.type === "whole") {
    missing.push("fixed price: a bid for the whole flight has no known outcome");
    return {};
  }
  const { option } = input;
  // A fixed amount in an option that calls itself an auction is read as the least that it takes.
  const least = floorOf(option) ?? option.fixed_price ?? option.price ?? 0;
  const chosen = chooseBid({ option, least, cap: highestBid(input, conversion, fees) });
  if (chosen === undefined) {
    missing.push("floor or median price to bid from");
    return {};
  }
  assumptions.push(chosen.reason);
  return {
    price: chosen.floor,
    bid: chosen.bid,
    cost: { low: toDecimal(chosen.floor ?? chosen.bid), high: toDecimal(chosen.bid) },
  };
}

/** For one unit, in the seller's currency, so that 1,000 impressions and their fees keep to the brief's highest price. */
function highestBid({ option, brief, exchange }: PricingInput, conversion: Conversion, fees: Fees): number {
  const limit = brief.limits.maxCpm;
  const rate = limit && exchangeRate(exchange, limit.currency, option.currency);
  const units = conversion.type === "unit" ? conversion.perThousand.high : 0;
  if (limit === undefined || rate === undefined || units === 0) return Number.POSITIVE_INFINITY;
  return Math.max(0, (toDecimal(limit) * rate - fees.perThousand) / fees.factor) / units;
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

function withFees(range: Range, { factor, perThousand }: Fees): Range {
  if (factor === 1 && perThousand === 0) return range;
  return {
    low: range.low * factor + perThousand,
    mid: range.mid * factor + perThousand,
    high: range.high * factor + perThousand,
  };
}

function onScale(
  range: Range,
  { option, brief, exchange }: PricingInput,
  { assumptions, missing }: Notes,
): Range | undefined {
  const { currency } = brief.budget;
  const rate = exchangeRate(exchange, option.currency, currency);
  if (rate === undefined) {
    missing.push(`exchange rate from ${option.currency} to ${currency}`);
    return undefined;
  }
  const factor = rate * 10 ** currencyDigits(currency);
  if (!(range.high * factor <= 1e15)) {
    missing.push("price that can be counted");
    return undefined;
  }
  if (option.currency !== currency)
    assumptions.push(
      `1 ${option.currency} is ${Number(rate.toPrecision(6))} ${currency} (${exchange?.source}, ${exchange?.date})`,
    );
  return { low: range.low * factor, mid: range.mid * factor, high: range.high * factor };
}

/** How far over a floor is bid where the seller gives no median. */
const overFloor = 1.15;

interface Aim {
  readonly amount: number;
  /** Why so much, in plain words. */
  readonly basis: string;
}

interface BidLimits {
  readonly option: PricingOption;
  /** The floor as the seller writes it; 0 where there is none. */
  readonly least: number;
  readonly cap: number;
}

/**
 * What is bid: the median that the seller gives, else a little over its floor; at most `cap` (in the seller's currency
 * and the option's unit), yet never under the floor: an offer whose floor is over the cap fails the gate, and is seen to.
 * Undefined where there is neither floor nor median.
 */
function chooseBid(limits: BidLimits) {
  const { currency } = limits.option;
  const aim = aimOf(limits);
  if (aim === undefined) return undefined;
  const floor = limits.least > 0 ? minorUp(limits.least, currency) : undefined;
  const wanted = minorDown(aim.amount, currency);
  if (wanted === undefined || (limits.least > 0 && floor === undefined)) return undefined;
  const bid = { minor: Math.max(wanted.minor, floor?.minor ?? 1), currency };
  const amount = formatMoney(bid);
  const reason =
    bid.minor > wanted.minor
      ? `bids the floor, ${amount}: less cannot be bid`
      : `bids ${amount}, ${aim.basis}`;
  return { floor, bid, reason };
}

function aimOf({ option, least, cap }: BidLimits): Aim | undefined {
  const aboveFloor = {
    amount: least * overFloor,
    basis: "15 % over the floor, as the seller gives no median",
  };
  const usual = usualWin(option.price_guidance) ?? (least > 0 ? aboveFloor : undefined);
  const capped = { amount: cap, basis: "capped by the brief's highest price for 1,000 impressions" };
  return usual && cap < usual.amount ? capped : usual;
}

/** What half of all bids win at; else between the quarters around it. A bid at an end of the guidance is no usual one. */
function usualWin({ p50, p25, p75 }: NonNullable<PricingOption["price_guidance"]> = {}): Aim | undefined {
  if (p50 !== undefined && p50 > 0)
    return { amount: p50, basis: "the median of the seller's price guidance" };
  if (p25 === undefined || p75 === undefined || !(p25 > 0 && p25 <= p75)) return undefined;
  return { amount: (p25 + p75) / 2, basis: "midway between p25 and p75 of the seller's price guidance" };
}

/** What is charged beside a price. `factor` is on the price, `perThousand` is in the option's currency for 1,000 impressions. */
interface Fees {
  readonly factor: number;
  readonly perThousand: number;
  /** One line each for people. */
  readonly named: readonly string[];
  /** A fee whose amount cannot be read: what is bought costs more than is known. */
  readonly missing?: string;
}

const noFees: Fees = { factor: 1, perThousand: 0, named: [] };

/** A pricing option's `fees`: each with a name and either `percent` of the price or an amount `per_thousand` impressions. */
function readFees(raw: unknown, currency: string): Fees {
  if (raw === undefined || raw === null) return noFees;
  if (!Array.isArray(raw)) return { ...noFees, missing: "amounts of its fees" };
  let percent = 0;
  let perThousand = 0;
  const named: string[] = [];
  for (const fee of raw as readonly unknown[]) {
    const { title, share, each } = readFee(isObject(fee) ? fee : {});
    if ((share === undefined) === (each === undefined))
      return { ...noFees, missing: `amount of its fee "${title}"` };
    percent += share ?? 0;
    perThousand += each ?? 0;
    named.push(
      share === undefined
        ? `${title}: ${each} ${currency} for 1,000 impressions`
        : `${title}: ${share} % of the price`,
    );
  }
  return { factor: 1 + percent / 100, perThousand, named };
}

function readFee({ name, ...amounts }: JsonObject) {
  return {
    title: (typeof name === "string" && cleanText(name, 40)) || "fee",
    share: amountIn(amounts, "percent", 100),
    each: amountIn(amounts, "per_thousand", 1e6),
  };
}

function amountIn(fee: JsonObject, key: string, most: number): number | undefined {
  const amount = fee[key];
  return typeof amount === "number" && amount >= 0 && amount <= most ? amount : undefined;
}
