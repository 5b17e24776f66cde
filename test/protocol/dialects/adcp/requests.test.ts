import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../src/lib/json-object.ts";
import { adcp } from "../../../../src/protocol/dialects/adcp/adcp.ts";
import { codecOf } from "../../../../src/protocol/dialects/adcp/codecs.ts";
import { type TaskName, tasks } from "../../../../src/protocol/tasks/index.ts";
import { type PublicRelease, publicReleases } from "../../../../src/protocol/tasks/names.ts";
import { schemaErrors } from "./schemas.ts";

interface Row {
  readonly what: string;
  readonly task: TaskName;
  readonly schema: string;
  /** As it is written inside. */
  readonly inside: JsonObject;
  /** What must be on the wire. */
  readonly wire: JsonObject;
  /** What agents would pass over in silence, or refuse. */
  readonly without?: readonly string[];
}

const key = { idempotency_key: "8f3c1a52-7b0e-4f0b-9d53-0d4f4a9c6e11" };
const brand = { domain: "acme.example" };
const account = { brand, operator: "agency.example" };
const flight = { start_time: "2027-01-11T00:00:00Z", end_time: "2027-02-08T00:00:00Z" };
const line = { product_id: "ctv_premium", pricing_option_id: "cpm_fixed", budget: 5000 };
const creative = {
  creative_id: "cr_1",
  name: "Banner",
  format_id: { agent_url: "https://creative.example", id: "display_300x250" },
  assets: {
    banner: { asset_type: "image", url: "https://cdn.example/b.png", width: 300, height: 250 },
  },
};

const list = { agent_url: "https://lists.example/mcp", list_id: "good" };
const circle = { label: "Leeds", lat: 53.8, lng: -1.55, radius: { value: 12, unit: "km" } };
/** All that a brief may ask of a package and an order has a word for, but postal areas. */
const kept = {
  pacing: "front_loaded",
  targeting_overlay: {
    geo_countries: ["DE", "AT"],
    geo_regions: ["DE-BY"],
    geo_regions_exclude: ["AT-9"],
    geo_metros: [{ system: "eurostat_nuts2", values: ["DE21"] }],
    geo_proximity: [circle],
    language: ["de"],
    frequency_cap: { max_impressions: 3, per: "individuals", window: { interval: 1, unit: "campaign" } },
    age_restriction: { min: 18 },
    device_type: ["mobile"],
    daypart_targets: [{ days: ["saturday"], start_hour: 18, end_hour: 23 }],
    property_list: list,
    collection_list: list,
    collection_list_exclude: list,
  },
};

