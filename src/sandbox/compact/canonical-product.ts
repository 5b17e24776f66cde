import { listProducts } from "../../protocol/dialects/adcp/compact/list-products.ts";
import { kindPrefix } from "../../protocol/records/creative.ts";
import type { PricingOption } from "../../protocol/records/product.ts";
import { formatById, kindOf } from "../inventory/formats.ts";
import { reporting_capabilities } from "../inventory/listing.ts";
import { isPayload, type Payload } from "../payload.ts";

/** A product as `get_products` has it, as the compact lifecycle does: closed, and its formats by kind. */
export function canonicalProduct(found: Payload): Payload {
  const { countries: _, targeting, trusted_match: __, sandbox: ___, ...product } = found;
  const {
    pricing_options: prices,
    forecast,
    ...rest
  } = written({ ...product, format_ids: kindsOf(product["format_ids"]) });
  const isPriced = Array.isArray(prices) && prices.length > 0;
  const overlay_support = supportOf(targeting);
  return {
    reporting_capabilities,
    ...rest,
    ...(isPriced && { pricing_options: prices, forecast }),
    ...(Object.keys(overlay_support).length > 0 && { overlay_support }),
    allowed_actions: ["pause", "resume", "cancel", "increase_budget", "decrease_budget"].map((action) => ({
      action,
      modes: ["self_serve"],
    })),
  };
}

/** A product, or what there is of one, as it goes over the wire. */
function written(product: Payload): Payload {
  const { products } = listProducts.answer.write({ products: [product] }, { release: "3.2", request: {} });
  const [only] = Array.isArray(products) ? products.filter(isPayload) : [];
  return only ?? {};
}

/** The price that a purchase is made at. */
export function canonicalPrice(option: PricingOption): Payload {
  const { pricing_options: prices } = written({ pricing_options: [option] });
  const [only] = Array.isArray(prices) ? prices.filter(isPayload) : [];
  return only ?? {};
}

/** Formats of ours as options of their kinds. */
function kindsOf(formats: unknown): Payload[] {
  const ids = Array.isArray(formats) ? formats.filter(isPayload).map(({ id }) => String(id)) : [];
  return ids.flatMap((id) => {
    const format = formatById.get(id);
    if (format === undefined) return [];
    // A picture is named by its size, as an option alone does not say it.
    const isPicture = kindOf(format) === "image";
    const measures = isPicture ? `${format.width}x${format.height}` : `option:${id}`;
    return [{ agent_url: `${kindPrefix}${kindOf(format)}`, id: measures }];
  });
}

/** Dimensions that packages can be kept to: systems stand in a list there. */
function supportOf(targeting: unknown): Payload {
  if (!isPayload(targeting)) return {};
  return Object.fromEntries(
    Object.entries(targeting).flatMap(([dimension, value]): [string, unknown][] => {
      if (value === true) return [[dimension, true]];
      if (dimension !== "geo_metros" || !isPayload(value)) return [];
      return [[dimension, { systems: Object.keys(value).filter((system) => value[system] === true) }]];
    }),
  );
}
