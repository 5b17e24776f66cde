import type { Brief } from "../../brief/brief.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { type ExchangeTable, exchangeRate } from "../../lib/exchange.ts";
import { isObject, type JsonObject } from "../../lib/json-object.ts";
import { currencyDigits, formatMoney, isCurrency, toDecimal } from "../../lib/money.ts";
import { priceUp, toDecimalPrice } from "../../lib/price.ts";
import type { PricingOption } from "../../protocol/records/product.ts";
import { eachEnd, exactly, type Offer, type Range, times } from "../model/offers/offer.ts";
import { chooseBid } from "./choose-bid.ts";
import type { Charges, Conversion, Priced } from "./conversion.ts";
import { curveOf, type Forecast, pointWith } from "./forecast.ts";
import { conversionOf } from "./pricing-conversion.ts";
import { minorUp } from "./pricing-minor.ts";
import { product, quotient } from "./read-range.ts";

/** What an offer says about its price. */
export interface Pricing
  extends Pick<Offer, "auction" | "price" | "bid" | "cpm" | "assumptions" | "missing"> {
  /** What the price is for, where it is not for impressions, and what one of it costs on the brief's scale. */
  readonly charges?: Charges;
  readonly cost?: Range;
  readonly fees: readonly string[];
}

interface PricingInput extends Priced {
  readonly brief: Brief;
  readonly exchange?: ExchangeTable;
}

/** Notes for people on the way from a seller's words to a figure. */
interface Notes {
  readonly assumptions: string[];
  readonly missing: string[];
}

/** A seller's amounts. `cost` is in its currency's major unit: for one unit of the model, or for all of the flight. */
type Amounts = Pick<Pricing, "price" | "bid" | "cost">;

/** A pricing option's amounts, and its price for 1,000 impressions on the brief's scale where that is known. */
export function priceOption(input: PricingInput): Pricing {
  const { option } = input;
  const notes: Notes = { assumptions: [], missing: [] };
  const auction = isAuction(option);
  if (!isCurrency(option.currency)) {
    notes.missing.push(`price: "${option.currency}" is not a currency`);
    return { auction, fees: [], ...notes };
  }
  const fees = readFees(option.fees, option.currency);
  const conversion = conversionOf(input);
  const { price, bid, cost } = auction
    ? auctionPrice(input, conversion, fees, notes)
    : fixedPrice(option, conversion, notes);
  const charges = conversion.type === "unit" ? conversion.charges : undefined;
  const scaled = cost && onScale(cost, input, { conversion, fees, notes });
  const { assumptions, missing } = notes;
  return {
    auction,
    price,
    bid,
    cpm: scaled?.cpm,
    cost: scaled?.cost,
    charges,
    fees: fees.named,
    assumptions,
    missing,
  };
}

/** A price of 1,000 impressions, and one of what it pays for, in minor units of the brief's currency. */
function onScale(
  cost: Range,
  input: PricingInput,
  { conversion, fees, notes }: { conversion: Conversion; fees: Fees; notes: Notes },
): Pick<Pricing, "cpm" | "cost"> {
  if (conversion.type === "none") {
    notes.missing.push(conversion.missing);
    return {};
  }
  if (fees.missing !== undefined) {
    notes.missing.push(fees.missing);
    return {};
  }
  notes.assumptions.push(...conversion.assumptions);
  const thousand = costOfThousand(cost, conversion, input.forecast);
  const missing = conversion.type === "unit" && conversion.missing;
  if (thousand === undefined)
    notes.missing.push(missing || "lowest number of impressions that the price is for");
  else if (fees.named.length > 0) notes.assumptions.push("its fees are part of its CPM");
  const own = ownCost(cost, conversion, fees);
  const most = Math.max(0, thousand?.high ?? 0, own?.high ?? 0);
  const factor = most > 0 ? scaleOf(most * fees.factor + fees.perThousand, input, notes) : undefined;
  if (factor === undefined) return {};
  return { cpm: thousand && times(withFees(thousand, fees), factor), cost: own && times(own, factor) };
}

/** One of what is paid for, with its fees; undefined where these are for impressions and nobody says how many that takes. */
function ownCost(cost: Range, conversion: Conversion, fees: Fees): Range | undefined {
  if (conversion.type !== "unit" || conversion.charges === undefined) return undefined;
  const { charges, perThousand } = conversion;
  if (fees.perThousand > 0 && perThousand === undefined) return undefined;
  const fee = perThousand === undefined || perThousand.mid === 0 ? 0 : fees.perThousand / perThousand.mid;
  return times(withFees(cost, { factor: fees.factor, perThousand: fee }), 1 / charges.each);
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
  // What is sold whole is paid as it stands.
  const price = (isWhole ? minorUp : priceUp)(cost, option.currency);
  if (price === undefined) {
    missing.push("price that can be counted");
    return {};
  }
  if (units > 1) assumptions.push(`the price of the whole flight is ${formatMoney(price)}`);
  if (isWhole) assumptions.push("its CPM is the whole price over the forecast");
  return { price, cost: exactly(cost) };
}

