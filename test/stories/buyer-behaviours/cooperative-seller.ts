import type { Canned, CannedSeller, JsonObject } from "../../canned/market.ts";

export const formatAgent = "https://formats.example/mcp";

const versioned = { status: "completed", adcp_version: "3.1" };

/** A seller of the public standard 3.1 that takes every order at once; `tools` replaces or takes away single answers. */
export function cooperativeSeller(
  slug: string,
  tools: Readonly<Record<string, Canned | undefined>> = {},
): CannedSeller {
  const booked: JsonObject[] = [];
  const all: Readonly<Record<string, Canned | undefined>> = {
    get_adcp_capabilities: () => ({ payload: capabilities(slug) }),
    get_products: () => ({ payload: { ...versioned, cache_scope: "account", products: [product(slug)] } }),
    sync_accounts: ({ accounts }) => ({
      payload: {
        ...versioned,
        accounts: objects(accounts).map((account) => ({ ...account, action: "created", status: "active" })),
      },
    }),
    create_media_buy: (request) => {
      const buy = booking(slug, request);
      booked.push(buy);
      return { payload: { ...buy, ...versioned } };
    },
    get_media_buys: () => ({ payload: { ...versioned, media_buys: booked.map(asListed) } }),
    sync_creatives: ({ creatives }) => ({
      payload: {
        ...versioned,
        creatives: objects(creatives).map(({ creative_id }) => ({ creative_id, action: "created" })),
      },
    }),
    get_task_status: ({ task_id }) => ({ payload: { ...versioned, task_id, status: "working" } }),
    get_media_buy_delivery: () => ({ payload: { ...versioned, currency: "EUR", media_buy_deliveries: [] } }),
    update_media_buy: ({ media_buy_id }) => ({ payload: { ...versioned, media_buy_id, revision: 2 } }),
    provide_performance_feedback: () => ({ payload: { ...versioned, success: true } }),
    ...tools,
  };
  const served = Object.entries(all).flatMap(([name, answer]) =>
    answer === undefined ? [] : [[name, answer] as const],
  );
  return { slug, channels: ["olv"], tools: Object.fromEntries(served) };
}

export function capabilities(slug: string, adcp: JsonObject = {}): JsonObject {
  return {
    adcp: {
      major_versions: [3],
      supported_versions: ["3.0", "3.1"],
      idempotency: { supported: true, replay_ttl_seconds: 86_400 },
      ...adcp,
    },
    supported_protocols: ["media_buy"],
    account: { require_operator_auth: false, supported_billing: ["operator"] },
    media_buy: { portfolio: { publisher_domains: [`${slug}.example`] } },
    ...versioned,
  };
}

export function product(slug: string, rest: JsonObject = {}): JsonObject {
  return {
    product_id: `${slug}_olv`,
    name: `${slug} pre-roll`,
    description: "Pre-roll on news sites",
    publisher_properties: [{ publisher_domain: `${slug}.example`, selection_type: "all" }],
    channels: ["olv"],
    countries: ["DE"],
    format_ids: [{ agent_url: formatAgent, id: "video_15s" }],
    delivery_type: "guaranteed",
    pricing_options: [
      { pricing_option_id: `${slug}_cpm`, pricing_model: "cpm", currency: "EUR", fixed_price: 10 },
    ],
    forecast: {
      method: "estimate",
      currency: "EUR",
      points: [{ metrics: { impressions: { low: 2_000_000, mid: 2_500_000, high: 3_000_000 } } }],
    },
    reporting_capabilities: {
      available_reporting_frequencies: ["daily"],
      expected_delay_minutes: 240,
      timezone: "UTC",
      supports_webhooks: false,
      available_metrics: ["impressions", "spend"],
      date_range_support: "date_range",
    },
    ...rest,
  };
}

/** The answer to an order, as 3.1 has it. */
export function booking(
  slug: string,
  request: JsonObject,
  media_buy_status = "pending_creatives",
): JsonObject {
  const key = String(request["idempotency_key"]).slice(0, 8);
  return {
    media_buy_id: `mb_${slug}_${key}`,
    media_buy_status,
    confirmed_at: "2027-01-04T08:00:00Z",
    revision: 1,
    context: request["context"],
    packages: objects(request["packages"]).map((one, i) => ({ package_id: `pkg_${key}_${i}`, ...one })),
  };
}

/** In a list the state of a buy is `status` in every release. */
export function asListed({ media_buy_status, ...buy }: JsonObject): JsonObject {
  return { currency: "EUR", ...buy, status: media_buy_status };
}

function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "object" && one !== null) : [];
}
