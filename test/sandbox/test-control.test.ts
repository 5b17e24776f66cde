import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { connect, start } from "./connect.ts";

type Seller = Awaited<ReturnType<typeof connect>>;

const account = { brand: { domain: "acme.example" }, operator: "agency.example" };

let seller: Seller;
let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await start({ protocol: "adcp", release: "3.1" });
  seller = await connect(sandbox, "/sellers/proving-ground/mcp");
});

/** What the seller answers, whether it is a "no" or not. */
async function asked(task: string, given: Record<string, unknown>) {
  const { structuredContent } = await seller.raw(task, { account, ...given });
  // Each test says what it expects in it.
  return structuredContent as Record<string, unknown> & { media_buy_id?: string };
}

const control = (scenario: string, params: Record<string, unknown> = {}) =>
  asked("comply_test_controller", { account: { ...account, sandbox: true }, scenario, params });

const order = (change: Record<string, unknown> = {}) =>
  asked("create_media_buy", {
    brand: { domain: "acme.example" },
    start_time: "asap",
    end_time: "2027-02-01T00:00:00Z",
    packages: [{ product_id: "test-product", pricing_option_id: "test-pricing", budget: 10_000 }],
    idempotency_key: randomUUID(),
    ...change,
  });

describe("the controller for test suites", () => {
  it("lists what it can do, and nothing else", async () => {
    const { scenarios } = await control("list_scenarios");
    const { compliance_testing } = await asked("get_adcp_capabilities", {});
    expect(compliance_testing).toEqual({ scenarios });
    expect(await control("force_session_status")).toMatchObject({
      success: false,
      error: "UNKNOWN_SCENARIO",
    });
    expect(await control("force_creative_status")).toMatchObject({ success: false, error: "INVALID_PARAMS" });
    expect(await control("force_media_buy_status", { media_buy_id: "none", status: "active" })).toMatchObject(
      {
        error: "NOT_FOUND",
      },
    );
  });

  it("moves a buy along its life and no other way, and says so when it is read", async () => {
    const { media_buy_id } = await order();
    const force = (status: string) => control("force_media_buy_status", { media_buy_id, status });
    const states = async () => asked("get_media_buys", { media_buy_ids: [media_buy_id] });
    expect(await force("active")).toMatchObject({
      previous_state: "pending_creatives",
      current_state: "active",
    });
    expect(await states()).toMatchObject({ media_buys: [{ status: "active" }] });
    expect(await force("rejected")).toMatchObject({ error: "INVALID_TRANSITION" });
    expect(await force("completed")).toMatchObject({ current_state: "completed" });
    expect(await force("completed")).toMatchObject({
      previous_state: "completed",
      current_state: "completed",
    });
    expect(await force("active")).toMatchObject({ error: "INVALID_TRANSITION" });
    const other = await order();
    await control("force_media_buy_status", { media_buy_id: other.media_buy_id, status: "rejected" });
    expect(await asked("get_media_buys", { media_buy_ids: [other.media_buy_id] })).toMatchObject({
      media_buys: [{ status: "rejected" }],
    });
  });

  it("resumes a buy from where it was paused, and none that is not paused", async () => {
    const { media_buy_id } = await order();
    const hold = (paused: boolean) =>
      asked("update_media_buy", { media_buy_id, paused, idempotency_key: randomUUID() });
    expect(await hold(false)).toMatchObject({ adcp_error: { code: "INVALID_STATE" } });
    expect(await hold(true)).toMatchObject({ media_buy_status: "paused" });
    expect(await hold(false)).toMatchObject({ media_buy_status: "pending_creatives" });
    await control("force_media_buy_status", { media_buy_id, status: "active" });
    expect(await hold(false)).toMatchObject({ adcp_error: { code: "INVALID_STATE" } });
    await hold(true);
    expect(await hold(false)).toMatchObject({ media_buy_status: "active" });
  });

  it.each([
    ["suspended", "ACCOUNT_SUSPENDED"],
    ["payment_required", "ACCOUNT_PAYMENT_REQUIRED"],
  ])("has no order taken under an account that is %s, until it is active again", async (status, code) => {
    const opened = { accounts: [{ ...account, billing: "operator" }], idempotency_key: randomUUID() };
    const { accounts } = (await asked("sync_accounts", opened)) as { accounts?: { account_id: string }[] };
    const force = (to: string) =>
      control("force_account_status", { account_id: accounts?.[0]?.account_id, status: to });
    expect(await force(status)).toMatchObject({ previous_state: "active", current_state: status });
    expect(await order()).toMatchObject({ adcp_error: { code } });
    await asked("sync_accounts", { ...opened, idempotency_key: randomUUID() });
    expect(await asked("list_accounts", {})).toMatchObject({ accounts: [{ status }] });
    await force("active");
    expect(await order()).toMatchObject({ media_buy_id: expect.any(String) });
    await force("closed");
    expect(await force("active")).toMatchObject({ error: "INVALID_TRANSITION" });
  });

  it("decides on creatives as a seller does, and shows a library page by page", async () => {
    for (const creative_id of ["c-1", "c-2", "c-3"])
      expect(await control("seed_creative", { creative_id, fixture: { status: "approved" } })).toMatchObject({
        success: true,
      });
    const filters = { creative_ids: ["c-1", "c-2", "c-3"] };
    const first = await asked("list_creatives", { filters, pagination: { max_results: 2 } });
    expect(first).toMatchObject({
      creatives: [{ creative_id: "c-1", status: "approved" }, { creative_id: "c-2" }],
      query_summary: { total_matching: 3, returned: 2 },
      pagination: { has_more: true, cursor: "2" },
    });
    const last = await asked("list_creatives", { filters, pagination: { max_results: 2, cursor: "2" } });
    expect(last).toMatchObject({ creatives: [{ creative_id: "c-3" }], pagination: { has_more: false } });
    expect(await asked("list_creatives", { pagination: { cursor: "far" } })).toMatchObject({
      adcp_error: { code: "INVALID_REQUEST", field: "pagination.cursor" },
    });
    const force = (status: string) => control("force_creative_status", { creative_id: "c-1", status });
    expect(await force("archived")).toMatchObject({ previous_state: "approved", current_state: "archived" });
    expect(await force("processing")).toMatchObject({ error: "INVALID_TRANSITION" });
  });

  it("sells nothing as what it is not, and serves no caller whose accounts are live", async () => {
    const strange = { creative_policy: { provenance_required: true } };
    expect(await control("seed_product", { product_id: "strange", fixture: strange })).toMatchObject({
      error: "UNKNOWN_SCENARIO",
      error_detail: "nothing is sold with creative_policy here",
    });
    seller = await connect(
      await start({ protocol: "adcp", release: "3.1" }),
      "/sellers/proving-ground/mcp",
      "demo-acme-outdoor-live-v1",
    );
    expect(await control("list_scenarios")).toMatchObject({ success: false, error: "FORBIDDEN" });
  });

  it("takes a creative in a format of the agent under test, as suites name it, with any assets", async () => {
    const format_id = { agent_url: "https://your-platform.example.com", id: "display_300x250" };
    const image = { asset_type: "image", url: "https://cdn.example/a.png", width: 300, height: 250 };
    const bring = (id: string) =>
      asked("sync_creatives", {
        creatives: [{ creative_id: "c-9", name: "Nine", format_id: { ...format_id, id }, assets: { image } }],
        idempotency_key: randomUUID(),
      });
    expect(await bring("display_300x250")).toMatchObject({ creatives: [{ action: "created" }] });
    expect(await bring("hologram")).toMatchObject({ creatives: [{ action: "failed" }] });
  });

  it("keeps what an account is to be notified of, and says which entry is wrong", async () => {
    const sync = (change: object) =>
      asked("sync_accounts", {
        accounts: [{ ...account, billing: "operator", ...change }],
        idempotency_key: randomUUID(),
      });
    const config = {
      subscriber_id: "s-1",
      url: "https://desk.example/told",
      event_types: ["creative.purged"],
      active: false,
    };
    const failed = (error: object) => ({
      accounts: [{ action: "failed", status: "rejected", errors: [expect.objectContaining(error)] }],
    });
    const wrong = (notification_configs: object[], field: string) =>
      expect(sync({ notification_configs })).resolves.toMatchObject(
        failed({ code: "VALIDATION_ERROR", field }),
      );
    await wrong([{ ...config, event_types: ["scheduled"] }], "notification_configs[0].event_types[0]");
    await wrong([config, config], "notification_configs[1].subscriber_id");
    await wrong([{ ...config, active: true }], "notification_configs[0].active");
    expect(await sync({ billing: "agent" })).toMatchObject(failed({ code: "BILLING_NOT_SUPPORTED" }));
    expect(await asked("list_accounts", {})).toMatchObject({ accounts: [] });

    const opened = await sync({ notification_configs: [config] });
    expect(opened).toMatchObject({ accounts: [{ status: "active", notification_configs: [config] }] });
    const { accounts } = opened as { accounts?: { account_id: string }[] };
    const held = { account_id: accounts?.[0]?.account_id };
    const settle = (reference: object, notification_configs: object[]) =>
      asked("sync_accounts", {
        accounts: [{ account: reference, notification_configs }],
        idempotency_key: randomUUID(),
      });
    expect(await settle(held, [])).toMatchObject({ accounts: [{ ...held, notification_configs: [] }] });
    expect(await asked("list_accounts", { account: held })).toMatchObject({
      accounts: [{ ...held, notification_configs: [] }],
    });
    expect(await settle({ account_id: "none" }, [])).toMatchObject(failed({ code: "ACCOUNT_NOT_FOUND" }));
  });

  it("has an order wait under a task id, until it agrees", async () => {
    const { forced } = await control("force_create_media_buy_arm", { arm: "submitted", task_id: "task_io" });
    expect(forced).toEqual({ arm: "submitted", task_id: "task_io" });
    expect(await order()).toMatchObject({ status: "submitted", task_id: "task_io" });
    expect(await order()).toMatchObject({ status: "completed" });
    expect(await asked("get_task_status", { task_id: "task_io" })).toMatchObject({ status: "submitted" });
    expect(await control("force_task_completion", { task_id: "task_io" })).toMatchObject({
      previous_state: "submitted",
      current_state: "completed",
    });
    expect(await asked("get_task_status", { task_id: "task_io" })).toMatchObject({ status: "completed" });
  });

  it("has a search for products wait as a task, which its own caller and account find until and after it is done", async () => {
    const received: string[] = [];
    const inbox = createServer((request, response) => {
      request.setEncoding("utf8").on("data", (body: string) => received.push(body));
      request.on("end", () => response.end());
    }).listen(0, "127.0.0.1");
    await once(inbox, "listening");
    onTestFinished(() => void inbox.close());
    const { port } = z.object({ port: z.number() }).parse(inbox.address());
    const task_id = "task_search";
    const arm = { arm: "submitted", task_id, message: "Curation queued" };
    expect(await control("force_get_products_arm", arm)).toMatchObject({
      forced: { arm: "submitted", task_id },
    });
    const url = `http://127.0.0.1:${port}/told`;
    const search = (change = {}) =>
      asked("get_products", {
        buying_mode: "brief",
        brief: "Display for autumn",
        push_notification_config: { url, operation_id: "op-1" },
        ...change,
      });
    const whole = await search({ buying_mode: "wholesale", brief: undefined });
    expect(whole).toMatchObject({ status: "completed", products: expect.any(Array) });
    const waiting = await search();
    expect(waiting).toMatchObject({ status: "submitted", task_id, message: "Curation queued" });
    expect(waiting).not.toHaveProperty("products");
    expect(await search()).toMatchObject({ status: "completed" });

    const others = { brand: { domain: "other.example" }, operator: "agency.example" };
    const list = (change: object = {}, filters: object = {}) =>
      asked("list_tasks", { filters: { task_ids: [task_id], has_webhook: true, ...filters }, ...change });
    const listed = { task_id, task_type: "get_products", domain: "media-buy", has_webhook: true };
    expect(await list()).toMatchObject({
      query_summary: { total_matching: 1, returned: 1 },
      tasks: [{ ...listed, status: "submitted" }],
      pagination: { has_more: false, total_count: 1 },
    });
    expect(await list({}, { statuses: ["completed"] })).toMatchObject({ tasks: [] });
    expect(await list({ account: others })).toMatchObject({
      query_summary: { total_matching: 0 },
      tasks: [],
    });

    const finish = (result: object) => control("force_task_completion", { task_id, result });
    expect(await finish({ creatives: [] })).toMatchObject({ error: "INVALID_PARAMS" });
    const result = { products: [{ product_id: "curated", name: "Curated" }], cache_scope: "public" };
    expect(await finish(result)).toMatchObject({ previous_state: "submitted", current_state: "completed" });
    const poll = (change = {}) => asked("get_task_status", { task_id, include_result: true, ...change });
    expect(await poll({ account: others })).toMatchObject({ adcp_error: { code: "REFERENCE_NOT_FOUND" } });
    const done = { task_id, task_type: "get_products", protocol: "media-buy", status: "completed", result };
    expect(await poll()).toMatchObject({ ...done, has_webhook: true });
    await sandbox.report();
    expect(received.map((body): unknown => JSON.parse(body))).toEqual([
      expect.objectContaining({ ...done, operation_id: "op-1", result: expect.objectContaining(result) }),
    ]);
  });

  it("lists orders that wait beside those that are decided, the newest first, page by page", async () => {
    await control("force_create_media_buy_arm", { arm: "submitted", task_id: "task_io" });
    await order();
    await control("force_create_media_buy_arm", { arm: "submitted", task_id: "task_later" });
    sandbox.clock.advance(1000);
    await order();
    await control("force_task_completion", { task_id: "task_io" });
    const page = (cursor: string) => asked("list_tasks", { pagination: { max_results: 1, cursor } });
    expect(await page("0")).toMatchObject({
      tasks: [{ task_id: "task_later", task_type: "create_media_buy", status: "submitted" }],
      pagination: { has_more: true, cursor: "1" },
    });
    expect(await page("1")).toMatchObject({ tasks: [{ task_id: "task_io", status: "completed" }] });
    const sort = { field: "created_at", direction: "asc" };
    expect(await asked("list_tasks", { sort })).toMatchObject({
      tasks: [{ task_id: "task_io" }, { task_id: "task_later" }],
    });
  });

  it("enters buys, sells by what was in view, delivers and spends what never was", async () => {
    await control("seed_product", { product_id: "seen", fixture: { channels: ["video"] } });
    await control("seed_pricing_option", {
      product_id: "seen",
      pricing_option_id: "vcpm",
      fixture: { pricing_model: "vcpm", currency: "USD", fixed_price: 14 },
    });
    const packages = [{ package_id: "p", product_id: "seen", pricing_option_id: "vcpm", budget: 1000 }];
    await control("seed_media_buy", { media_buy_id: "mb_seeded", fixture: { packages } });
    await control("simulate_delivery", {
      media_buy_id: "mb_seeded",
      impressions: 800,
      viewability: { measurable_impressions: 740, viewable_impressions: 592, viewed_seconds: 4.3 },
    });
    const spend = { media_buy_id: "mb_seeded", spend_percentage: 95 };
    expect(await control("simulate_budget_spend", spend)).toMatchObject({
      simulated: { spend_percentage: 95, computed_spend: { amount: 950, currency: "USD" } },
    });
    expect(await control("simulate_budget_spend", { ...spend, spend_percentage: 5 })).toMatchObject({
      error: "INVALID_STATE",
    });
    expect(await asked("get_media_buy_delivery", { media_buy_ids: ["mb_seeded"] })).toMatchObject({
      media_buy_deliveries: [
        {
          totals: {
            impressions: 800,
            spend: 950,
            viewability: {
              measurable_impressions: 740,
              viewable_impressions: 592,
              viewable_rate: 0.8,
              viewed_seconds: 4.3,
              standard: "mrc",
            },
          },
          by_package: [{ pricing_model: "vcpm", rate: 14 }],
        },
      ],
    });
    const bare = { packages: [{ package_id: "p" }] };
    expect(await control("seed_media_buy", { media_buy_id: "mb_bare", fixture: bare })).toMatchObject({
      error: "UNKNOWN_SCENARIO",
    });
  });
});
