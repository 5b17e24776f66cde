import { z } from "zod";
import { looseFields } from "../../../lib/described.ts";
import type { JsonObject } from "../../../lib/json-object.ts";
import { activationKeySchema, signalRefSchema } from "../../records/signal.ts";
import { type PublicRelease, since } from "../../tasks/names.ts";
import { olderPostalSystems } from "./postal-area.ts";

/**
 * What a release has against an order as it is on the wire, by the paths that the order has there. Of all that orders are made of
 * here the table below says what the release's own JSON Schemas say; fields that it does not name are not checked.
 */
export function orderObjections(release: PublicRelease, order: JsonObject): string[] {
  const schema = order["proposal_id"] === undefined ? orders[release] : proposalOrder(orders[release]);
  const { error } = schema.safeParse(order);
  return (error?.issues ?? []).map(
    ({ path, message }) =>
      `release ${release} of the public standard has no such order: ${z.core.toDotPath(path)}: ${message}`,
  );
}

const domain = z.string().regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/);
const brandId = z.string().regex(/^[a-z0-9_]+$/);
const brand = z.strictObject({ domain, brand_id: brandId.optional() });
const account = z.union([
  z.strictObject({ account_id: z.string() }),
  z.strictObject({ brand, operator: domain, sandbox: z.boolean().optional() }),
]);
const instant = z.iso.datetime({ offset: true });
const country = z.string().regex(/^[A-Z]{2}$/);
const countries = list(country);
const regions = list(z.string().regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/));
const metros = list(
  z.strictObject({
    system: z.enum(["nielsen_dma", "uk_itl1", "uk_itl2", "eurostat_nuts2", "custom"]),
    values: list(z.string()),
  }),
);
const fused = z.strictObject({ system: z.enum(olderPostalSystems), values: list(z.string()) });
const byCountry = z.strictObject({ country, system: z.string(), values: list(z.string()) });
const devices = list(z.enum(["desktop", "mobile", "tablet", "ctv", "dooh", "unknown"]));
const listReference = z.strictObject({
  agent_url: z.url(),
  list_id: z.string().min(1),
  auth_token: z.string().optional(),
});
const idempotencyKey = z.string().regex(/^[A-Za-z0-9_.:-]{16,255}$/);
const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
const targeted = z.looseObject({
  signal_ref: signalRefSchema,
  value_type: z.literal("binary"),
  value: z.boolean(),
  activation_key: activationKeySchema.optional(),
});
const signals = z.looseObject({
  operator: z.literal("all"),
  groups: list(z.looseObject({ operator: z.enum(["any", "none"]), signals: list(targeted) })),
});

const overlay = {
  geo_countries: countries,
  geo_countries_exclude: countries,
  geo_regions: regions,
  geo_regions_exclude: regions,
  geo_metros: metros,
  geo_metros_exclude: metros,
  language: list(z.string().regex(/^[a-z]{2}$/)),
  device_type: devices,
  device_type_exclude: devices,
  daypart_targets: list(
    z.strictObject({
      days: list(z.enum(days)),
      start_hour: z.int().min(0).max(23),
      end_hour: z.int().min(1).max(24),
      label: z.string().optional(),
    }),
  ),
  frequency_cap: z.looseObject({
    max_impressions: z.int().min(1),
    per: z.enum(["individuals", "households", "devices", "accounts", "cookies", "custom"]),
    window: z.strictObject({
      interval: z.int().min(1),
      unit: z.enum(["seconds", "minutes", "hours", "days", "campaign"]),
    }),
  }),
  age_restriction: z.looseObject({ min: z.int().min(13).max(99) }),
  property_list: listReference,
  collection_list: listReference,
  collection_list_exclude: listReference,
};

const standard = z.looseObject({
  metric: z.enum(["viewability", "ivt", "completion_rate", "brand_safety", "attention_score"]),
  threshold: z.number().min(0).max(1),
  standard: z.enum(["mrc", "groupm"]).optional(),
  vendor: brand,
});

const orders: Readonly<Record<PublicRelease, ReturnType<typeof orderIn>>> = {
  "3.0": orderIn("3.0"),
  "3.1": orderIn("3.1"),
  "3.2": orderIn("3.2"),
};

function orderIn(release: PublicRelease) {
  const postal = list(since(release, "3.1") ? z.union([fused, byCountry]) : fused);
  return z.looseObject({
    idempotency_key: idempotencyKey.optional(),
    account,
    brand,
    start_time: z.union([z.literal("asap"), instant]),
    end_time: instant,
    packages: list(
      z.looseObject({
        product_id: z.string(),
        pricing_option_id: z.string(),
        budget: z.number().min(0),
        bid_price: z.number().min(0).optional(),
        pacing: z.enum(["even", "asap", "front_loaded"]).optional(),
        targeting_overlay: looseFields({
          ...overlay,
          geo_postal_areas: postal,
          geo_postal_areas_exclude: postal,
          signal_targeting_groups: since(release, "3.1") ? signals : z.never("it has no signals in orders"),
        })
          .partial()
          .optional(),
        performance_standards: list(standard).optional(),
        measurement_terms: looseFields({
          billing_measurement: looseFields({ vendor: brand }).optional(),
        }).optional(),
      }),
    ),
  });
}

/** An order for what its seller has proposed: the proposal stands in the place of packages. */
function proposalOrder(order: ReturnType<typeof orderIn>) {
  return order.extend({
    packages: z.never("packages and a proposal exclude each other").optional(),
    proposal_id: z.string(),
    total_budget: z.strictObject({ amount: z.number().min(0), currency: z.string() }),
  });
}

function list<Item extends z.ZodType>(item: Item) {
  return z.array(item).min(1);
}
