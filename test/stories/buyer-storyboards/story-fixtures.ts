import type { Brief } from "../../../src/brief/brief.ts";
import { isObject, type JsonObject } from "../../../src/lib/json-object.ts";

/** Capabilities as the stories declare them: little beside the releases and the compact tools that their publisher promises. */
export function declared(
  lifecycle_tools: readonly string[],
  supported_versions: readonly string[] = ["3.1"],
): JsonObject {
  return {
    supported_protocols: ["media_buy"],
    media_buy: { lifecycle_tools },
    adcp: { supported_versions },
  };
}

/** Compact tools that four of the stories promise, of which their publisher serves the first alone. */
export const promisedTools = ["list_products", "buy_products", "control_media_buy"];

/** The same with what the schema of the answer requires and no story declares. */
export function completed({ adcp, ...rest }: JsonObject): JsonObject {
  return {
    ...rest,
    adcp: {
      major_versions: [3],
      idempotency: { supported: true, replay_ttl_seconds: 86_400 },
      ...(isObject(adcp) && adcp),
    },
    account: { require_operator_auth: false, supported_billing: ["operator"] },
  };
}

/** A product of a story with what the schema of products requires, and its price by the schema's name. */
export function completedProduct(
  publisher: string,
  { pricing_options, ...product }: StoryProduct,
): JsonObject {
  return {
    name: product.product_id,
    description: product.product_id,
    publisher_properties: [{ publisher_domain: publisher, selection_type: "all" }],
    format_ids: [
      { agent_url: formatAgent, id: product.channels.includes("ctv") ? formats.ctv : formats.display },
    ],
    reporting_capabilities: {
      available_reporting_frequencies: ["daily"],
      expected_delay_minutes: 240,
      timezone: "UTC",
      supports_webhooks: false,
      available_metrics: ["impressions", "spend"],
      date_range_support: "date_range",
    },
    ...product,
    pricing_options: pricing_options.map(({ rate, ...option }) => ({
      ...option,
      ...(rate !== undefined && { fixed_price: rate }),
    })),
  };
}

export interface StoryProduct extends JsonObject {
  readonly product_id: string;
  readonly channels: readonly string[];
  readonly pricing_options: readonly (JsonObject & { readonly rate?: number })[];
}

const formatAgent = "https://formats.example/mcp";
const formats = { ctv: "video_30s_ctv", display: "display_300x250" };

export const premiumCtv: StoryProduct = {
  product_id: "ctv_premium_guaranteed",
  name: "Premium CTV — Guaranteed",
  delivery_type: "guaranteed",
  channels: ["ctv"],
  pricing_options: [{ pricing_option_id: "cpm_guaranteed", pricing_model: "cpm", currency: "USD", rate: 35 }],
};

export const displayAuction: StoryProduct = {
  product_id: "display_auction",
  delivery_type: "non_guaranteed",
  channels: ["display"],
  pricing_options: [
    { pricing_option_id: "cpm_auction", pricing_model: "cpm", currency: "USD", floor_price: 5 },
  ],
};

/** The brief of the stories as a file, with a creative in each of the two formats. */
export function briefFile(change: {
  readonly budget: string;
  readonly channels: Brief["channels"];
  readonly limits?: string;
}): string {
  return `
name: Acme Outdoor, fourth quarter
brand: { domain: acmeoutdoor.example, name: Acme Outdoor }
objective: awareness
budget: ${change.budget}
flight: { start: 2098-10-01, end: 2098-12-31 }
countries: [US]
channels: [${change.channels.join(", ")}]
audience: adults 25 to 54
limits: ${change.limits ?? "{}"}
message: Out early.
creatives:
  - id: runner
    name: A runner at dawn
    format: { agent_url: ${formatAgent}, id: ${formats.ctv} }
    assets:
      video: { asset_type: video, url: "https://acmeoutdoor.example/runner.mp4", width: 1920, height: 1080, duration_ms: 30000 }
  - id: banner
    name: A banner
    format: { agent_url: ${formatAgent}, id: ${formats.display} }
    assets:
      image: { asset_type: image, url: "https://acmeoutdoor.example/b.png", width: 300, height: 250 }
`;
}
