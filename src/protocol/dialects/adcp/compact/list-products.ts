import { isObject, type JsonObject, objectsIn } from "../../../../lib/json-object.ts";
import type { Codec, Spelling } from "../codec.ts";
import { chain, inEach } from "../combine.ts";
import { mostPerPage } from "../page.ts";
import { offerFilters, product } from "../tasks/get_products.ts";
import { oneBrand } from "./one-brand.ts";

/** What is read of a product, by the standard's names: without them its id and its name come alone. */
const fields = [
  "product_id",
  "name",
  "description",
  "publisher_properties",
  "channels",
  "format_options",
  "delivery_type",
  "pricing_options",
  "forecast",
  "reporting_capabilities",
  "measurement_terms",
  "performance_standards",
  "overlay_support",
  "targeting_resolution",
  "expires_at",
  "allowed_actions",
];

/** A brief as criteria: its words, preferences and refinements have no place there. */
const criteria: Spelling = {
  write: (inside, at) => {
    const {
      brief: _brief,
      buying_mode: _mode,
      refine: _refine,
      preferred_delivery_types: _preferred,
      filters,
      property_list,
      ...rest
    } = inside;
    const wanted = isObject(filters) ? offerFilters.write(filters, at) : {};
    const offer_filters = { ...wanted, ...(property_list !== undefined && { property_list }) };
    const { countries, regions } = wanted;
    const targeting_overlay = {
      ...(countries !== undefined && { geo_countries: countries }),
      ...(regions !== undefined && { geo_regions: regions }),
    };
    const asked = {
      ...(Object.keys(offer_filters).length > 0 && { offer_filters }),
      ...(Object.keys(targeting_overlay).length > 0 && { targeting_overlay }),
    };
    return {
      ...rest,
      ...(Object.keys(asked).length > 0 && { criteria: asked }),
      fields,
      max_results: mostPerPage,
    };
  },
  read: (wire, at) => {
    const { criteria: asked, fields: _fields, max_results: _most, cursor: _cursor, ...rest } = wire;
    const { offer_filters } = isObject(asked) ? asked : {};
    if (!isObject(offer_filters)) return rest;
    const { property_list, ...filters } = offer_filters;
    return {
      ...rest,
      filters: offerFilters.read(filters, at),
      ...(property_list !== undefined && { property_list }),
    };
  },
};

/** What every answer leaves open: a seller that is asked by criteria has not read the brief. */
const unread = {
  scope: "brief",
  description: "it takes no free text: it was asked by channels, countries, dates and budget alone",
};

/** Products with the versions that an order of them names. What its seller keeps to other targeting than was asked is left out. */
const offers: Spelling = {
  write: inEach("products", product).write,
  read: (wire, at) => {
    const { feed_version, pricing_version } = wire;
    const all = objectsIn(wire["products"]);
    const exact = all.filter((one) => objectsIn(resolutionOf(one)["modifications"]).length === 0);
    const changed = {
      scope: "products",
      description: `${all.length - exact.length} of ${all.length} would be kept to other targeting than was asked for`,
    };
    return {
      ...wire,
      ...(Array.isArray(wire["products"]) && {
        products: exact.map((one) => ({
          ...product.read(one, at),
          ...runsIn(at.request),
          ...(isObject(one["overlay_support"]) && { targeting: supportOf(one["overlay_support"]) }),
          feed_version,
          pricing_version,
        })),
      }),
      incomplete: [unread, ...objectsIn(wire["incomplete"]), ...(exact.length < all.length ? [changed] : [])],
    };
  },
};

function resolutionOf({ targeting_resolution: resolution }: JsonObject): JsonObject {
  return isObject(resolution) ? resolution : {};
}

/** A product that comes without a resolution takes exactly the targeting that was asked for. */
function runsIn({ criteria: asked }: JsonObject): JsonObject {
  const { targeting_overlay: overlay } = isObject(asked) ? asked : {};
  const { geo_countries: countries } = isObject(overlay) ? overlay : {};
  return countries === undefined ? {} : { countries };
}

/** What a package can be kept to: systems are members of their own inside. */
function supportOf(support: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(support).map(([name, value]) => {
      const systems = isObject(value) ? value["systems"] : undefined;
      if (!Array.isArray(systems)) return [name, value];
      return [name, Object.fromEntries(systems.map((system: unknown) => [String(system), true]))];
    }),
  );
}

export const listProducts: Codec = { request: chain(criteria, oneBrand), answer: offers };
