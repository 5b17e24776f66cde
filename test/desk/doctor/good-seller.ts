import type { Json, Script } from "./scripted-seller.ts";

/** What of a good seller is otherwise: each gets what is right and returns what is answered. */
export interface Changes {
  readonly capabilities?: Change;
  readonly accounts?: Change;
  readonly formats?: Change;
  /** Each product, or all of them. */
  readonly product?: Change;
  readonly products?: Change;
  readonly buys?: Change;
  readonly delivery?: Change;
  readonly unknownBuy?: Change;
  readonly creatives?: Change;
  readonly signals?: Change;
  /** It offers no audience signals. */
  readonly mediaAlone?: true;
}
type Change = (right: Json) => Json;

/** Tools that change something. */
export const neverCalled = [
  "create_media_buy",
  "update_media_buy",
  "sync_creatives",
  "sync_accounts",
  "activate_signal",
  "provide_performance_feedback",
  "tasks_get",
];

/** The same object, one field less. */
export function without(...fields: readonly string[]): (whole: Json) => Json {
  return (whole) => Object.fromEntries(Object.entries(whole).filter(([field]) => !fields.includes(field)));
}

const same: Change = (right) => right;

/** A seller that is right in everything, in one release of the public standard: three products, two buys, one of them of two packages. */
export function goodSeller(url: string, release: "3.0" | "3.1" | "3.2", changes: Changes = {}): Script {
  const isNewer = release !== "3.0";
  const done: Json = isNewer ? { status: "completed", adcp_version: release } : {};
  const scoped: Json = isNewer ? { ...done, cache_scope: "account" } : {};
  const { product = same } = changes;
  const payloads: Script["payloads"] = {
    get_adcp_capabilities: () => (changes.capabilities ?? same)(capabilities(release, done)),
    list_accounts: () =>
      (changes.accounts ?? same)({
        ...done,
        accounts: [{ account_id: "acc-1", name: "Acme", status: "active" }],
      }),
    list_creative_formats: () => (changes.formats ?? same)({ ...done, formats: [format(url)] }),
    get_products: () =>
      (changes.products ?? same)({
        ...scoped,
        products: ["video", "display", "audio"].map((name) => product(productOf(url, name))),
      }),
    get_media_buys: () => (changes.buys ?? same)({ ...done, media_buys: [buy("buy-1"), buy("buy-2")] }),
    get_media_buy_delivery: ({ media_buy_ids: ids }) => {
      const [id = ""] = ids as readonly string[];
      if (id.startsWith("buy-")) return (changes.delivery ?? same)({ ...done, ...delivery(id) });
      return (changes.unknownBuy ?? same)({
        ...(isNewer ? { status: "failed" } : {}),
        errors: [{ code: "MEDIA_BUY_NOT_FOUND", message: `no buy ${id}`, recovery: "correctable" }],
      });
    },
    list_creatives: () =>
      (changes.creatives ?? same)({
        ...done,
        query_summary: { total_matching: 1, returned: 1 },
        pagination: { has_more: false },
        creatives: [creative(url)],
      }),
    get_signals: () => (changes.signals ?? same)({ ...scoped, signals: [signal()] }),
    ...Object.fromEntries(neverCalled.map((tool) => [tool, () => ({})])),
  };
  if (changes.mediaAlone !== true) return { payloads };
  const media = Object.entries(payloads).filter(
    ([tool]) => !tool.endsWith("_signals") && !tool.endsWith("_signal"),
  );
  return { payloads: Object.fromEntries(media) };
}

function capabilities(release: string, done: Json): Json {
  return {
    ...done,
    adcp: {
      major_versions: [3],
      ...(release !== "3.0" && { supported_versions: [release === "3.2" ? "3.1" : release, release] }),
      idempotency: { supported: true, replay_ttl_seconds: 86_400 },
    },
    supported_protocols: ["media_buy"],
    account: { supported_billing: ["operator"] },
    media_buy: { portfolio: { publisher_domains: ["publisher.example"] } },
  };
}

function format(url: string): Json {
  return {
    format_id: { agent_url: url, id: "video_30s" },
    name: "Video 30 s",
    type: "video",
    assets: [{ item_type: "individual", asset_id: "video", asset_type: "video", required: true }],
  };
}

export function productOf(url: string, name: string): Json {
  return {
    product_id: name,
    name,
    description: `All ${name}`,
    publisher_properties: [{ publisher_domain: "publisher.example", selection_type: "all" }],
    channels: ["olv"],
    format_ids: [{ agent_url: url, id: "video_30s" }],
    delivery_type: "non_guaranteed",
    pricing_options: [
      { pricing_option_id: "fixed", pricing_model: "cpm", currency: "EUR", fixed_price: 6 },
      { pricing_option_id: "auction", pricing_model: "cpm", currency: "EUR", floor_price: 4 },
    ],
    reporting_capabilities: {
      available_reporting_frequencies: ["daily"],
      expected_delay_minutes: 240,
      timezone: "Europe/Berlin",
      supports_webhooks: false,
      available_metrics: ["impressions", "spend", "clicks"],
      date_range_support: "date_range",
    },
  };
}

function buy(id: string): Json {
  const packages = id === "buy-1" ? ["a", "b"] : ["a"];
  return {
    media_buy_id: id,
    status: "active",
    currency: "EUR",
    total_budget: 1000 * packages.length,
    start_time: "2026-09-30T22:00:00Z",
    end_time: "2026-10-31T22:59:59Z",
    confirmed_at: "2026-09-01T00:00:00Z",
    revision: 1,
    packages: packages.map((one) => ({
      package_id: `${id}-${one}`,
      product_id: "video",
      pricing_option_id: "fixed",
      budget: 1000,
    })),
  };
}

/** Two days in Berlin, which begin the evening before in UTC. */
function delivery(id: string): Json {
  const days = ["2026-10-01", "2026-10-02"].map((date) => ({ date, impressions: 1000, clicks: 2, spend: 6 }));
  const packages = (id === "buy-1" ? ["a", "b"] : ["a"]).map((one) => ({
    package_id: `${id}-${one}`,
    impressions: 2000,
    clicks: 4,
    spend: 12,
    pricing_model: "cpm",
    rate: 6,
    currency: "EUR",
    daily_breakdown: days,
  }));
  const count = packages.length;
  return {
    reporting_period: { start: "2026-09-30T22:00:00Z", end: "2026-10-02T21:59:59Z" },
    currency: "EUR",
    media_buy_deliveries: [
      {
        media_buy_id: id,
        status: "active",
        totals: { impressions: 2000 * count, clicks: 4 * count, spend: 12 * count },
        by_package: packages,
      },
    ],
  };
}

function creative(url: string): Json {
  return {
    creative_id: "spot",
    name: "Spot",
    format_id: { agent_url: url, id: "video_30s" },
    status: "approved",
    created_date: "2026-09-01T00:00:00Z",
    updated_date: "2026-09-01T00:00:00Z",
  };
}

function signal(): Json {
  return {
    signal_id: { source: "catalog", data_provider_domain: "data.example", id: "runners" },
    signal_agent_segment_id: "runners",
    name: "Runners",
    description: "People who run",
    signal_type: "marketplace",
    data_provider: "Data",
    coverage_percentage: 10,
    deployments: [
      {
        type: "agent",
        agent_url: "https://sales.example/mcp",
        is_live: true,
        activation_key: { type: "segment_id", segment_id: "runners" },
      },
    ],
    pricing_options: [{ pricing_option_id: "cpm", model: "cpm", cpm: 1, currency: "EUR" }],
  };
}
