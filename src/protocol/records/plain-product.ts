import type { Product } from "./product.ts";

/**
 * Whether a product is exactly as `productSchema` would return it, with nothing to fill in and nothing to complain about: most
 * are, and large catalogues are read many times faster by checking than by copying. What this turns down the schema decides; a
 * test holds the two together.
 */
export function isPlainProduct(item: unknown): item is Product {
  if (!isObject(item)) return false;
  return (
    isName(item["product_id"]) &&
    typeof item["name"] === "string" &&
    typeof item["description"] === "string" &&
    isListOf(item["channels"], isText) &&
    isListOf(item["pricing_options"], isOption) &&
    isListOf(item["format_ids"], isFormatId) &&
    isAbsentOr(item["countries"], isTexts) &&
    isAbsentOr(item["targeting"], isObject) &&
    isAbsentOr(item["publisher_properties"], isPropertiesList) &&
    isAbsentOr(item["delivery_type"], isText) &&
    isAbsentOr(item["forecast"], isForecast) &&
    isAbsentOr(item["feed_version"], isText) &&
    isAbsentOr(item["pricing_version"], isText) &&
    isAbsentOr(item["sandbox"], isBoolean) &&
    item["metric_optimization"] === undefined
  );
}

type Json = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;

function isOption(value: unknown): boolean {
  if (!isObject(value)) return false;
  return (
    isName(value["pricing_option_id"]) &&
    isName(value["pricing_model"]) &&
    isCurrencyCode(value["currency"]) &&
    isAbsentOr(value["fixed_price"], isPositive) &&
    isAbsentOr(value["price"], isPositive) &&
    isAbsentOr(value["floor"], isAmount) &&
    isAbsentOr(value["floor_price"], isAmount) &&
    isAbsentOr(value["min_spend_per_package"], isAmount) &&
    isAbsentOr(value["price_guidance"], isGuidance)
  );
}

function isGuidance(value: unknown): boolean {
  if (!isObject(value)) return false;
  return (
    isAbsentOr(value["p25"], isNumber) &&
    isAbsentOr(value["p50"], isNumber) &&
    isAbsentOr(value["p75"], isNumber) &&
    isAbsentOr(value["p90"], isNumber)
  );
}

function isFormatId(value: unknown): boolean {
  return isObject(value) && isName(value["agent_url"]) && isName(value["id"]);
}

function isPropertiesList(value: unknown): boolean {
  return isListOf(value, isProperties);
}

function isProperties(value: unknown): boolean {
  return (
    isObject(value) &&
    isName(value["publisher_domain"]) &&
    isAbsentOr(value["property_ids"], isTexts) &&
    isAbsentOr(value["property_tags"], isTexts)
  );
}

function isForecast(value: unknown): boolean {
  if (!isObject(value)) return false;
  return (
    isAbsentOr(value["impressions"], isForecastRange) &&
    isAbsentOr(value["reach"], isForecastRange) &&
    isAbsentOr(value["points"], isPoints) &&
    isAbsentOr(value["forecast_range_unit"], isText) &&
    isAbsentOr(value["currency"], isText) &&
    isAbsentOr(value["demographic"], isText) &&
    isAbsentOr(value["demographic_system"], isText) &&
    isAbsentOr(value["reach_unit"], isText) &&
    isAbsentOr(value["method"], isText) &&
    isAbsentOr(value["measurement_source"], isText) &&
    isAbsentOr(value["generated_at"], isText) &&
    isAbsentOr(value["valid_until"], isText)
  );
}

function isForecastRange(value: unknown): boolean {
  if (!isObject(value)) return false;
  return (
    isAbsentOr(value["min"], isAmount) &&
    isAbsentOr(value["max"], isAmount) &&
    isAbsentOr(value["low"], isAmount) &&
    isAbsentOr(value["mid"], isAmount) &&
    isAbsentOr(value["high"], isAmount)
  );
}

function isPoints(value: unknown): boolean {
  return isListOf(value, isPoint);
}

function isPoint(value: unknown): boolean {
  return (
    isObject(value) &&
    isAbsentOr(value["budget"], isAmount) &&
    isAbsentOr(value["metrics"], isObject) &&
    isAbsentOr(value["label"], isText) &&
    isAbsentOr(value["product_id"], isText)
  );
}

/** A key that would be taken for the prototype is one that the schema leaves out. */
function isObject(value: unknown): value is Json {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && !Object.hasOwn(value, "__proto__")
  );
}

function isListOf(value: unknown, check: Check): boolean {
  return Array.isArray(value) && value.every(check);
}

function isAbsentOr(value: unknown, check: Check): boolean {
  return value === undefined || check(value);
}

function isTexts(value: unknown): boolean {
  return isListOf(value, isText);
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isName(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function isBoolean(value: unknown): boolean {
  return typeof value === "boolean";
}

function isNumber(value: unknown): boolean {
  return Number.isFinite(value);
}

function isAmount(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && value < Number.POSITIVE_INFINITY;
}

function isPositive(value: unknown): boolean {
  return typeof value === "number" && value > 0 && value < Number.POSITIVE_INFINITY;
}

function isCurrencyCode(value: unknown): boolean {
  return typeof value === "string" && /^[A-Z]{3}$/.test(value);
}
