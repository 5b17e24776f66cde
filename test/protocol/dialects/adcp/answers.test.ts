import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../src/lib/json-object.ts";
import { adcp } from "../../../../src/protocol/dialects/adcp/adcp.ts";
import { codecOf } from "../../../../src/protocol/dialects/adcp/codecs.ts";
import { type TaskName, tasks } from "../../../../src/protocol/tasks/index.ts";
import type { PublicRelease } from "../../../../src/protocol/tasks/names.ts";

interface Row {
  readonly what: string;
  readonly task: TaskName;
  readonly release: PublicRelease;
  /** As it went over the wire; empty where the answer does not rest on it. */
  readonly request?: JsonObject;
  readonly wire: JsonObject;
  /** What it must be inside. */
  readonly inside: JsonObject;
}

const order = {
  packages: [
    { product_id: "ctv", pricing_option_id: "cpm_fixed", budget: 5000, context: { buyer_ref: "a" } },
    { product_id: "olv", pricing_option_id: "cpm_fixed", budget: 2000, context: { buyer_ref: "b" } },
  ],
};

const rows: readonly Row[] = [
  {
    what: "a fixed price and an auction",
    task: "get_products",
    release: "3.1",
    wire: {
      cache_scope: "public",
      products: [
        {
          product_id: "ctv_premium",
          name: "Premium CTV",
          description: "CTV run of network",
          pricing_options: [
            { pricing_option_id: "cpm_fixed", pricing_model: "cpm", currency: "USD", fixed_price: 22.5 },
            {
              pricing_option_id: "cpm_auction",
              pricing_model: "cpm",
              currency: "USD",
              floor_price: 10,
              price_guidance: { p50: 15 },
            },
            { pricing_option_id: "flat", pricing_model: "flat_rate", currency: "USD", fixed_price: 9000 },
            { pricing_option_id: "on_request", pricing_model: "cpm", currency: "USD" },
          ],
          forecast: {
            method: "modeled",
            currency: "USD",
            points: [
              { metrics: { impressions: { low: 1000, high: 3000 } } },
              { budget: 100, metrics: { impressions: { mid: 500 } } },
            ],
          },
        },
      ],
    },
    inside: {
      products: [
        {
          pricing_options: [
            { pricing_model: "cpm", fixed_price: 22.5 },
            { pricing_model: "cpm-auction", floor: 10, price_guidance: { p50: 15 } },
            { pricing_model: "flat-fee", fixed_price: 9000 },
            { pricing_model: "cpm" },
          ],
          forecast: { impressions: { low: 1000, high: 3000 }, points: [{}, { budget: 100 }] },
        },
      ],
    },
  },
  {
    what: "a buy whose state is the answer's",
    task: "create_media_buy",
    release: "3.0",
    request: order,
    wire: {
      media_buy_id: "mb_1",
      status: "pending_creatives",
      revision: 1,
      context: { buyer_ref: "c1/buy/x", desk: "north" },
      packages: [{ package_id: "p1", product_id: "ctv", budget: 5000, context: { buyer_ref: "a" } }],
    },
    inside: {
      media_buy_id: "mb_1",
      status: "pending_creatives",
      buyer_ref: "c1/buy/x",
      context: { desk: "north" },
      packages: [{ package_id: "p1", buyer_ref: "a" }],
    },
  },
  {
    what: "a buy whose state stands beside the task's",
    task: "create_media_buy",
    release: "3.1",
    request: order,
    wire: {
      status: "completed",
      media_buy_id: "mb_1",
      media_buy_status: "pending_creatives",
      confirmed_at: "2026-09-01T00:00:00Z",
      revision: 1,
      packages: [{ package_id: "p1", product_id: "ctv", budget: 5000, context: { buyer_ref: "a" } }],
      valid_actions: ["cancel"],
    },
    inside: { status: "pending_creatives", packages: [{ buyer_ref: "a" }], valid_actions: ["cancel"] },
  },
  {
    what: "a buy whose state nobody tells",
    task: "create_media_buy",
    release: "3.1",
    wire: { status: "completed", media_buy_id: "mb_1", confirmed_at: null, revision: 1 },
    inside: { status: "unknown", media_buy_id: "mb_1" },
  },
  {
    what: "an update of a buy that has ended with it",
    task: "update_media_buy",
    release: "3.0",
    wire: { media_buy_id: "mb_1", status: "canceled", revision: 3, affected_packages: [] },
    inside: { status: "canceled", packages: [] },
  },
  {
    what: "an update that is done",
    task: "update_media_buy",
    release: "3.1",
    wire: {
      status: "completed",
      media_buy_id: "mb_1",
      media_buy_status: "paused",
      revision: 2,
      affected_packages: [{ package_id: "p1", context: { buyer_ref: "a" } }],
    },
    inside: { status: "paused", revision: 2, packages: [{ package_id: "p1", buyer_ref: "a" }] },
  },
  {
    what: "a list of buys",
    task: "get_media_buys",
    release: "3.1",
    request: { media_buy_ids: ["mb_1"] },
    wire: {
      status: "completed",
      media_buys: [
        {
          media_buy_id: "mb_1",
          status: "active",
          currency: "USD",
          total_budget: 5000,
          revision: 2,
          context: { buyer_ref: "c1/buy/x" },
          packages: [
            {
              package_id: "p1",
              budget: 5000,
              context: { buyer_ref: "a" },
              creative_approvals: [
                { creative_id: "cr_1", approval_status: "approved" },
                { creative_id: "cr_2", approval_status: "rejected" },
              ],
            },
          ],
        },
      ],
    },
    inside: {
      media_buys: [
        {
          status: "active",
          buyer_ref: "c1/buy/x",
          packages: [{ package_id: "p1", buyer_ref: "a", creative_ids: ["cr_1"] }],
        },
      ],
    },
  },
  {
    what: "a report on a buy",
    task: "get_media_buy_delivery",
    release: "3.0",
    request: { media_buy_ids: ["mb_1"] },
    wire: {
      reporting_period: { start: "2026-10-01T00:00:00Z", end: "2026-10-08T00:00:00Z" },
      currency: "USD",
      partial_data: false,
      media_buy_deliveries: [
        {
          media_buy_id: "mb_1",
          status: "active",
          totals: { spend: 100, impressions: 4000, clicks: 12, completion_rate: null },
          by_package: [
            {
              package_id: "pkg_1",
              spend: 100,
              impressions: 4000,
              pricing_model: "cpm",
              rate: 25,
              currency: "USD",
              daily_breakdown: [{ date: "2026-10-01", impressions: 4000, spend: 100 }],
            },
          ],
          daily_breakdown: [{ date: "2026-10-01", impressions: 4000, spend: 100 }],
        },
      ],
    },
    inside: {
      media_buy_id: "mb_1",
      status: "active",
      currency: "USD",
      delivery: { impressions: 4000, spend: { amount: 100, currency: "USD" }, completion_rate: null },
      by_package: [
        {
          package_id: "pkg_1",
          spend: { amount: 100, currency: "USD" },
          timeseries: [{ date: "2026-10-01", impressions: 4000, spend: { amount: 100, currency: "USD" } }],
        },
      ],
      timeseries: [{ date: "2026-10-01", spend: { amount: 100, currency: "USD" } }],
    },
  },
  {
    what: "thanks for feedback",
    task: "provide_performance_feedback",
    release: "3.1",
    wire: { status: "completed", success: true },
    inside: { acknowledged: true },
  },
  {
    what: "an account that its seller reviews",
    task: "sync_accounts",
    release: "3.0",
    wire: {
      accounts: [
        {
          brand: { domain: "acme.example" },
          operator: "agency.example",
          action: "created",
          status: "pending_approval",
          setup: { url: "https://seller.example/credit", message: "credit application" },
        },
      ],
    },
    inside: { accounts: [{ status: "pending_approval", setup: { message: "credit application" } }] },
  },
  {
    what: "accounts",
    task: "list_accounts",
    release: "3.0",
    wire: { accounts: [{ account_id: "a_1", name: "Acme", status: "active" }] },
    inside: { accounts: [{ account_id: "a_1", status: "active" }] },
  },
  {
    what: "a task that has become a buy",
    task: "get_task_status",
    release: "3.1",
    wire: {
      task_id: "task_1",
      task_type: "create_media_buy",
      protocol: "media-buy",
      status: "completed",
      created_at: "2026-09-01T00:00:00Z",
      updated_at: "2026-09-01T02:00:00Z",
      result: {
        status: "completed",
        media_buy_id: "mb_1",
        media_buy_status: "pending_start",
        revision: 1,
        context: { buyer_ref: "c1/buy/x" },
        packages: [{ package_id: "pkg_1" }],
      },
    },
    inside: {
      task_id: "task_1",
      status: "completed",
      result: { media_buy_id: "mb_1", status: "pending_start", buyer_ref: "c1/buy/x" },
    },
  },
];

