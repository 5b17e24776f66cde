import { expect, test } from "vitest";
import type { RequestOf } from "../../src/protocol/tasks/index.ts";
import { connect, key, order, start } from "./connect.ts";

type Updates = RequestOf<"update_media_buy">["updates"];

async function atSales() {
  const sandbox = await start();
  return { sandbox, ...(await connect(sandbox, "/sales/mcp")) };
}

function update(media_buy_id: string | undefined, updates: Updates, revision?: number) {
  return { idempotency_key: key(), media_buy_id, updates, ...(revision === undefined ? {} : { revision }) };
}

test("a buy waits for its flight, runs, and completes on the simulated clock", async () => {
  const { sandbox, call } = await atSales();
  const bought = await call("create_media_buy", order());
  expect(bought).toMatchObject({
    status: "pending_start",
    revision: 1,
    currency: "EUR",
    buyer_ref: "campaign-1",
    packages: [
      { product_id: "hb_display_ros", pricing_option_id: "cpm_eur", budget: 5000, buyer_ref: "slot-1" },
    ],
    valid_actions: ["pause", "cancel", "sync_creatives"],
  });
  const statuses = [];
  for (const days of [0, 7, 7]) {
    sandbox.advance(days);
    const { media_buys } = await call("get_media_buys", { buyer_ref: "campaign-1" });
    statuses.push([media_buys[0]?.status, media_buys[0]?.revision]);
  }
  expect(statuses).toEqual([
    ["pending_start", 1],
    ["active", 2],
    ["completed", 3],
  ]);
});

test("a buy that starts as soon as possible is active at once", async () => {
  const { call } = await atSales();
  expect(await call("create_media_buy", order({ start_time: "asap" }))).toMatchObject({ status: "active" });
});

test.each<[string, Record<string, unknown>, string, string]>([
  ["an unknown product", { product_id: "none" }, "PRODUCT_NOT_FOUND", "packages[0].product_id"],
  ["an unknown price", { pricing_option_id: "none" }, "VALIDATION_ERROR", "packages[0].pricing_option_id"],
  ["a budget below the minimum", { budget: 499.99 }, "BUDGET_TOO_LOW", "packages[0].budget"],
  [
    "an auction without a bid",
    { pricing_option_id: "cpm_auction_eur" },
    "VALIDATION_ERROR",
    "packages[0].bid_price",
  ],
  [
    "a bid below the floor",
    { pricing_option_id: "cpm_auction_eur", bid_price: 1.79 },
    "VALIDATION_ERROR",
    "packages[0].bid_price",
  ],
  [
    "a creative that is not in the library",
    { creative_ids: ["none"] },
    "CREATIVE_NOT_FOUND",
    "packages[0].creative_ids[0]",
  ],
])("refuses %s and books nothing", async (_name, change, code, field) => {
  const { call, refusal } = await atSales();
  const packages = [{ product_id: "hb_display_ros", pricing_option_id: "cpm_eur", budget: 5000, ...change }];
  expect(await refusal("create_media_buy", order({ packages }))).toMatchObject({ code, field });
  expect((await call("get_media_buys", {})).media_buys).toEqual([]);
});

test.each<[string, Record<string, unknown>, string]>([
  ["a start before today", { start_time: "2027-01-03T00:00:00Z" }, "start_time"],
  ["an end before the start", { end_time: "2027-01-10T00:00:00Z" }, "end_time"],
  ["an end in the past", { start_time: "asap", end_time: "2027-01-01T00:00:00Z" }, "end_time"],
  ["no end", { end_time: undefined }, "end_time"],
])("refuses %s", async (_name, change, field) => {
  const { refusal } = await atSales();
  expect(await refusal("create_media_buy", order(change))).toMatchObject({ code: "VALIDATION_ERROR", field });
});

test("refuses packages of two currencies in one buy", async () => {
  const { refusal } = await atSales();
  const packages = [
    { product_id: "hb_ctv_ros", pricing_option_id: "cpm_eur", budget: 5000 },
    { product_id: "hb_ctv_us", pricing_option_id: "cpm_usd", budget: 5000 },
  ];
  expect(await refusal("create_media_buy", order({ packages }))).toMatchObject({
    code: "VALIDATION_ERROR",
    field: "packages[1].pricing_option_id",
  });
});

test("an update needs the current revision and raises it", async () => {
  const { call, refusal } = await atSales();
  const { media_buy_id } = await call("create_media_buy", order({ start_time: "asap" }));
  expect(await call("update_media_buy", update(media_buy_id, { budget_change: 1000 }, 1))).toMatchObject({
    revision: 2,
    packages: [{ budget: 6000 }],
  });
  expect(await refusal("update_media_buy", update(media_buy_id, { budget_change: 1000 }, 1))).toMatchObject({
    code: "CONFLICT",
    revision: 2,
  });
});

test("an update happens whole or not at all", async () => {
  const { call, refusal } = await atSales();
  const { media_buy_id, packages } = await call("create_media_buy", order({ start_time: "asap" }));
  const package_id = packages?.[0]?.package_id ?? "";
  const updates = { budget_change: 1000, packages: [{ package_id, budget: 1 }] };
  expect(await refusal("update_media_buy", update(media_buy_id, updates))).toMatchObject({
    code: "BUDGET_TOO_LOW",
    field: "updates.packages[0].budget",
  });
  expect((await call("get_media_buys", {})).media_buys[0]).toMatchObject({
    revision: 1,
    packages: [{ budget: 5000 }],
  });
});

