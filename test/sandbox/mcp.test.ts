import { expect, test, vi } from "vitest";
import { capabilitiesTask } from "../../src/protocol/tasks/names.ts";
import { sandboxToken } from "../../src/sandbox/sandbox.ts";
import { connect, key, order, start } from "./connect.ts";

test("every agent lists its tasks with JSON schemas", async () => {
  const sandbox = await start();
  const expected = {
    "/sales/mcp": ["get_products", "create_media_buy", "get_task_status"],
    "/signals/mcp": ["get_signals", "activate_signal"],
    "/governance/mcp": ["sync_plans", "check_governance", "report_plan_outcome", "get_plan_audit_logs"],
    "/creative/mcp": ["list_creative_formats"],
    "/creative-builder/mcp": ["build_creative"],
    "/brand/mcp": ["get_brand_identity"],
    "/sellers/nordlicht/mcp": ["create_media_buy"],
  };
  for (const [path, names] of Object.entries(expected)) {
    const { client } = await connect(sandbox, path);
    const { tools } = await client.listTools();
    expect(tools.map((one) => one.name)).toEqual(expect.arrayContaining([capabilitiesTask, ...names]));
    for (const tool of tools) {
      expect(tool.inputSchema.type).toBe("object");
      expect(tool.description).toBeTruthy();
    }
  }
  const { client } = await connect(sandbox, "/sales/mcp");
  const { tools } = await client.listTools();
  expect(tools.find((one) => one.name === "create_media_buy")?.inputSchema).toMatchObject({
    required: expect.arrayContaining(["packages", "idempotency_key"]),
  });
});

test("an answer is structured content and the same as JSON text, marked as sandbox", async () => {
  const sandbox = await start();
  const { raw } = await connect(sandbox, "/sales/mcp", null);
  const result = await raw(capabilitiesTask, {});
  expect(result.structuredContent).toMatchObject({
    sandbox: true,
    idempotency: { supported: true, replay_ttl_seconds: 86_400 },
  });
  const [text] = result.content;
  expect(text?.type === "text" && JSON.parse(text.text)).toEqual(result.structuredContent);
});

test("refuses an unknown task", async () => {
  const sandbox = await start();
  const { raw, refusal } = await connect(sandbox, "/sales/mcp");
  expect(await refusal("sell_everything", {})).toMatchObject({ code: "INVALID_REQUEST" });
  const { content } = await raw("sell_everything", {});
  expect(content[0]?.type === "text" && JSON.parse(content[0].text)).toMatchObject({
    code: "INVALID_REQUEST",
  });
});

test("names the path of an argument that does not fit", async () => {
  const sandbox = await start();
  const { refusal } = await connect(sandbox, "/sales/mcp");
  const packages = [{ product_id: "hb_display_ros", pricing_option_id: "cpm_eur", budget: -1 }];
  expect(await refusal("create_media_buy", order({ packages }))).toMatchObject({
    code: "VALIDATION_ERROR",
    field: "packages[0].budget",
    recovery: "correctable",
  });
});

test("a format id that is a string has its own code", async () => {
  const sandbox = await start();
  const { refusal } = await connect(sandbox, "/creative-builder/mcp");
  const given = { idempotency_key: key(), message: "hello", target_format_ids: ["display_300x250"] };
  expect(await refusal("build_creative", given)).toMatchObject({
    code: "INVALID_FORMAT_ID",
    field: "target_format_ids[0]",
  });
});

test.each([
  ["missing", {}],
  ["no UUID v4", { idempotency_key: "order-1" }],
])("an idempotency key that is %s is refused", async (_name, change) => {
  const sandbox = await start();
  const { refusal } = await connect(sandbox, "/sales/mcp");
  const { idempotency_key: _key, ...unkeyed } = order();
  expect(await refusal("create_media_buy", { ...unkeyed, ...change })).toMatchObject({
    code: "INVALID_REQUEST",
    field: "idempotency_key",
  });
});

test("tolerates fields that the contract does not know, at any depth", async () => {
  const sandbox = await start();
  const { call } = await connect(sandbox, "/sales/mcp");
  const account = { brand: { domain: "acme.example", note: 1 }, operator: "desk.example", note: 2 };
  expect(await call("create_media_buy", order({ campaign_note: "x", account }))).toMatchObject({
    status: "pending_start",
  });
});