const rows: readonly Row[] = [
  {
    what: "a brief",
    task: "get_products",
    schema: "media-buy/get-products-request",
    inside: {
      brief: "winter sport",
      brand,
      filters: {
        channels: ["ctv"],
        countries: ["DE"],
        budget_range: { min: 0, max: 50_000, currency: "EUR" },
        format_types: ["video"],
      },
    },
    wire: { buying_mode: "brief", brief: "winter sport", filters: { budget_range: { currency: "EUR" } } },
    without: ["filters.format_types"],
  },
  {
    what: "a budget in no currency",
    task: "get_products",
    schema: "media-buy/get-products-request",
    inside: { brief: "winter sport", filters: { channels: ["ctv"], budget_range: { max: 5 } } },
    wire: { filters: { channels: ["ctv"] } },
    without: ["filters.budget_range"],
  },
  {
    what: "a refinement",
    task: "get_products",
    schema: "media-buy/get-products-request",
    inside: {
      buying_mode: "refine",
      brief: "winter sport",
      refine: [
        { scope: "request", ask: "more video" },
        { scope: "product", product_id: "ctv_premium", action: "more_like_this" },
      ],
    },
    wire: { buying_mode: "refine", refine: [{ scope: "request" }, { scope: "product" }] },
    without: ["brief"],
  },
  {
    what: "a question for all products",
    task: "get_products",
    schema: "media-buy/get-products-request",
    inside: { brand },
    wire: { buying_mode: "wholesale" },
  },
  {
    what: "an order",
    task: "create_media_buy",
    schema: "media-buy/create-media-buy-request",
    inside: {
      ...key,
      account,
      brand,
      buyer_ref: "c1/buy/harbour",
      context: { desk: "north" },
      ...flight,
      packages: [
        { ...line, buyer_ref: "a", bid_price: 12, creative_ids: ["cr_1"] },
        { ...line, buyer_ref: "b", creatives: [creative] },
      ],
      push_notification_config: {
        url: "https://desk.example/reports/1",
        authentication: { schemes: ["HTTP_MESSAGE_SIGNATURES"] },
      },
    },
    wire: {
      context: { desk: "north", buyer_ref: "c1/buy/harbour" },
      packages: [
        {
          ...line,
          context: { buyer_ref: "a" },
          bid_price: 12,
          creative_assignments: [{ creative_id: "cr_1" }],
        },
        { ...line, context: { buyer_ref: "b" }, creatives: [{ creative_id: "cr_1" }] },
      ],
      push_notification_config: { url: "https://desk.example/reports/1" },
    },
    without: [
      "buyer_ref",
      "packages.0.buyer_ref",
      "packages.0.creative_ids",
      "push_notification_config.authentication",
    ],
  },
  {
    what: "what an order is kept to",
    task: "create_media_buy",
    schema: "media-buy/create-media-buy-request",
    inside: { ...key, account, brand, ...flight, packages: [{ ...line, ...kept }] },
    wire: { packages: [{ ...line, ...kept }] },
  },
  {
    what: "places, a list and guaranteed delivery",
    task: "get_products",
    schema: "media-buy/get-products-request",
    inside: {
      brief: "winter sport",
      property_list: list,
      preferred_delivery_types: ["guaranteed"],
      filters: {
        countries: ["DE"],
        regions: ["DE-BY"],
        metros: [{ system: "eurostat_nuts2", code: "DE21" }],
        geo_proximity: [circle],
        delivery_type: "guaranteed",
      },
    },
    wire: {
      property_list: list,
      preferred_delivery_types: ["guaranteed"],
      filters: {
        regions: ["DE-BY"],
        metros: [{ system: "eurostat_nuts2", code: "DE21" }],
        geo_proximity: [circle],
        delivery_type: "guaranteed",
      },
    },
  },
  {
    what: "a pause",
    task: "update_media_buy",
    schema: "media-buy/update-media-buy-request",
    inside: { ...key, account, media_buy_id: "mb_1", revision: 2, updates: { status: "paused" } },
    wire: { media_buy_id: "mb_1", revision: 2, paused: true },
    without: ["updates", "canceled"],
  },
  {
    what: "the end of a pause",
    task: "update_media_buy",
    schema: "media-buy/update-media-buy-request",
    inside: { ...key, account, media_buy_id: "mb_1", updates: { status: "active" } },
    wire: { paused: false },
    without: ["updates", "canceled"],
  },
  {
    what: "a cancellation",
    task: "update_media_buy",
    schema: "media-buy/update-media-buy-request",
    inside: {
      ...key,
      account: { account_id: "a_1" },
      media_buy_id: "mb_1",
      updates: { status: "canceled", cancellation_reason: "the brief changed" },
    },
    wire: { canceled: true, cancellation_reason: "the brief changed" },
    without: ["updates", "paused"],
  },
  {
    what: "budgets, dates and packages",
    task: "update_media_buy",
    schema: "media-buy/update-media-buy-request",
    inside: {
      ...key,
      account,
      media_buy_id: "mb_1",
      updates: {
        end_time: flight.end_time,
        packages: [{ package_id: "p1", budget: 6000, creative_ids: ["cr_1"] }],
        new_packages: [{ ...line, buyer_ref: "c" }],
      },
    },
    wire: {
      end_time: flight.end_time,
      packages: [{ package_id: "p1", budget: 6000, creative_assignments: [{ creative_id: "cr_1" }] }],
      new_packages: [{ ...line, context: { buyer_ref: "c" } }],
    },
    without: ["updates", "packages.0.creative_ids", "new_packages.0.buyer_ref"],
  },
  {
    what: "buys by their ids",
    task: "get_media_buys",
    schema: "media-buy/get-media-buys-request",
    inside: { media_buy_ids: ["mb_1"] },
    wire: { media_buy_ids: ["mb_1"] },
    without: ["status_filter"],
  },
  {
    what: "buys by our reference, in every state",
    task: "get_media_buys",
    schema: "media-buy/get-media-buys-request",
    inside: { buyer_ref: "c1/buy/harbour" },
    wire: {
      context: { buyer_ref: "c1/buy/harbour" },
      status_filter: [
        "pending_creatives",
        "pending_start",
        "active",
        "paused",
        "completed",
        "rejected",
        "canceled",
      ],
    },
    without: ["buyer_ref"],
  },
  {
    what: "days of delivery",
    task: "get_media_buy_delivery",
    schema: "media-buy/get-media-buy-delivery-request",
    inside: {
      media_buy_id: "mb_1",
      granularity: "daily",
      date_range: { start: "2027-01-11", end: "2027-01-17" },
    },
    wire: {
      media_buy_ids: ["mb_1"],
      start_date: "2027-01-11",
      include_package_daily_breakdown: true,
    },
    without: ["media_buy_id", "granularity", "date_range", "time_granularity"],
  },
  {
    what: "feedback on days",
    task: "provide_performance_feedback",
    schema: "media-buy/provide-performance-feedback-request",
    inside: {
      ...key,
      media_buy_id: "mb_1",
      package_id: "p1",
      measurement_period: { start: "2027-01-11", end: "2027-01-17" },
      performance_index: 1.25,
    },
    wire: { measurement_period: { start: "2027-01-11T00:00:00Z", end: "2027-01-18T00:00:00Z" } },
  },
  {
    what: "an account",
    task: "sync_accounts",
    schema: "account/sync-accounts-request",
    inside: { ...key, accounts: [{ ...account, billing: "operator" }] },
    wire: { accounts: [{ ...account, billing: "operator" }] },
  },
  {
    what: "all accounts",
    task: "list_accounts",
    schema: "account/list-accounts-request",
    inside: {},
    wire: {},
  },
  {
    what: "how a task stands, with what came of it",
    task: "get_task_status",
    schema: "core/tasks-get-request",
    inside: { task_id: "task_1" },
    wire: { task_id: "task_1", include_result: true },
  },
];

