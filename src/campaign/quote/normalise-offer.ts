import { cleanText } from "../../lib/clean-text.ts";
import type { ExchangeTable } from "../../lib/exchange.ts";
import { isCurrency } from "../../lib/money.ts";
import type { PricingOption, Product } from "../../protocol/records/product.ts";
import type { Brief } from "../brief/brief.ts";
import type { Seller } from "../discover/seller.ts";
import type { Offer, Range } from "./offer.ts";
import { minorUp } from "./pricing-minor.ts";
import { priceOption } from "./pricing-option.ts";

const longest = { name: 120, description: 600, word: 40 };

/** One product with one of its pricing options as an offer. Never throws for what a seller sends: it is left out and named. */
export function normaliseOffer({
  seller,
  product,
  option,
  brief,
  exchange,
}: {
  seller: Seller;
  product: Product;
  option: PricingOption;
  brief: Brief;
  exchange?: ExchangeTable | undefined;
}): Offer {
  const channels = product.channels.map((channel) => cleanText(channel, longest.word));
  const impressions = readForecast(product);
  const pricing = priceOption({ option, channels, impressions, brief, exchange });
  const minimumSpend = readMinimum(option);
  const description = cleanText(product.description, longest.description);

  const absent: [string, boolean][] = [
    ["description", description === ""],
    ["channels", channels.length === 0],
    ["formats", product.format_ids.length === 0],
    ["delivery type", product.delivery_type === undefined],
    ["forecast of impressions", impressions === undefined],
  ];

  return {
    id: `${seller.id}/${product.product_id}/${option.pricing_option_id}`,
    sellerId: seller.id,
    productId: product.product_id,
    pricingOptionId: option.pricing_option_id,
    name: cleanText(product.name, longest.name),
    description,
    channels,
    ...(product.delivery_type !== undefined && {
      deliveryType: cleanText(product.delivery_type, longest.word),
    }),
    ...(product.countries && { countries: product.countries.map((code) => code.toUpperCase()) }),
    formats: product.format_ids.map(({ agent_url, id }) => ({ agent_url, id })),
    pricingModel: option.pricing_model,
    currency: option.currency,
    auction: pricing.auction,
    ...(pricing.price && { price: pricing.price }),
    ...(pricing.bid && { bid: pricing.bid }),
    ...(minimumSpend && { minimumSpend }),
    ...(pricing.cpm && { cpm: pricing.cpm }),
    ...(impressions && { impressions }),
    assumptions: [
      ...(impressions && impressions.high > impressions.low
        ? ["expected impressions are the middle of the seller's forecast"]
        : []),
      ...pricing.assumptions,
    ],
    missing: [...absent.filter(([, isAbsent]) => isAbsent).map(([name]) => name), ...pricing.missing],
  };
}

/** A forecast that contradicts itself is none. */
function readForecast(product: Product): Range | undefined {
  const forecast = product.forecast?.impressions;
  if (forecast === undefined || forecast.min > forecast.max || forecast.max > Number.MAX_SAFE_INTEGER)
    return undefined;
  return { low: forecast.min, mid: (forecast.min + forecast.max) / 2, high: forecast.max };
}

function readMinimum(option: PricingOption) {
  if (!option.min_spend_per_package || !isCurrency(option.currency)) return undefined;
  return minorUp(option.min_spend_per_package, option.currency);
}