describe.each(rows)(
  "$what, as $task tells it in $release",
  ({ task, release, request = {}, wire, inside }) => {
    it("is read as the contract has it", () => {
      const read = tasks[task].response.parse(adcp(release, []).decode(task, wire, request));
      expect(read).toMatchObject(inside);
    });

    it("comes out as it went in", () => {
      const { answer } = codecOf(task);
      const at = { release, request };
      // The state of the call is the envelope's: it is written with the protocol's release.
      const { status: _, ...payload } = wire;
      const back = answer.write(answer.read(wire, at), at);
      expect(back).toMatchObject(payload);
    });
  },
);

it("goes by the fields of an answer, whatever release was agreed on", () => {
  const read = (release: PublicRelease, wire: JsonObject) =>
    adcp(release, []).decode("update_media_buy", { media_buy_id: "mb_1", ...wire }, {})["status"];
  expect(read("3.0", { status: "completed", media_buy_status: "active" })).toBe("active");
  expect(read("3.1", { status: "paused" })).toBe("paused");
  expect(read("3.0", { status: "completed" })).toBe("completed");
  expect(read("3.0", { status: "completed", adcp_version: "3.1" })).toBe("unknown");
  expect(read("3.1", { status: "canceled" })).toBe("unknown");
  expect(read("3.1", { status: "canceled", adcp_version: "3.0" })).toBe("canceled");
});

