import type { Brief } from "../../brief/brief.ts";
import { measuredBy } from "../../brief/kpi.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { dayOf } from "../../lib/days.ts";
import { type ExchangeTable, exchangeRate } from "../../lib/exchange.ts";
import { isCurrency } from "../../lib/money.ts";
import type { PricingOption, Product } from "../../protocol/records/product.ts";
import { daysIn, partOnDays } from "../model/offers/flights.ts";
import { listedAs } from "../model/offers/listed-offer.ts";
import { exactly, type Offer, type Range } from "../model/offers/offer.ts";
import { reportingOf } from "../model/offers/reporting.ts";
import { type PromisedRate, readTargetable, type Targetable } from "../model/people/targeting.ts";
import type { PartKept, partsKept } from "../model/people/universe.ts";
import type { Seller } from "../model/sellers/seller.ts";
import { parametersOf, type UsualRates } from "./conversion.ts";
import { curveOf, estimated, type Forecast } from "./forecast.ts";
import { inGroupOf, pointsOf } from "./group-reach.ts";
import { availableOf, bringsOf, measuresOf, ratesOf, responseOf, sourcesOf } from "./outcomes.ts";
import { isWholeModel, modelOf } from "./pricing-conversion.ts";
import { minorUp } from "./pricing-minor.ts";
import { type Pricing, priceOption } from "./pricing-option.ts";
import { quotient } from "./read-range.ts";

const longest = { name: 120, description: 600, word: 40 };

export interface Market {
  readonly seller: Seller;
  readonly brief: Brief;
  readonly exchange?: ExchangeTable;
  /** Forecasts that were valid until before it have expired. */
  readonly now?: number;
}

interface Asked extends Market {
  readonly product: Product;
  readonly option: PricingOption;
  readonly stated: Forecast;
  readonly keptOf: ReturnType<typeof partsKept>;
  readonly usual: UsualRates;
}

/** One product with one of its pricing options as an offer. Never throws for what a seller sends: it is left out and named. */
export function normaliseOffer(asked: Asked): Offer {
  const { seller, product, option, stated, brief, exchange, usual, now } = asked;
  const expired = expiredAt(product, now);
  const channels = product.channels.map((channel) => cleanText(channel, longest.word));
  const countries = readCountries(product, stated);
  const targetable = targetableOf(product, seller);
  const { forecast, kept, part, priced } = forecastIn(asked, { channels, countries, targetable });
  const { impressions } = forecast;
  const label = stated.label === undefined ? [] : [stated.label];
  const promised = promisedOf(product);
  const isWhole = isWholeModel(option.pricing_model);
  const pricing = priceOption({ option, channels, forecast: priced, brief, exchange, usual, promised });
  const group = inGroupOf(forecast, brief, {
    countries: kept && countries,
    response: responseOf(forecast, { from: option.currency, to: brief.budget.currency, exchange }),
  });
  const sale = saleOf(asked, forecast, pricing, group.response);
  const { charges } = pricing;
  const measures = measuresOf(stated, { option, brief, charges });
  const points = wantsPoints(brief, option) ? pointsOf(forecast, brief, group.inGroup) : undefined;
  const description = cleanText(product.description, longest.description);
  // What is absent is undefined here: a catalogue of thousands is read at once, and each optional part spread in costs as much as the price.
  return {
    id: [seller.id, product.product_id, option.pricing_option_id, ...label].join("/"),
    sellerId: seller.id,
    productId: product.product_id,
    pricingOptionId: option.pricing_option_id,
    name: [cleanText(product.name, longest.name), ...label].join(": "),
    description,
    channels,
    formats: product.format_ids.map(({ agent_url, id }) => ({ agent_url, id })),
    pricingModel: option.pricing_model,
    currency: option.currency,
    auction: pricing.auction,
    assumptions: (expired === undefined ? [] : [`its forecast expired on ${expired}`]).concat(
      forecast.assumptions,
      group.assumptions,
      sourcesOf(measures, brief),
      pricing.assumptions,
    ),
    missing: missingIn(product, { description, impressions }).concat(forecast.missing, pricing.missing),
    groupId: seller.groupId,
    deliveryType: product.delivery_type && cleanText(product.delivery_type, longest.word),
    price: pricing.price,
    bid: pricing.bid,
    minimumSpend: sale.minimumSpend,
    cpm: sale.cpm,
    whole: isWhole || undefined,
    impressions,
    reach: group.reach,
    penetration: group.penetration,
    inGroup: group.inGroup,
    part,
    rates: ratesOf(stated, measures, charges, points),
    charges: charges?.metric,
    perUnit: sale.perUnit,
    brings: bringsOf(forecast, measures, { option, brief, exchange, pricing, isWhole }),
    response: group.response,
    around: stated.method === "estimate" ? estimated : undefined,
    expired,
    rows: stated.lie,
    label: stated.label,
    fees: pricing.fees.length > 0 ? pricing.fees : undefined,
    countries,
    reporting: reportingOf(product),
    targetable,
    promised,
    trustedMatch: trustedMatchOf(product),
    steerable: steerableOf(product),
    listed: listedAs(product, option),
  };
}

/** What of a forecast can be had when and where the brief runs. Rows for its places are of these alone. */
function forecastIn(
  { stated, option, brief, keptOf }: Asked,
  { channels, countries, targetable }: Pick<Offer, "channels" | "countries" | "targetable">,
) {
  const byBurst = onDays(stated, channels, brief);
  if (stated.scope === "place") return { forecast: byBurst, priced: byBurst };
  const kept = keptOf({ countries: stated.scope === "countries" ? undefined : countries, targetable });
  const forecast = kept === undefined ? byBurst : partOf(byBurst, kept);
  // What a unit costs is the same anywhere; a whole price buys what is left where its order keeps it.
  const isLeft = isWholeModel(option.pricing_model) && kept?.share !== undefined;
  return {
    forecast,
    kept,
    part: forecast === byBurst ? undefined : kept?.share,
    priced: isLeft ? forecast : byBurst,
  };
}

