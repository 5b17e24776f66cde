import { cleanText } from "../../lib/clean-text.ts";
import { formatCount } from "../../lib/english.ts";
import { isObject } from "../../lib/json-object.ts";
import { currencyDigits, formatMoney, fromDecimal, isCurrency, toDecimal } from "../../lib/money.ts";
import { toDecimalPrice } from "../../lib/price.ts";
import type { ReportedPrice } from "../model/measured/delivery.ts";
import type { Offer } from "../model/offers/offer.ts";

/** What a package was ordered for. */
export interface AgreedPrice {
  readonly currency: string;
  /** As on the wire, in one spelling: cpm, cpc, flat-fee. */
  readonly model: string;
  /** The most that one unit may cost, in the currency's major unit: the fixed price or the bid; absent where none is known. */
  readonly most?: number;
  readonly isBid: boolean;
}

/** The price that an order of an offer agreed to: its fixed price, or what the order `bid`. */
export function agreedPrice(offer: Offer, ordered?: number): AgreedPrice {
  const { pricingModel, currency, auction, price, bid, purchase } = offer;
  const own = auction ? bid : (purchase?.rate ?? price);
  const most = (auction ? ordered : undefined) ?? (own && toDecimalPrice(own));
  return { currency, model: spelled(pricingModel), isBid: auction, ...(most !== undefined && { most }) };
}

/** The contract and the public standard have two names for some models; that a price is bid for is no model of its own. */
function spelled(model: string): string {
  const plain = model
    .trim()
    .toLowerCase()
    .replaceAll("_", "-")
    .replace(/-auction$/, "");
  return plain === "flat-rate" ? "flat-fee" : plain;
}

/** How a price compares with the one that was agreed. */
export type PriceComparison = "as agreed" | "less" | "other";

/**
 * Compares a price that a seller states with the one that was agreed. What it does not state is no difference, nor is what
 * rounding makes of it. Of an auction any price up to the bid is as agreed.
 */
export function comparePrice(stated: Omit<ReportedPrice, "packageId">, agreed: AgreedPrice): PriceComparison {
  const { rate, pricingModel, currency } = stated;
  if (pricingModel !== undefined && spelled(pricingModel) !== agreed.model) return "other";
  if (currency !== undefined && currency.toUpperCase() !== agreed.currency) return "other";
  if (rate === undefined || agreed.most === undefined) return "as agreed";
  if (!(rate >= 0)) return "other";
  if (isRounded(rate, agreed.most, agreed.currency)) return "as agreed";
  if (rate > agreed.most) return "other";
  return agreed.isBid ? "as agreed" : "less";
}

/** Whether one price, in major units, is the other, rounded to minor units in any way. What that makes of a price below a unit is one way alone. */
export function isRounded(stated: number, agreed: number, currency: string): boolean {
  const unit = isCurrency(currency) ? 10 ** -currencyDigits(currency) : 0.01;
  const dust = unit / 1000;
  const difference = Math.abs(stated - agreed);
  if (difference <= dust * Math.min(1, agreed)) return true;
  const isNear = difference < unit - dust && difference <= agreed / 100;
  return isNear || Math.abs(stated - Math.round(agreed / unit) * unit) < dust;
}

/** The price of a package in an answer or in books, however its seller spells it. */
export function statedPrice(booked: Readonly<Record<string, unknown>>): Omit<ReportedPrice, "packageId"> {
  const parts = [booked, booked["pricing_option"], booked["pricing"]].filter(isObject);
  const names = ["fixed_price", "rate", "price", "cpm"];
  const rate = parts
    .flatMap((part) => names.map((name) => part[name]))
    // A seller may call what the whole package costs its price.
    .find((amount): amount is number => typeof amount === "number" && amount !== booked["budget"]);
  return readPrice({
    rate,
    pricing_model: parts.map((part) => part["pricing_model"]).find(isText),
    // The package's own currency is compared with the order's elsewhere.
    currency: parts
      .slice(1)
      .map((part) => part["currency"])
      .find(isText),
  });
}

