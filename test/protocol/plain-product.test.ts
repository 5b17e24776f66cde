import fc from "fast-check";
import { expect, test } from "vitest";
import { isPlainProduct } from "../../src/protocol/records/plain-product.ts";
import { productSchema } from "../../src/protocol/records/product.ts";
import { readProducts } from "../../src/protocol/records/read-products.ts";

const product = {
  product_id: "homepage",
  name: "Homepage",
  description: "The first page",
  channels: ["display"],
  countries: ["DE"],
  delivery_type: "guaranteed",
  targeting: { households: true },
  publisher_properties: [{ publisher_domain: "apex.example", property_ids: ["a"], property_tags: ["b"] }],
  format_ids: [{ agent_url: "https://formats.example", id: "display_300x250" }],
  forecast: {
    impressions: { min: 800_000, max: 1_200_000 },
    reach: { low: 1, mid: 2, high: 3 },
    points: [{ budget: 1000, metrics: { impressions: { low: 1, mid: 2, high: 3 } } }],
    forecast_range_unit: "spend",
    currency: "EUR",
    demographic: "A25-54",
    reach_unit: "individuals",
  },
  pricing_options: [
    {
      pricing_option_id: "only",
      pricing_model: "cpm",
      currency: "EUR",
      fixed_price: 10,
      price: 10,
      floor: 1,
      floor_price: 1,
      min_spend_per_package: 5,
      price_guidance: { p25: 1, p50: 2, p75: 3, p90: 4 },
    },
  ],
  sandbox: true,
};

/** The path of every value in a product. */
function pathsOf(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== "object" || value === null) return [path];
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  return [
    path,
    ...[...keys].flatMap((key) => pathsOf((value as Record<string | number, unknown>)[key], [...path, key])),
  ];
}

function replaced(value: unknown, [key, ...rest]: readonly (string | number)[], by: unknown): unknown {
  if (key === undefined) return by;
  const copy = structuredClone(value) as Record<string | number, unknown>;
  if (rest.length === 0 && by === undefined) delete copy[key];
  else copy[key] = replaced(copy[key], rest, by);
  return copy;
}

test("a product that is waved through is one that the schema would return unchanged", () => {
  const odd = fc.oneof(
    fc.constantFrom<unknown>(undefined, null, "", "EURO", 0, -1, true, [], {}, [[]], [null], [""], [{}], {
      min: 1,
    }),
    fc.jsonValue({ maxDepth: 1 }),
  );
  let waved = 0;
  fc.assert(
    fc.property(fc.constantFrom(...pathsOf(product)), odd, (path, value) => {
      // As it comes over the wire: without holes.
      const changed: unknown = JSON.parse(JSON.stringify(replaced(product, path, value) ?? null));
      if (!isPlainProduct(changed)) return;
      waved += 1;
      expect(productSchema.safeParse(changed)).toEqual({ success: true, data: changed });
    }),
    { numRuns: 5000 },
  );
  expect(isPlainProduct(product)).toBe(true);
  expect(waved).toBeGreaterThan(500);
});

test("what is not waved through is read by the schema, and a product that makes no sense costs no other", () => {
  const { description: _, ...bare } = product;
  const { products, unreadable } = readProducts([product, bare, { name: "no id" }, null]);
  expect(products.map(({ description }) => description)).toEqual(["The first page", ""]);
  expect(unreadable).toMatch(/^2 of 4 products could not be read \(product_id: /);
});
