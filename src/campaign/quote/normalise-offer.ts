import type { Brief } from "../../brief/brief.ts";
import type { RateMetric } from "../../brief/kpi.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { type ExchangeTable, exchangeRate } from "../../lib/exchange.ts";
import { currencyDigits, isCurrency } from "../../lib/money.ts";
import type { PricingOption, Product } from "../../protocol/records/product.ts";
import { partInBursts } from "../model/offers/flights.ts";
import type { Offer, Range, ResponsePoint } from "../model/offers/offer.ts";
import { reportingOf } from "../model/offers/reporting.ts";
import { type PromisedRate, readTargetable, type Targetable } from "../model/people/targeting.ts";
import type { PartKept, partsKept } from "../model/people/universe.ts";
import type { Seller } from "../model/sellers/seller.ts";
import { parametersOf } from "./conversion.ts";
import { type Forecast, metricOf, readForecast } from "./forecast.ts";
import { isWholeModel, modelOf } from "./pricing-conversion.ts";
import { minorUp } from "./pricing-minor.ts";
import { type Pricing, priceOption } from "./pricing-option.ts";
import { shareOf } from "./read-range.ts";

const longest = { name: 120, description: 600, word: 40 };

/** One product with one of its pricing options as an offer. Never throws for what a seller sends: it is left out and named. */
export function normaliseOffer({
  seller,
  product,
  option,
  brief,
  keptOf,
  exchange,
}: {
  seller: Seller;
  product: Product;
  option: PricingOption;
  brief: Brief;
  keptOf: ReturnType<typeof partsKept>;
  exchange?: ExchangeTable;
}): Offer {
  const channels = product.channels.map((channel) => cleanText(channel, longest.word));
  const countries = readCountries(product);
  const targetable = targetableOf(product, seller);
  const byBurst = inBursts(readForecast(product, brief.flight), brief);
  const kept = keptOf({ countries, targetable });
  const forecast = kept === undefined ? byBurst : partOf(byBurst, kept);
  const { impressions, reach } = forecast;
  // What a unit costs is the same anywhere; a whole price buys what is left where its order keeps it.
  const isWhole = isWholeModel(option.pricing_model);
  const pricing = priceOption({ option, channels, forecast: isWhole ? forecast : byBurst, brief, exchange });
  const description = cleanText(product.description, longest.description);
  // What is absent is undefined here: a catalogue of thousands is read at once, and each optional part spread in costs as much as the price.
  return {
    id: `${seller.id}/${product.product_id}/${option.pricing_option_id}`,
    sellerId: seller.id,
    productId: product.product_id,
    pricingOptionId: option.pricing_option_id,
    name: cleanText(product.name, longest.name),
    description,
    channels,
    formats: product.format_ids.map(({ agent_url, id }) => ({ agent_url, id })),
    pricingModel: option.pricing_model,
    currency: option.currency,
    auction: pricing.auction,
    assumptions: forecast.assumptions.concat(pricing.assumptions),
    missing: missingIn(product, { description, impressions }).concat(forecast.missing, pricing.missing),
    groupId: seller.groupId,
    deliveryType: product.delivery_type && cleanText(product.delivery_type, longest.word),
    price: pricing.price,
    unitPrice: pricing.unitPrice,
    bid: pricing.bid,
    minimumSpend: readMinimum(option),
    cpm: pricing.cpm,
    whole: isWhole || undefined,
    impressions,
    reach,
    part: forecast === byBurst ? undefined : kept?.share,
    rates: ratesOf(forecast, pricing.charges),
    charges: pricing.charges?.metric,
    response: responseOf(forecast, { from: option.currency, to: brief.budget.currency, exchange }),
    fees: pricing.fees.length > 0 ? pricing.fees : undefined,
    countries,
    reporting: reportingOf(product),
    targetable,
    promised: promisedOf(product),
    trustedMatch: trustedMatchOf(product),
  };
}

/** What a product leaves out, by name. */
function missingIn(
  { channels, format_ids: formats, delivery_type: delivery }: Product,
  { description, impressions }: Pick<Offer, "description" | "impressions">,
): string[] {
  const missing: string[] = [];
  if (description === "") missing.push("description");
  if (channels.length === 0) missing.push("channels");
  if (formats.length === 0) missing.push("formats");
  if (delivery === undefined) missing.push("delivery type");
  if (impressions === undefined) missing.push("forecast of impressions");
  return missing;
}

/** A seller's forecast is of the whole product, wherever its order keeps it. */
function partOf(byBurst: Forecast, { share, where, source }: PartKept): Forecast {
  return scaled(
    byBurst,
    share,
    `the part of its people who live in ${where} (${source}): its order is kept there`,
  );
}

/** Nor does it know when in the flight it will run. */
function inBursts(byBurst: Forecast, brief: Brief): Forecast {
  if (brief.flights === undefined) return byBurst;
  const share = partInBursts(brief);
  return share < 1
    ? scaled(byBurst, share, "what it has in the bursts with their shares of the money")
    : byBurst;
}