/** A price in fields that are named as in the public standard's reports. */
export function readPrice(record: Readonly<Record<string, unknown>>): Omit<ReportedPrice, "packageId"> {
  const { rate, pricing_model: pricingModel, currency } = record;
  return {
    ...(typeof rate === "number" && { rate }),
    ...(isText(pricingModel) && { pricingModel: pricingModel.slice(0, 40) }),
    ...(isText(currency) && { currency: currency.slice(0, 10) }),
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/** The agreed price for people, with what `budget` (major units) buys for it: `EUR 15.00 CPM (3,000,000 impressions)`. */
export function agreedWords({ currency, model, most, isBid }: AgreedPrice, budget?: number): string {
  if (most === undefined) return `${currency} ${modelWords(model)}`;
  return `${priceWords(most, currency, model)}${isBid ? " or less" : bought(most, model, budget)}`;
}

/**
 * A price that is another than was agreed, for people, and after it what would say more. What differs from a bid is another with
 * each report: it is shown in steps.
 */
export function statedWords(
  { rate, pricingModel, currency }: Omit<ReportedPrice, "packageId">,
  agreed: AgreedPrice,
  budget?: number,
): Worded {
  const code = cleanText(currency?.toUpperCase() ?? agreed.currency, 10);
  const model = spelled(cleanText(pricingModel ?? agreed.model, 40));
  if (rate === undefined) return [`${code} ${modelWords(model)}`];
  const isSame = code === agreed.currency && model === agreed.model;
  if (agreed.isBid && isSame && agreed.most !== undefined && rate > agreed.most)
    return orMore(rate, agreed.most, agreed);
  if (agreed.isBid && !isSame && rate > 0) return orLess(rate, code, model);
  return [`${priceWords(rate, code, model)}${isSame ? bought(rate, model, budget) : ""}`];
}

export type Worded = readonly [string, ...string[]];

/** So many times as much as was agreed, or more: each step is news, and what lies between two is not. */
const steps = [1, 1.2, 1.5, 2, 3, 5, 10, 100, 1000] as const;

/** What is worked out of whole impressions may be that much below a step and is on it. */
const rounding = 1.001;

/** `EUR 30.00 CPM or more`, and each higher step. */
export function orMore(price: number, most: number, { currency, model }: AgreedPrice): Worded {
  const at = Math.max(
    0,
    steps.findLastIndex((times) => price * rounding >= most * times),
  );
  const words = (times: number) =>
    times === 1
      ? `over ${priceWords(most, currency, model)}`
      : `${priceWords(most * times, currency, model)} or more`;
  return [words(steps[at] ?? 1), ...steps.slice(at + 1).map(words)];
}

/** Round prices, from the least that anybody may ask for a unit to the most. */
const rounds = [-4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6].flatMap((power) =>
  [1, 2, 5].map((times) => times * 10 ** power),
);

/** `USD 20.00 CPM or less`, and each higher step. */
function orLess(price: number, code: string, model: string): Worded {
  const [first, ...more] = rounds
    .filter((most) => price <= most)
    .map((most) => `${priceWords(most, code, model)} or less`);
  return [first ?? priceWords(price, code, model), ...more];
}

function priceWords(price: number, currency: string, model: string): string {
  const exact = isCurrency(currency) && Math.abs(price) < 1e12 ? fromDecimal(price, currency) : undefined;
  const isExact = exact !== undefined && Math.abs(toDecimal(exact) - price) < 1e-9;
  return `${isExact ? formatMoney(exact) : `${currency} ${Number(price.toPrecision(6))}`} ${modelWords(model)}`;
}

function bought(price: number, model: string, budget: number | undefined): string {
  if (model !== "cpm" || budget === undefined || !(price > 0)) return "";
  return ` (${formatCount((budget / price) * 1000)} impressions)`;
}

function modelWords(model: string): string {
  return /^[a-z]{3,4}$/.test(model) && model !== "time" ? model.toUpperCase() : model.replaceAll("-", " ");
}
