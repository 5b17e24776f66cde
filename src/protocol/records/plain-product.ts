import { isObject } from "../../lib/json-object.ts";
import type { Product } from "./product.ts";

/**
 * Whether a product is exactly as `productSchema` would return it, with nothing to fill in and nothing to complain about: most
 * are, and large catalogues are read many times faster by checking than by copying. What this turns down the schema decides; a
 * test holds the two together.
 */
export function isPlainProduct(item: unknown): item is Product {
  return isProduct(item);
}

type Check = (value: unknown) => boolean;
type Checks = Readonly<Record<string, Check>>;

const isText: Check = (value) => typeof value === "string";
const isName: Check = (value) => typeof value === "string" && value !== "";
const isBoolean: Check = (value) => typeof value === "boolean";
const isAmount: Check = (value) => Number.isFinite(value) && Number(value) >= 0;
const isPositive: Check = (value) => Number.isFinite(value) && Number(value) > 0;
const isCurrencyCode: Check = (value) => typeof value === "string" && /^[A-Z]{3}$/.test(value);
const isAbsent: Check = (value) => value === undefined;
const isTexts = listOf(isText);

function listOf(check: Check): Check {
  return (value) => Array.isArray(value) && value.every(check);
}

/** An object with these fields, and with others that are as they should be where they are there. */
function shaped(required: Checks, optional: Checks): Check {
  const checks = Object.entries({ ...required, ...optional });
  return (value) => {
    // A key that would be taken for the prototype is one that the schema leaves out.
    if (!isObject(value) || Object.hasOwn(value, "__proto__")) return false;
    for (const [key, check] of checks) {
      const field = value[key];
      if (!check(field) && (field !== undefined || key in required)) return false;
    }
    return true;
  };
}

const isAnyObject = shaped({}, {});

const isOption = shaped(
  { pricing_option_id: isName, pricing_model: isName, currency: isCurrencyCode },
  {
    fixed_price: isPositive,
    price: isPositive,
    floor: isAmount,
    floor_price: isAmount,
    min_spend_per_package: isAmount,
    price_guidance: shaped(
      {},
      { p25: Number.isFinite, p50: Number.isFinite, p75: Number.isFinite, p90: Number.isFinite },
    ),
  },
);

const isForecastRange = shaped(
  {},
  { min: isAmount, max: isAmount, low: isAmount, mid: isAmount, high: isAmount },
);

const isForecast = shaped(
  {},
  {
    impressions: isForecastRange,
    reach: isForecastRange,
    points: listOf(shaped({}, { budget: isAmount, metrics: isAnyObject, label: isText, product_id: isText })),
    forecast_range_unit: isText,
    currency: isText,
    demographic: isText,
    demographic_system: isText,
    reach_unit: isText,
    method: isText,
    measurement_source: isText,
    generated_at: isText,
    valid_until: isText,
  },
);

const isProduct = shaped(
  {
    product_id: isName,
    name: isText,
    description: isText,
    channels: isTexts,
    pricing_options: listOf(isOption),
    format_ids: listOf(shaped({ agent_url: isName, id: isName }, {})),
    metric_optimization: isAbsent,
  },
  {
    countries: isTexts,
    targeting: isAnyObject,
    publisher_properties: listOf(
      shaped({ publisher_domain: isName }, { property_ids: isTexts, property_tags: isTexts }),
    ),
    delivery_type: isText,
    forecast: isForecast,
    feed_version: isText,
    pricing_version: isText,
    sandbox: isBoolean,
  },
);