describe.each(publicReleases)("in release %s", (release) => {
  const { encode } = adcp(release, []);

  it.each(rows)(
    "$task says $what as the standard's schema has it",
    ({ task, schema, inside, wire, without }) => {
      const sent = encode(task, tasks[task].request.parse(inside));
      expect(schemaErrors(schema, sent)).toEqual([]);
      expect(sent).toMatchObject(wire);
      for (const path of without ?? []) expect(sent, path).not.toHaveProperty(path);
    },
  );

  it.each(rows.filter(({ task }) => task === "create_media_buy"))(
    "has nothing against $what",
    ({ task, inside }) => {
      expect(adcp(release, []).objections(task, encode(task, inside))).toEqual([]);
    },
  );

  it.each<[string, JsonObject]>([
    ["packages[0].targeting_overlay.language[0]", { language: ["DE"] }],
    ["packages[0].targeting_overlay.geo_regions[0]", { geo_regions: ["Bavaria"] }],
    ["packages[0].targeting_overlay.geo_metros[0].system", { geo_metros: [{ system: "x", values: ["1"] }] }],
    ["packages[0].targeting_overlay.device_type", { device_type: [] }],
    [
      "packages[0].targeting_overlay.frequency_cap.window",
      { frequency_cap: { max_impressions: 3, per: "devices" } },
    ],
    ["packages[0].targeting_overlay.age_restriction.min", { age_restriction: { min: 12 } }],
    [
      "packages[0].targeting_overlay.daypart_targets[0].end_hour",
      { daypart_targets: [{ days: ["monday"], start_hour: 0, end_hour: 25 }] },
    ],
    ["packages[0].targeting_overlay.property_list.list_id", { property_list: { agent_url: list.agent_url } }],
  ])("has as much against an order with a wrong %s as the standard's schema", (path, targeting_overlay) => {
    const wrong = { ...key, account, brand, ...flight, packages: [{ ...line, targeting_overlay }] };
    expect(adcp(release, []).objections("create_media_buy", wrong)).toEqual([
      expect.stringContaining(`release ${release} of the public standard has no such order: ${path}`),
    ]);
    expect(schemaErrors("media-buy/create-media-buy-request", wrong)).not.toEqual([]);
  });

  it("says the release as far as agents of it know to", () => {
    const sent = encode("get_media_buys", {});
    expect(sent["adcp_major_version"]).toBe(3);
    expect(sent["adcp_version"]).toBe(release === "3.0" ? undefined : release);
  });
});