function auctionPrice(input: PricingInput, conversion: Conversion, fees: Fees, notes: Notes): Amounts {
  const { assumptions, missing } = notes;
  if (conversion.type === "whole") {
    missing.push("fixed price: a bid for the whole flight has no known outcome");
    return {};
  }
  const { option } = input;
  // A fixed amount in an option that calls itself an auction is read as the least that it takes.
  const least = floorOf(option) ?? option.fixed_price ?? option.price ?? 0;
  const chosen = chooseBid({
    option,
    least,
    cap: highestBid(input, conversion, fees),
    inventory: inventoryPrice(input, conversion),
  });
  if (chosen === undefined) {
    missing.push("floor or median price to bid from");
    return {};
  }
  assumptions.push(chosen.reason);
  const [low, high] = [toDecimalPrice(chosen.floor ?? chosen.bid), toDecimalPrice(chosen.bid)];
  return {
    price: chosen.floor,
    bid: chosen.bid,
    cost: { low, mid: Math.min(high, Math.max(low, chosen.expected)), high },
  };
}

/** What the seller expects its inventory to cost, for one unit of the price. */
function inventoryPrice({ option, forecast, exchange }: PricingInput, conversion: Conversion) {
  if (conversion.type !== "unit") return undefined;
  const { charges, perThousand } = conversion;
  const rate = exchangeRate(exchange, forecast.currency ?? option.currency, option.currency);
  const cost = (figure: string) => {
    const figures = pointWith(forecast, "spend", figure);
    const [spend = 0, units = 0] = [figures?.get("spend")?.mid, figures?.get(figure)?.mid];
    return spend > 0 && units > 0 && rate !== undefined ? (spend * rate) / units : undefined;
  };
  // Where budgets are given for its own unit, they say what one costs.
  const alongBudgets = (figure: string) => {
    const last = curveOf(forecast, figure)?.at(-1);
    return last && rate !== undefined ? (last.budget * rate) / last.range.mid : undefined;
  };
  const own = charges && (cost(charges.figure) ?? alongBudgets(charges.figure));
  if (charges && own !== undefined) return own * charges.each;
  const impression = cost("impressions");
  return impression === undefined || perThousand === undefined || !(perThousand.mid > 0)
    ? undefined
    : (impression * 1000) / perThousand.mid;
}

/** For one unit, in the seller's currency, so that 1,000 impressions and their fees keep to the brief's highest price. */
function highestBid({ option, brief, exchange }: PricingInput, conversion: Conversion, fees: Fees): number {
  const limit = brief.limits.maxCpm;
  const rate = limit && exchangeRate(exchange, limit.currency, option.currency);
  const units = (conversion.type === "unit" && conversion.perThousand?.high) || 0;
  if (limit === undefined || rate === undefined || units === 0) return Number.POSITIVE_INFINITY;
  return Math.max(0, (toDecimal(limit) * rate - fees.perThousand) / fees.factor) / units;
}

/** In the seller's currency. What is bid is expected to be paid, unless a bid is the most that one would pay. */
function costOfThousand(cost: Range, conversion: Known, { impressions }: Forecast): Range | undefined {
  if (conversion.type === "unit") return conversion.perThousand && product(cost, conversion.perThousand);
  return impressions && quotient(exactly(cost.high * 1000), impressions);
}

type Known = Exclude<Conversion, { type: "none" }>;

function withFees(range: Range, { factor, perThousand }: Pick<Fees, "factor" | "perThousand">): Range {
  return eachEnd((end) => range[end] * factor + perThousand);
}

/** From the option's major units to the brief's minor ones, where the largest of its prices can be counted. */
function scaleOf(largest: number, input: PricingInput, { assumptions, missing }: Notes): number | undefined {
  const { option, brief, exchange } = input;
  const { currency } = brief.budget;
  const rate = exchangeRate(exchange, option.currency, currency);
  if (rate === undefined) {
    missing.push(`exchange rate from ${option.currency} to ${currency}`);
    return undefined;
  }
  const factor = rate * 10 ** currencyDigits(currency);
  if (!(largest * factor <= 1e15)) {
    missing.push("price that can be counted");
    return undefined;
  }
  if (option.currency !== currency)
    assumptions.push(
      `1 ${option.currency} is ${Number(rate.toPrecision(6))} ${currency} (${exchange?.source}, ${exchange?.date})`,
    );
  return factor;
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
      share === undefined ? `${title}: ${each} ${currency} CPM` : `${title}: ${share} % of the price`,
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
