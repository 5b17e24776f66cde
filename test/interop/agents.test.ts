import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Agent } from "./agents/open-agent.ts";
import { type Ask, openClient } from "./agents/open-client.ts";
import { type Market, openMarket } from "./open-market.ts";

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market[Symbol.asyncDispose]());

async function asking<Result>(agent: Agent, use: (ask: Ask) => Promise<Result>): Promise<Result> {
  await using client = await openClient(agent);
  return await use(client.ask);
}

const account = { brand: { domain: "acme.example" }, operator: "desk.example" };
const order = (product_id: string, pricing_option_id: string) => ({
  idempotency_key: randomUUID(),
  account,
  brand: account.brand,
  start_time: "2027-01-18T00:00:00Z",
  end_time: "2027-03-01T00:00:00Z",
  packages: [{ product_id, pricing_option_id, budget: 5000 }],
});
const openAccount = (ask: Ask) =>
  ask("sync_accounts", { idempotency_key: randomUUID(), accounts: [{ ...account, billing: "operator" }] });

it("sells at fixed prices, and books an order that is sent twice once", () =>
  asking(market.fixed, async (ask) => {
    const offered = await ask("get_products", { buying_mode: "brief", brief: "video" });
    expect(offered["products"]).toHaveLength(2);
    expect(await openAccount(ask)).toMatchObject({ accounts: [{ status: "active", action: "created" }] });
    const wanted = order("fixed_olv", "olv_cpm");
    const bought = await ask("create_media_buy", wanted);
    expect(bought).toMatchObject({
      media_buy_id: expect.any(String),
      status: "pending_creatives",
      revision: 1,
    });
    expect(await ask("create_media_buy", wanted)).toEqual({ ...bought, replayed: true });
    expect(await ask("create_media_buy", { ...wanted, end_time: "2027-03-02T00:00:00Z" })).toMatchObject({
      adcp_error: { code: "IDEMPOTENCY_CONFLICT" },
    });
    expect(market.fixed.books.buys.size).toBe(1);
  }));

it("wants a bid for a price with a floor", () =>
  asking(market.auction, async (ask) => {
    await openAccount(ask);
    expect(await ask("create_media_buy", order("auction_olv", "olv_floor"))).toMatchObject({
      adcp_error: { code: "INVALID_REQUEST", field: "packages[0].bid_price" },
    });
    expect(market.auction.books.buys.size).toBe(0);
  }));

it("answers an order with a task until its people have agreed", () =>
  asking(market.slow, async (ask) => {
    await openAccount(ask);
    const submitted = await ask("create_media_buy", order("premium_ctv", "premium_cpm"));
    expect(submitted).toMatchObject({ status: "submitted", task_id: expect.any(String) });
    const poll = () => ask("tasks_get", { task_id: submitted["task_id"], account });
    expect(await poll()).toMatchObject({ status: "submitted" });
    market.slow.agree();
    await expect
      .poll(poll)
      .toMatchObject({ status: "completed", result: { media_buy_id: expect.any(String) } });
  }));

it("builds a creative from a message", () =>
  asking(market.creative, async (ask) => {
    const { formats } = await ask("list_creative_formats", {});
    expect(formats).toHaveLength(2);
    const [target_format_id] = market.creative.formats;
    expect(
      await ask("build_creative", { idempotency_key: randomUUID(), target_format_id, message: "Out early." }),
    ).toMatchObject({ creative_manifest: { assets: { video: { asset_type: "video" } } } });
    expect(market.creative.built).toEqual([{ formatId: "video_15s", message: "Out early." }]);
  }));

it("makes a signal live where it is activated", () =>
  asking(market.signals, async (ask) => {
    const destination = { type: "agent", agent_url: market.fixed.url };
    const found = await ask("get_signals", {
      signal_spec: "hikers",
      destinations: [destination],
      countries: ["DE"],
    });
    expect(found).toMatchObject({ signals: [{ deployments: [{ is_live: false }] }] });
    expect(
      await ask("activate_signal", {
        idempotency_key: randomUUID(),
        signal_agent_segment_id: "hikers",
        destinations: [destination],
      }),
    ).toMatchObject({ deployments: [{ is_live: true, activation_key: { segment_id: "hikers-live" } }] });
  }));

it("approves calls within a plan, with a token", () =>
  asking(market.governance, async (ask) => {
    const check = {
      plan_id: "plan-1",
      caller: "https://desk.example/agent",
      tool: "create_media_buy",
      payload: {},
    };
    expect(await ask("check_governance", check)).toMatchObject({ adcp_error: { code: "PLAN_NOT_FOUND" } });
    await ask("sync_plans", {
      idempotency_key: randomUUID(),
      plans: [
        {
          plan_id: "plan-1",
          brand: account.brand,
          objectives: "awareness",
          budget: { total: 90_000, currency: "EUR", reallocation_threshold: 0 },
          flight: { start: "2027-01-18T00:00:00Z", end: "2027-03-01T00:00:00Z" },
        },
      ],
    });
    expect(await ask("check_governance", check)).toMatchObject({
      status: "approved",
      governance_context: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    });
  }));