describe("packages that come back without our reference", () => {
  const read = (packages: readonly JsonObject[]) =>
    adcp("3.0", []).decode("create_media_buy", { media_buy_id: "mb_1", status: "active", packages }, order)[
      "packages"
    ];

  it("are known by their product", () => {
    expect(
      read([
        { package_id: "p2", product_id: "olv" },
        { package_id: "p1", product_id: "ctv" },
      ]),
    ).toEqual([
      { package_id: "p2", product_id: "olv", buyer_ref: "b" },
      { package_id: "p1", product_id: "ctv", buyer_ref: "a" },
    ]);
  });

  it("are known by what is left where one is not named", () => {
    expect(read([{ package_id: "p1", context: { buyer_ref: "a" } }, { package_id: "p2" }])).toMatchObject([
      { buyer_ref: "a" },
      { buyer_ref: "b" },
    ]);
  });

  it("are left alone where they could be two", () => {
    expect(read([{ package_id: "p1" }, { package_id: "p2" }])).toEqual([
      { package_id: "p1" },
      { package_id: "p2" },
    ]);
  });
});

it("shows no buys under other references than the one that was asked for, and never mistakes the list's own context for one", () => {
  const { encode, decode } = adcp("3.1", []);
  const buy = { status: "active", packages: [] };
  const answer = decode(
    "get_media_buys",
    {
      context: { buyer_ref: "c1" },
      media_buys: [
        { ...buy, media_buy_id: "mb_1", context: { buyer_ref: "c2" } },
        { ...buy, media_buy_id: "mb_2", context: { buyer_ref: "c1" } },
        { ...buy, media_buy_id: "mb_3" },
      ],
    },
    encode("get_media_buys", { buyer_ref: "c1" }),
  );
  expect(answer["media_buys"]).toMatchObject([{ media_buy_id: "mb_2" }, { media_buy_id: "mb_3" }]);
});

it("takes of a report on a whole account the buy that was asked for", () => {
  const row = (media_buy_id: string, spend: number) => ({
    media_buy_id,
    status: "active",
    totals: { spend, impressions: 1 },
    by_package: [],
  });
  const read = (...rows: readonly JsonObject[]) =>
    adcp("3.1", []).decode(
      "get_media_buy_delivery",
      { currency: "EUR", media_buy_deliveries: rows },
      { media_buy_ids: ["mb_1"] },
    );
  expect(read(row("mb_2", 70), row("mb_1", 5))).toMatchObject({
    media_buy_id: "mb_1",
    delivery: { spend: { amount: 5, currency: "EUR" } },
  });
  expect(() => read(row("mb_2", 70))).toThrow(
    "the report says nothing of mb_1, the one buy that it was asked for",
  );
});

it("names finer actions by the one that they are part of", () => {
  const read = adcp("3.1", []).decode(
    "get_media_buys",
    {
      media_buys: [
        {
          media_buy_id: "mb_1",
          status: "active",
          valid_actions: ["pause"],
          available_actions: [{ action: "decrease_budget", mode: "self_serve" }, { action: "cancel" }],
        },
      ],
    },
    {},
  );
  expect(read["media_buys"]).toMatchObject([
    { valid_actions: ["decrease_budget", "update_budget", "cancel"] },
  ]);
});

it("asks for the next page with the cursor, until there is none", () => {
  const { nextPage } = adcp("3.0", []);
  const request = { status_filter: ["active"], pagination: { max_results: 50 } };
  expect(nextPage("get_media_buys", request, { pagination: { has_more: true, cursor: "c2" } })).toEqual({
    status_filter: ["active"],
    pagination: { max_results: 50, cursor: "c2" },
  });
  expect(nextPage("get_media_buys", request, { pagination: { has_more: false } })).toBeUndefined();
  expect(nextPage("get_media_buys", request, {})).toBeUndefined();
  expect(
    nextPage("update_media_buy", request, { pagination: { has_more: true, cursor: "c2" } }),
  ).toBeUndefined();
});

it.each([
  ["update_media_buy", "packages[0].budget", "updates.packages[0].budget"],
  ["update_media_buy", "new_packages[1].budget", "updates.new_packages[1].budget"],
  ["update_media_buy", "paused", "updates.status"],
  ["update_media_buy", "end_time", "updates.end_time"],
  ["update_media_buy", "revision", "revision"],
  ["update_media_buy", "/packages/0/budget", "updates.packages[0].budget"],
  ["create_media_buy", "packages[0].budget", "packages[0].budget"],
  ["create_media_buy", "/packages/0/bid_price", "packages[0].bid_price"],
  ["create_media_buy", "packages[2].context.buyer_ref", "packages[2].buyer_ref"],
  ["get_media_buy_delivery", "media_buy_ids[0]", "media_buy_id"],
  ["get_media_buy_delivery", "start_date", "date_range.start"],
] as const)("knows of %s the field %s as %s inside", (task, field, inside) => {
  expect(adcp("3.1", []).fieldInside(task, field)).toBe(inside);
});