function scaled(byBurst: Forecast, share: number, why: string): Forecast {
  const { impressions, reach, curve, assumptions } = byBurst;
  if (impressions === undefined && reach === undefined && curve.length === 0) return byBurst;
  return {
    ...byBurst,
    impressions: impressions && times(impressions, share),
    reach: reach && times(reach, share),
    curve: curve.map((point) => ({
      budget: point.budget * share,
      impressions: point.impressions * share,
      reach: point.reach && point.reach * share,
    })),
    assumptions: [
      ...assumptions,
      `${Number((share * 100).toPrecision(2))} % of its forecast is taken, ${why}`,
    ],
  };
}

function times({ low, mid, high }: Range, share: number): Range {
  return { low: low * share, mid: mid * share, high: high * share };
}

const rateMetrics = [
  "clicks",
  "completed_views",
  "viewable_impressions",
  "conversions",
  "leads",
  "store_visits",
] as const;

/** The seller's own figures, and what it charges for; never a usual share. */
function ratesOf(forecast: Forecast, charges: Pricing["charges"]): Offer["rates"] {
  let rates: Partial<Record<RateMetric, Range>> | undefined;
  if (forecast.whole?.metrics !== undefined)
    for (const metric of rateMetrics) {
      const share = shareOf(metricOf(forecast, metric), metricOf(forecast, "impressions"));
      if (share !== undefined) rates = { ...rates, [metric]: share };
    }
  return charges === undefined ? rates : { ...rates, [charges.metric]: charges.share };
}

/** Absent where none is given; a word that is no country's code is left out. */
function readCountries({ countries }: Product): string[] | undefined {
  const codes = countries?.filter((code) => /^[A-Za-z]{2}$/.test(code)).map((code) => code.toUpperCase());
  return codes && codes.length > 0 ? codes : undefined;
}

/** The product's word before its seller's. */
function targetableOf({ targeting }: Product, { targetable }: Seller): Targetable | undefined {
  if (targeting === undefined) return targetable;
  return { ...targetable, ...readTargetable(targeting) };
}

function promisedOf({ performance_standards: rates, measurement_terms: terms }: Product): Offer["promised"] {
  if (rates === undefined && terms === undefined) return undefined;
  const rateOf = (metric: string): PromisedRate | undefined => {
    const rate = rates?.find((one) => one.metric === metric);
    return (
      rate && {
        atLeast: rate.threshold,
        vendor: cleanText(rate.vendor.domain, longest.name),
        ...(rate.standard !== undefined && { standard: cleanText(rate.standard, longest.word) }),
      }
    );
  };
  const [viewability, completion] = [rateOf("viewability"), rateOf("completion_rate")];
  const countedBy = terms && cleanText(terms.billing_measurement.vendor.domain, longest.name);
  if (viewability === undefined && completion === undefined && countedBy === undefined) return undefined;
  return { viewability, completion, countedBy };
}

function trustedMatchOf({ trusted_match: match }: Product): Offer["trustedMatch"] {
  if (match === undefined || !(match.context_match || match.identity_match)) return undefined;
  const answers = match.response_types.map((type) => cleanText(type, longest.word));
  return {
    context: match.context_match,
    identity: match.identity_match,
    ...(match.dynamic_brands && { choosesBrand: true }),
    ...(answers.length > 0 && { answers }),
    providers: match.providers.map(({ agent_url, context_match, identity_match }) => ({
      agentUrl: cleanText(agent_url, longest.description),
      context: context_match,
      identity: identity_match,
    })),
  };
}

function readMinimum(option: PricingOption) {
  const { min_spend_per_package: least = 0, fixed_price, price, currency } = option;
  const { min_points: points } = parametersOf(option);
  const isPoints = modelOf(option.pricing_model) === "cpp" && typeof points === "number";
  const pointsPrice = isPoints ? points * (fixed_price ?? price ?? 0) : 0;
  const minimum = Math.max(least, pointsPrice);
  return minimum > 0 && isCurrency(currency) ? minorUp(minimum, currency) : undefined;
}

/** A forecast's curve with its budgets in minor units of `to`; undefined without one, or without a rate. */
export function responseOf(
  { curve, currency }: Forecast,
  { from, to, exchange }: { readonly from: string; readonly to: string; readonly exchange?: ExchangeTable },
): readonly ResponsePoint[] | undefined {
  const largest = curve.at(-1);
  const own = currency ?? from;
  const rate = isCurrency(own) ? exchangeRate(exchange, own, to) : undefined;
  if (largest === undefined || rate === undefined) return undefined;
  const factor = rate * 10 ** currencyDigits(to);
  if (largest.budget === 0 || largest.budget * factor > Number.MAX_SAFE_INTEGER) return undefined;
  return curve.map(({ budget, impressions, reach }) => ({
    amount: Math.ceil(budget * factor * (1 - 4 * Number.EPSILON)),
    impressions,
    reach,
  }));
}
