import { isObject, type JsonObject, objectsIn } from "../../../../lib/json-object.ts";
import { since } from "../../../tasks/names.ts";
import { type Codec, type Spelling, writing } from "../codec.ts";
import { chain, inEach, inField } from "../combine.ts";
import { productFormats } from "../format-options.ts";
import { postalAreas } from "../postal-area.ts";

/** On the wire each request says how it asks, and carries nothing of the other ways. Inside, asking for all there is has no name. */
const mode: Spelling = {
  write: (inside) => {
    const { brief, refine, buying_mode: named, ...rest } = inside;
    const buying_mode =
      named ?? (refine === undefined ? (brief === undefined ? "wholesale" : "brief") : "refine");
    return {
      ...rest,
      buying_mode,
      ...(buying_mode === "brief" && brief !== undefined && { brief }),
      ...(buying_mode === "refine" && refine !== undefined && { refine }),
    };
  },
  read: ({ buying_mode, ...rest }) => (buying_mode === "wholesale" ? rest : { buying_mode, ...rest }),
};

/** Agents refuse a budget without a currency, and do not know kinds of formats. */
const filters = writing((inside) => {
  const { format_types: _, budget_range, ...rest } = inside;
  const isSayable = isObject(budget_range) && budget_range["currency"] !== undefined;
  return { ...rest, ...(isSayable && { budget_range }) };
});

/** A forecast has a currency on the wire: its product's, where it names none. */
const forecastCurrency = writing((product) => {
  const { forecast: given, pricing_options } = product;
  const currency = objectsIn(pricing_options)[0]?.["currency"];
  return isObject(given) && currency !== undefined
    ? { ...product, forecast: { currency, ...given } }
    : product;
});

/** Models by their names inside and on the wire, auctions apart: those are known by having no fixed price. */
const flatFee = { inside: "flat-fee", wire: "flat_rate" };
const auction = "-auction";

export function modelOnWire(model: unknown): unknown {
  if (typeof model !== "string") return model;
  if (model.endsWith(auction)) return model.slice(0, -auction.length);
  return model === flatFee.inside ? flatFee.wire : model;
}

/** A price of a product. Amounts are those of the contract; an auction is one by its name inside. */
const pricingOption: Spelling = {
  write: (option) => {
    const { pricing_model: model, price, floor, ...rest } = option;
    const isAuction = typeof model === "string" && model.endsWith(auction);
    const fixed = rest["fixed_price"] ?? price;
    const { fixed_price: _, ...others } = rest;
    const least = rest["floor_price"] ?? floor ?? (isAuction ? fixed : undefined);
    return {
      ...others,
      pricing_model: modelOnWire(model),
      ...(!isAuction && fixed !== undefined && { fixed_price: fixed }),
      ...(least !== undefined && { floor_price: least }),
    };
  },
  read: (option) => {
    const { pricing_model: model, floor_price, ...rest } = option;
    if (typeof model !== "string") return option;
    const bids = floor_price !== undefined || rest["price_guidance"] !== undefined;
    const isAuction = rest["fixed_price"] === undefined && bids && !model.endsWith(auction);
    return {
      ...rest,
      pricing_model: isAuction ? `${model}${auction}` : model === flatFee.wire ? flatFee.inside : model,
      ...(floor_price !== undefined && { floor: floor_price }),
    };
  },
};

/** Figures that the contract gives of a whole forecast. */
const whole = ["impressions", "reach"] as const;

/**
 * What a product is expected to bring. The contract gives the whole beside the points of a curve; the public standard has points
 * alone, and one without a budget stands for all that there is.
 */
const forecast: Spelling = {
  write: (inside) => {
    const { impressions, reach, points, ...rest } = inside;
    const given = objectsIn(points).map((point) => ({ ...point, metrics: rangesOf(point["metrics"]) }));
    const all = rangesOf({ impressions, reach });
    const missing = Object.keys(all).length > 0 && given.every((point) => "budget" in point);
    return { method: "estimate", ...rest, points: missing ? [{ metrics: all }, ...given] : given };
  },
  read: (wire) => {
    const points = objectsIn(wire["points"]);
    const unbudgeted = points.filter(({ budget }) => budget === undefined);
    const [total = {}] = unbudgeted;
    const { metrics, dimensions, product_id } = total;
    const isOfAll =
      unbudgeted.length === 1 &&
      dimensions === undefined &&
      product_id === undefined &&
      [undefined, "spend", "availability"].some((unit) => unit === wire["forecast_range_unit"]);
    if (points.length < 2 || !isOfAll || !isObject(metrics)) return wire;
    const all = Object.fromEntries(
      whole.flatMap((name) =>
        wire[name] === undefined && isObject(metrics[name]) ? [[name, metrics[name]]] : [],
      ),
    );
    return { ...wire, ...all };
  },
};

function rangesOf(metrics: unknown): JsonObject {
  if (!isObject(metrics)) return {};
  return Object.fromEntries(
    Object.entries(metrics).flatMap(([name, value]) => (value === undefined ? [] : [[name, rangeOf(value)]])),
  );
}

/** `min` and `max`, or one number, by the public standard's names. */
function rangeOf(value: unknown): unknown {
  if (typeof value === "number") return { mid: value };
  if (!isObject(value)) return value;
  const { min, max, ...rest } = value;
  return {
    ...rest,
    ...(min !== undefined && rest["low"] === undefined && { low: min }),
    ...(max !== undefined && rest["high"] === undefined && { high: max }),
  };
}

export const product = chain(
  productFormats,
  inEach("pricing_options", pricingOption),
  forecastCurrency,
  inField("forecast", forecast),
);

/** Since 3.1 an answer says whom it may be kept for. */
const scope = writing((answer, { release }) =>
  since(release, "3.1") && answer["products"] !== undefined ? { cache_scope: "account", ...answer } : answer,
);

/** What products are asked for by. */
export const offerFilters = chain(filters, postalAreas);

export const get_products: Codec = {
  request: chain(mode, inField("filters", offerFilters)),
  answer: chain(scope, inEach("products", product)),
};