test("an account that is an id and a brand at once is refused", async () => {
  const sandbox = await start();
  const { refusal } = await connect(sandbox, "/sales/mcp");
  const account = { account_id: "a", brand: { domain: "acme.example" }, operator: "desk.example" };
  expect(await refusal("create_media_buy", order({ account }))).toMatchObject({ field: "account" });
});

test.each([
  [{ ext: { nested: [{ api_key: "x" }] } }, "ext.nested[0].api_key"],
  [{ context: { plaza_access_token: "x" } }, "context.plaza_access_token"],
  [{ Authorization: "x" }, "Authorization"],
])("refuses a credential in arguments: %j", async (change, field) => {
  const sandbox = await start();
  const { refusal } = await connect(sandbox, "/sales/mcp");
  expect(await refusal("create_media_buy", order(change))).toMatchObject({
    code: "CREDENTIAL_IN_ARGS",
    field,
    recovery: "terminal",
  });
});

test("the caller's own webhook credential is no credential in arguments", async () => {
  const sandbox = await start();
  const { call } = await connect(sandbox, "/sales/mcp");
  const push_notification_config = {
    url: "https://desk.example/hooks",
    authentication: { schemes: ["Bearer"], credentials: "hook-secret" },
  };
  await call("create_media_buy", order({ push_notification_config }));
});

test("without a token a protected task is refused, with a wrong one the door stays shut", async () => {
  const sandbox = await start();
  expect(sandbox.token).toBe(sandboxToken);
  const { refusal } = await connect(sandbox, "/sales/mcp", null);
  expect(await refusal("create_media_buy", order())).toMatchObject({ code: "UNAUTHORIZED" });
  await expect(connect(sandbox, "/sales/mcp", "guess")).rejects.toThrow();
  const response = await fetch(`${sandbox.url}/sales/mcp`, {
    method: "POST",
    headers: { Authorization: "Bearer guess", "Content-Type": "application/json" },
    body: "{}",
  });
  expect(response.status).toBe(401);
  expect(response.headers.get("www-authenticate")).toContain("Bearer");
  expect(sandbox.calls.map((one) => one.outcome)).toEqual(["UNAUTHORIZED"]);
});

test("a cancelled call stops the slow seller's work, and only that call", async () => {
  const sandbox = await start({ slowSellerMs: 60_000 });
  const [first, second] = [
    await connect(sandbox, "/sellers/gletscher/mcp"),
    await connect(sandbox, "/sellers/gletscher/mcp"),
  ];
  const stop = new AbortController();
  const cancelled = first.raw("get_products", {}, stop.signal);
  const running = second.raw("get_products", {});
  running.catch(() => undefined);
  await vi.waitFor(() => expect(sandbox.calls).toHaveLength(2));
  stop.abort("enough");
  await expect(cancelled).rejects.toThrow();
  await vi.waitFor(() => expect(sandbox.calls.map((one) => one.outcome)).toEqual(["cancelled", undefined]));
});

test("a dropped connection stops the slow seller's work", async () => {
  const sandbox = await start({ slowSellerMs: 60_000 });
  const { client, raw } = await connect(sandbox, "/sellers/gletscher/mcp");
  raw("get_products", {}).catch(() => undefined);
  await vi.waitFor(() => expect(sandbox.calls).toHaveLength(1));
  await client.close();
  await vi.waitFor(() => expect(sandbox.calls[0]?.outcome).toBe("cancelled"));
});

test("records each call with its agent, arguments and outcome", async () => {
  const sandbox = await start();
  const { call } = await connect(sandbox, "/sales/mcp");
  await call("get_products", { brief: "skiing" });
  const [recorded] = sandbox.calls;
  expect(recorded).toMatchObject({
    order: 1,
    agent: "/sales/mcp",
    agentId: "harbour.example",
    task: "get_products",
    arguments: { brief: "skiing" },
    outcome: "answered",
  });
  expect(recorded?.endedAt).toBeGreaterThanOrEqual(recorded?.startedAt ?? Number.NaN);
});