describe("a signal in an order", () => {
  const signal = {
    signal_ref: { scope: "data_provider", data_provider_domain: "data.example", signal_id: "hikers" },
    value_type: "binary",
    value: true,
  };
  const objections = (release: PublicRelease, targeted: JsonObject) =>
    adcp(release, []).objections("create_media_buy", {
      ...key,
      account,
      brand,
      ...flight,
      packages: [
        {
          ...line,
          targeting_overlay: {
            signal_targeting_groups: { operator: "all", groups: [{ operator: "any", signals: [targeted] }] },
          },
        },
      ],
    });
  const path = "packages[0].targeting_overlay.signal_targeting_groups";

  it("has its place since 3.1, named as that release names it", () => {
    expect(objections("3.1", signal)).toEqual([]);
    const { signal_ref: _, ...unnamed } = signal;
    expect(objections("3.1", unnamed)).toEqual([
      expect.stringContaining(`${path}.groups[0].signals[0].signal_ref`),
    ]);
    expect(objections("3.0", signal)).toEqual([expect.stringContaining(`${path}: it has no signals`)]);
  });
});

describe("postal areas", () => {
  const order = {
    ...key,
    account,
    brand,
    ...flight,
    packages: [
      {
        ...line,
        targeting_overlay: { geo_postal_areas: [{ country: "DE", system: "plz", values: ["80331"] }] },
      },
    ],
  };
  const ask = {
    brief: "winter sport",
    filters: {
      postal_areas: [
        { country: "GB", system: "outward", values: ["SW1A"] },
        { country: "PL", system: "postal_code", values: ["00-001"] },
      ],
    },
  };

  it("are of a country and its system since 3.1", () => {
    expect(adcp("3.1", []).encode("create_media_buy", order)).toMatchObject({ packages: order.packages });
    expect(adcp("3.1", []).encode("get_products", ask)).toMatchObject({ filters: ask.filters });
  });

  it("are one word in 3.0, and those that it has none for are not asked for", () => {
    const sent = adcp("3.0", []).encode("create_media_buy", order);
    expect(sent).toMatchObject({
      packages: [{ targeting_overlay: { geo_postal_areas: [{ system: "de_plz", values: ["80331"] }] } }],
    });
    expect(schemaErrors("media-buy/create-media-buy-request", sent)).toEqual([]);
    const asked = adcp("3.0", []).encode("get_products", ask);
    expect(asked["filters"]).toEqual({ postal_areas: [{ system: "gb_outward", values: ["SW1A"] }] });
    expect(schemaErrors("media-buy/get-products-request", asked)).toEqual([]);
  });

  it("are read back as they were ordered", () => {
    const told = {
      media_buy_id: "mb_1",
      packages: [
        {
          package_id: "p1",
          targeting_overlay: { geo_postal_areas: [{ system: "de_plz", values: ["80331"] }] },
        },
      ],
    };
    expect(adcp("3.0", []).decode("create_media_buy", told, order)).toMatchObject({
      packages: [{ targeting_overlay: order.packages[0]?.targeting_overlay }],
    });
  });
});

it("asks for hours and months where the release has them", () => {
  const inside = { media_buy_id: "mb_1", granularity: "monthly" };
  expect(adcp("3.1", []).encode("get_media_buy_delivery", inside)).toMatchObject({
    time_granularity: "monthly",
  });
  expect(adcp("3.0", []).encode("get_media_buy_delivery", inside)).not.toHaveProperty("time_granularity");
});

it.each([{ budget_change: 500 }, { targeting: { geo_countries: ["DE"] } }])(
  "refuses to write %o, which only somebody who knows the buy can",
  (updates) => {
    expect(() =>
      adcp("3.1", []).encode("update_media_buy", { ...key, media_buy_id: "mb_1", updates }),
    ).toThrow(/read the buy and write updates\.packages/);
  },
);

it.each([
  ["3.0", "2027-01-17"],
  ["3.1", "2027-01-17"],
  ["3.2", "2027-01-18"],
] as const)(
  "asks for the days of a week, its last one too, as release %s counts them",
  (release, end_date) => {
    const week = { media_buy_id: "mb_1", date_range: { start: "2027-01-11", end: "2027-01-17" } };
    const sent = adcp(release, []).encode("get_media_buy_delivery", week);
    expect(sent).toMatchObject({ start_date: "2027-01-11", end_date });
    const read = codecOf("get_media_buy_delivery").request.read(sent, { release, request: {} });
    expect(read).toMatchObject(week);
  },
);

it.each(["3.0", "3.1", "3.2"] as const)(
  "tells governance what a call would bind where %s has a word for it",
  (release) => {
    const proposed_commitment = { amount: 1200.5, currency: "EUR" };
    const sent = adcp(release, []).encode("check_governance", {
      plan_id: "plan_1",
      caller: "https://buyer.example/agent",
      tool: "update_media_buy",
      payload: {},
      proposed_commitment,
    });
    expect(sent["proposed_commitment"]).toEqual(release === "3.2" ? proposed_commitment : undefined);
  },
);