/** How it is sold: a package for what its seller's forecast says that it costs, and for no less or more; else by its price. */
function saleOf(asked: Asked, forecast: Forecast, pricing: Pricing, response: Offer["response"]) {
  const { option } = asked;
  const { label, impressions } = forecast;
  if (label === undefined || isWholeModel(option.pricing_model) || response === undefined)
    return { cpm: pricing.cpm, minimumSpend: readMinimum(option), perUnit: perUnitOf(forecast, pricing) };
  return {
    cpm: impressions && quotient(exactly((response.at(-1)?.amount ?? 0) * 1000), impressions),
    minimumSpend: readMinimum(option, packagePrice(forecast, asked)),
  };
}

/** What each costs that it is paid for; where an auction's budgets bring some, they say more. */
function perUnitOf(forecast: Forecast, { auction, charges, cost }: Pricing): Offer["perUnit"] {
  if (charges === undefined || cost === undefined) return undefined;
  if (auction && curveOf(forecast, charges.figure) !== undefined) return undefined;
  return { cost, available: availableOf(forecast, charges) };
}

/** Rating points that the brief asks for, and the price is not for. */
function wantsPoints({ kpi }: Brief, { pricing_model: model }: PricingOption): boolean {
  return modelOf(model) !== "cpp" && kpi !== undefined && measuredBy(kpi.metric).counts === "grps";
}

/** The day until which its forecast was valid, where that is over. */
function expiredAt({ forecast }: Product, now = Number.NEGATIVE_INFINITY): string | undefined {
  const until = Date.parse(forecast?.valid_until ?? "");
  return until < now ? dayOf(until) : undefined;
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

/** Nobody asked for the part that is wanted: it is scaled by people where these are counted, and is at most all of the forecast. */
function partOf(byBurst: Forecast, { share, where, source }: PartKept): Forecast {
  const part = share === undefined ? "none to all" : partInWords(share);
  return scaled(
    byBurst,
    share,
    `${part} of its forecast is counted, and at most all of it: the part in ${where} (${source}): its seller was not asked for it alone`,
  );
}

/** Nor does it know when in the flight it will run. */
function onDays(stated: Forecast, channels: readonly string[], brief: Brief): Forecast {
  if (brief.flights === undefined && brief.channelFlights === undefined) return stated;
  const share = partOnDays(channels, brief);
  const whose = brief.channelFlights === undefined ? "of the bursts" : "that its channel runs";
  const all = daysIn(brief.flight);
  return share < 1
    ? scaled(
        stated,
        share,
        `it could bring ${partInWords(share)} of its forecast for the flight: that of the days ${whose}, ${Math.round(share * all)} of ${all}`,
      )
    : stated;
}

function partInWords(share: number): string {
  return `${Number((share * 100).toPrecision(2))} %`;
}

function scaled(stated: Forecast, known: number | undefined, words: string): Forecast {
  const { impressions, reach, curve, points, assumptions } = stated;
  if (impressions === undefined && reach === undefined && points.length === 0) return stated;
  const share = known ?? 1;
  const part = ({ low, mid, high }: Range) => ({ low: low * (known ?? 0), mid: mid * share, high });
  return {
    ...stated,
    impressions: impressions && part(impressions),
    reach: reach && part(reach),
    curve: curve.map((point) => ({
      budget: point.budget * share,
      impressions: point.impressions * share,
      reach: point.reach && point.reach * share,
    })),
    points: points.map(({ budget, figures }) => ({
      ...(budget !== undefined && { budget: budget * share }),
      figures: new Map([...figures].map(([name, range]) => [name, part(range)])),
    })),
    assumptions: [...assumptions, words],
  };
}

/** Where its rows lie, where none is given; a word that is no country's code is left out. */
function readCountries({ countries }: Product, { lie }: Forecast): readonly string[] | undefined {
  const codes = countries?.filter((code) => /^[A-Za-z]{2}$/.test(code)).map((code) => code.toUpperCase());
  return codes && codes.length > 0 ? codes : lie?.countries;
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

function steerableOf({ metric_optimization: takes }: Product): Offer["steerable"] {
  const words = (all: readonly string[]) => all.map((one) => cleanText(one, longest.word));
  return (
    takes && {
      metrics: words(takes.supported_metrics),
      targets: words(takes.supported_targets),
      reachUnits: words(takes.supported_reach_units),
    }
  );
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

function packagePrice({ curve, currency: own }: Forecast, { option: { currency }, exchange }: Asked): number {
  const rate = exchangeRate(exchange, own ?? currency, currency) ?? Number.POSITIVE_INFINITY;
  return (curve.at(-1)?.budget ?? 0) * rate;
}

function readMinimum(option: PricingOption, packaged = 0) {
  const { min_spend_per_package: least = 0, fixed_price, price, currency } = option;
  const { min_points: points } = parametersOf(option);
  const isPoints = modelOf(option.pricing_model) === "cpp" && typeof points === "number";
  const pointsPrice = isPoints ? points * (fixed_price ?? price ?? 0) : 0;
  const minimum = Math.max(least, pointsPrice, packaged);
  return minimum > 0 && isCurrency(currency) ? minorUp(minimum, currency) : undefined;
}