test("pause, resume and cancel move the buy; a canceled one stays so", async () => {
  const { call, refusal } = await atSales();
  const { media_buy_id } = await call("create_media_buy", order({ start_time: "asap" }));
  const move = (status: "paused" | "active" | "canceled") => update(media_buy_id, { status });
  expect(await refusal("update_media_buy", move("active"))).toMatchObject({
    code: "INVALID_STATE",
    status: "active",
    valid_actions: expect.not.arrayContaining(["resume"]),
  });
  expect(await call("update_media_buy", move("paused"))).toMatchObject({
    status: "paused",
    valid_actions: expect.arrayContaining(["resume"]),
  });
  expect(await call("update_media_buy", move("active"))).toMatchObject({ status: "active" });
  expect(await call("update_media_buy", move("canceled"))).toMatchObject({
    status: "canceled",
    valid_actions: [],
  });
  expect(await refusal("update_media_buy", move("canceled"))).toMatchObject({ code: "NOT_CANCELLABLE" });
  expect(await refusal("update_media_buy", move("active"))).toMatchObject({ code: "INVALID_STATE" });
});

test("packages are added with the buy's own currency", async () => {
  const { call, refusal } = await atSales();
  const { media_buy_id } = await call("create_media_buy", order({ start_time: "asap" }));
  const added = {
    product_id: "hb_olv_open",
    pricing_option_id: "cpm_auction_eur",
    budget: 800,
    bid_price: 6.5,
  };
  expect(await call("update_media_buy", update(media_buy_id, { new_packages: [added] }))).toMatchObject({
    packages: [{ package_id: `${media_buy_id}_p1` }, { package_id: `${media_buy_id}_p2`, bid_price: 6.5 }],
  });
  const foreign = { ...added, pricing_option_id: "cpm_auction_usd" };
  expect(await refusal("update_media_buy", update(media_buy_id, { new_packages: [foreign] }))).toMatchObject({
    field: "updates.new_packages[0].pricing_option_id",
  });
});

test("a seller with people confirms six simulated hours later", async () => {
  const sandbox = await start();
  const { call } = await connect(sandbox, "/sellers/nordlicht/mcp");
  const packages = [{ product_id: "nl_ctv_family", pricing_option_id: "cpm_eur", budget: 8000 }];
  const answered = await call("create_media_buy", order({ packages }));
  expect(answered).toMatchObject({ status: "pending", task_id: expect.any(String) });
  expect(answered.media_buy_id).toBeUndefined();
  const task = { task_id: answered.task_id };
  expect(await call("get_task_status", task)).toMatchObject({ status: "pending" });
  expect((await call("get_media_buys", {})).media_buys).toEqual([]);
  sandbox.advance(0.25);
  const done = await call("get_task_status", task);
  expect(done).toMatchObject({
    status: "completed",
    result: { status: "pending_start", buyer_ref: "campaign-1" },
  });
  const { media_buys } = await call("get_media_buys", { buyer_ref: "campaign-1" });
  expect(media_buys).toMatchObject([{ media_buy_id: done.result?.["media_buy_id"] }]);
});

test("a seller's people may decline", async () => {
  const { sellers } = await import("../../src/sandbox/inventory/sellers.ts");
  const nordlicht = sellers.find((one) => one.slug === "nordlicht");
  if (nordlicht === undefined) throw new Error("no such seller");
  const sandbox = await start({ sellers: [{ ...nordlicht, approval: { hours: 1, rejects: true } }] });
  const { call } = await connect(sandbox, "/sellers/nordlicht/mcp");
  const packages = [{ product_id: "nl_ctv_family", pricing_option_id: "cpm_eur", budget: 8000 }];
  const { task_id } = await call("create_media_buy", order({ packages }));
  sandbox.advance(1);
  expect(await call("get_task_status", { task_id })).toMatchObject({
    status: "rejected",
    error: { code: "TERMS_REJECTED" },
  });
});

test("one principal does not see another's buys", async () => {
  const sandbox = await start({ principals: { "other-token": "other" } });
  const [mine, theirs] = [
    await connect(sandbox, "/sales/mcp"),
    await connect(sandbox, "/sales/mcp", "other-token"),
  ];
  const { media_buy_id } = await mine.call("create_media_buy", order());
  expect((await theirs.call("get_media_buys", {})).media_buys).toEqual([]);
  expect(
    await theirs.refusal("update_media_buy", update(media_buy_id, { status: "canceled" })),
  ).toMatchObject({
    code: "MEDIA_BUY_NOT_FOUND",
  });
});

test("feedback is acknowledged and kept with its buy", async () => {
  const { call } = await atSales();
  const { media_buy_id } = await call("create_media_buy", order());
  const measurement_period = { start: "2027-01-11", end: "2027-01-12" };
  const feedback = { idempotency_key: key(), media_buy_id, measurement_period, performance_index: 1.2 };
  expect(await call("provide_performance_feedback", feedback)).toMatchObject({ acknowledged: true });
  expect((await call("get_media_buys", {})).media_buys[0]).toMatchObject({
    performance_feedback: [{ performance_index: 1.2 }],
  });
});

test("accounts are opened once and listed", async () => {
  const { call, refusal } = await atSales();
  const accounts = [{ brand: { domain: "acme.example" }, operator: "desk.example", billing: "operator" }];
  const opened = await call("sync_accounts", { idempotency_key: key(), accounts });
  const account = { account_id: opened.accounts[0]?.account_id };
  expect(opened.accounts).toMatchObject([{ status: "active" }]);
  expect((await call("list_accounts", {})).accounts).toMatchObject([account]);
  await call("create_media_buy", order({ account }));
  expect(await refusal("create_media_buy", order({ account: { account_id: "none" } }))).toMatchObject({
    code: "ACCOUNT_NOT_FOUND",
  });
});
