import { expect, test } from "vitest";
import { get_products } from "../../src/protocol/dialects/adcp/tasks/get_products.ts";
import { findProducts } from "../../src/sandbox/find-products.ts";
import { sellerSchema } from "../../src/sandbox/inventory/listing.ts";

function forecastOf(values: Record<string, unknown>): unknown {
  const profile = sellerSchema.parse({
    slug: "apex",
    domain: "apex.example",
    name: "Apex",
    listings: [
      {
        product_id: "site",
        name: "Site",
        description: "All of it",
        channels: ["display"],
        countries: ["DE"],
        delivery_type: "non_guaranteed",
        formats: [],
        weekly: [1_000_000, 2_000_000],
        ...values,
      },
    ],
  });
  const filters = { start_date: "2027-03-01", end_date: "2027-03-07" };
  const products = findProducts(
    { filters },
    { profile, formatAgent: "https://formats.example", authenticated: true },
  );
  const answer: Record<string, unknown> = get_products.answer.write(
    { products },
    { release: "3.1", request: {} },
  );
  const [product] = answer["products"] as { forecast: unknown }[];
  return product?.forecast;
}

const total = { impressions: { low: 1_000_000, high: 2_000_000 } };

test.each([
  [
    "events that are paid for",
    {
      pricing: [
        {
          model: "cpa",
          currency: "EUR",
          price: 9,
          event_type: "lead",
          parameters: { conversion_rate: 0.0005 },
        },
      ],
    },
    [{ metrics: { ...total, lead: { low: 500, high: 1000 } } }],
  ],
  [
    "what is in view, where that is paid for",
    { pricing: [{ model: "vcpm", currency: "EUR", price: 9 }] },
    [
      {
        metrics: total,
        viewability: {
          standard: "mrc",
          measurable_impressions: total.impressions,
          viewable_rate: { mid: 0.7 },
        },
      },
    ],
  ],
  [
    "what each place has",
    { pricing: [{ model: "cpm", currency: "EUR", price: 9 }], places: { "DE-BY": 0.5, AT: 0.25 } },
    [
      { metrics: total },
      {
        metrics: { impressions: { low: 500_000, high: 1_000_000 } },
        dimensions: [{ kind: "geo", geo_level: "region", geo_code: "DE-BY" }],
      },
      {
        metrics: { impressions: { low: 250_000, high: 500_000 } },
        dimensions: [{ kind: "geo", geo_level: "country", geo_code: "AT" }],
      },
    ],
  ],
  [
    "views to the end of video, and whom it reaches",
    { channels: ["olv"], audience: 1_000_000, pricing: [{ model: "auction", currency: "EUR", price: 4 }] },
    [
      {
        metrics: {
          ...total,
          reach: { low: 632_120, high: 864_664 },
          completed_views: { low: 710_000, high: 1_420_000 },
        },
      },
    ],
  ],
  [
    "what people do beside seeing it",
    { events: { lead: 0.0003 }, pricing: [{ model: "cpm", currency: "EUR", price: 9 }] },
    [{ metrics: { ...total, lead: { low: 300, high: 600 } } }],
  ],
])("a seller forecasts %s in the public standard's words", (_, values, points) => {
  expect(forecastOf(values)).toEqual({
    method: "estimate",
    currency: "EUR",
    forecast_range_unit: "availability",
    points,
  });
});

test("what is sold by impressions alone has one figure", () => {
  const forecast = forecastOf({ pricing: [{ model: "cpm", currency: "EUR", price: 9 }] });
  expect(forecast).toEqual({ method: "estimate", currency: "EUR", points: [{ metrics: total }] });
});
