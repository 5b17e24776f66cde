import { createRemoteJWKSet, decodeJwt, jwtVerify } from "jose";
import { expect, test } from "vitest";
import { z } from "zod";
import { digest } from "../../src/lib/digest.ts";
import { approvalTokenType } from "../../src/protocol/tasks/names.ts";
import type { Sandbox, SandboxOptions } from "../../src/sandbox/sandbox.ts";
import { connect, key, order, start } from "./connect.ts";

const plan = {
  plan_id: "plan-1",
  brand: { domain: "acme.example" },
  objectives: "launch",
  budget: { total: 20_000, currency: "EUR", reallocation_threshold: 20_000, per_seller_max_pct: 50 },
  flight: { start: "2027-01-04T00:00:00Z", end: "2027-02-01T00:00:00Z" },
  countries: ["DE"],
  channels: { allowed: ["display", "ctv"] },
};

async function governed(change: Partial<typeof plan> = {}, options: Partial<SandboxOptions> = {}) {
  const sandbox = await start(options);
  const governance = await connect(sandbox, "/governance/mcp");
  await governance.call("sync_plans", { idempotency_key: key(), plans: [{ ...plan, ...change }] });
  const check = (payload: Record<string, unknown>, more: Record<string, unknown> = {}) =>
    governance.call("check_governance", {
      plan_id: "plan-1",
      caller: "desk",
      tool: "create_media_buy",
      payload,
      target_agent: `${sandbox.url}/sales/mcp`,
      ...more,
    });
  return { sandbox, governance, check };
}

function display(budget: number, change: Record<string, unknown> = {}) {
  return { packages: [{ product_id: "hb_display_ros", pricing_option_id: "cpm_eur", budget, ...change }] };
}

const brandSchema = z.object({
  agents: z.array(z.object({ url: z.string(), jwks_uri: z.string().optional() })),
});

const seller = (sandbox: Sandbox) => connect(sandbox, "/sales/mcp");

test("approves with a token that anybody can verify by the published key", async () => {
  const { sandbox, check } = await governed();
  const payload = { ...order(), context: { note: 1 } };
  const answer = await check(payload);
  expect(answer).toMatchObject({ verdict: "approved", findings: [], expires_at: "2027-01-04T08:15:00.000Z" });
  const response = await fetch(`${sandbox.url}/.well-known/brand.json`);
  const { agents } = brandSchema.parse(await response.json());
  const jwks_uri = agents.find((one) => one.url === sandbox.governanceUrl)?.jwks_uri ?? "";
  const { payload: claims } = await jwtVerify(
    answer.governance_context ?? "",
    createRemoteJWKSet(new URL(jwks_uri)),
    { typ: approvalTokenType, issuer: sandbox.governanceUrl, currentDate: new Date(sandbox.clock.now()) },
  );
  expect(claims).toMatchObject({
    sub: "plan-1",
    aud: `${sandbox.url}/sales/mcp`,
    check_id: answer.check_id,
    caller: "desk",
    tool: "create_media_buy",
    payload_hash: digest(payload),
  });
  expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(900);
});

test("a seller takes the token for exactly the call that was approved", async () => {
  const { sandbox, check } = await governed();
  const { call, refusal } = await seller(sandbox);
  const payload = order();
  const { governance_context } = await check(payload);
  const denied = { code: "PERMISSION_DENIED", field: "governance_context" };
  expect(await refusal("create_media_buy", { ...payload, buyer_ref: "x", governance_context })).toMatchObject(
    denied,
  );
  expect(
    await refusal("create_media_buy", { ...payload, governance_context: `${governance_context}x` }),
  ).toMatchObject(denied);
  const elsewhere = await connect(sandbox, "/sellers/kiosk/mcp");
  expect(await elsewhere.refusal("create_media_buy", { ...payload, governance_context })).toMatchObject(
    denied,
  );
  expect(await call("create_media_buy", { ...payload, governance_context })).toMatchObject({
    status: "pending_start",
  });
});

test("an expired token opens nothing, yet the same call with a fresh one is the same call", async () => {
  const { sandbox, check } = await governed();
  const { call, refusal } = await seller(sandbox);
  const payload = order();
  const { governance_context: old } = await check(payload);
  sandbox.advance(1);
  expect(await refusal("create_media_buy", { ...payload, governance_context: old })).toMatchObject({
    code: "PERMISSION_DENIED",
  });
  const { governance_context } = await check(payload);
  const first = await call("create_media_buy", { ...payload, governance_context });
  const again = await call("create_media_buy", {
    ...payload,
    governance_context: (await check(payload)).governance_context,
  });
  expect(again).toEqual({ ...first, replayed: true });
});

test("sellers can insist on a token", async () => {
  const sandbox = await start({ requireGovernance: true });
  const { refusal } = await seller(sandbox);
  expect(await refusal("create_media_buy", order())).toMatchObject({ code: "PERMISSION_DENIED" });
});

test.each<[string, Record<string, unknown>]>([
  ["more than the plan's budget", order(display(20_001))],
  ["a flight that begins before the plan's", order({ start_time: "2027-01-03T00:00:00Z" })],
  ["a flight that ends after the plan's", order({ end_time: "2027-02-02T00:00:00Z" })],
  [
    "a country that is targeted but not planned",
    order(display(500, { targeting_overlay: { geo_countries: ["DE", "FR"] } })),
  ],
  [
    "a product of other countries",
    order({ packages: [{ product_id: "hb_ctv_us", pricing_option_id: "cpm_usd", budget: 5000 }] }),
  ],
  [
    "a product of other channels",
    order({ packages: [{ product_id: "hb_olv_premium", pricing_option_id: "cpm_eur", budget: 5000 }] }),
  ],
  ["a payload that cannot be read", { packages: "all of them" }],
])("denies %s", async (_name, payload) => {
  const { check } = await governed();
  const answer = await check(payload);
  expect(answer.verdict).toBe("denied");
  expect(answer.explanation).toBeTruthy();
  expect(answer.governance_context).toBeUndefined();
});

test("denies a plan that it does not know", async () => {
  const { check } = await governed();
  expect(await check(order(), { plan_id: "other" })).toMatchObject({ verdict: "denied" });
});

test("one seller's share is a condition that, once met, is approved", async () => {
  const { check } = await governed();
  const answer = await check(order(display(12_000)));
  expect(answer).toMatchObject({
    verdict: "conditions",
    conditions: [{ field: "packages[0].budget", required_value: 10_000 }],
  });
  expect(answer.governance_context).toBeUndefined();
  expect(await check(order(display(10_000)))).toMatchObject({ verdict: "approved" });
});

test("a call above the threshold needs a person", async () => {
  const { check } = await governed({ budget: { ...plan.budget, reallocation_threshold: 1000 } });
  const payload = order();
  expect(await check(payload)).toMatchObject({ verdict: "escalated" });
  const human_approval = { approver: "kim", approved_at: "2027-01-04T08:00:00Z" };
  expect(await check(payload, { human_approval })).toMatchObject({ verdict: "approved" });
});

test("only a reported outcome commits budget, once for each check", async () => {
  const { governance, check } = await governed();
  const { check_id } = await check(order(display(10_000)));
  expect(await check(order(display(10_000)))).toMatchObject({ verdict: "approved" });
  const report = (outcome: string, seller_response?: Record<string, unknown>) =>
    governance.call("report_plan_outcome", {
      idempotency_key: key(),
      plan_id: "plan-1",
      check_id,
      outcome,
      ...(seller_response && { seller_response }),
    });
  expect(await report("completed", { committed_budget: 10_000, currency: "EUR" })).toMatchObject({
    plan_summary: { total_committed: 10_000, budget_remaining: 10_000 },
  });
  expect(await report("completed")).toMatchObject({ plan_summary: { total_committed: 10_000 } });
  expect(await check(order(display(500)))).toMatchObject({ verdict: "denied" });
  expect(await check(order(display(500)), { target_agent: "https://other.example/mcp" })).toMatchObject({
    verdict: "approved",
  });
  expect(await report("failed")).toMatchObject({ plan_summary: { total_committed: 0 } });
});

test("a foreign currency counts at the table's rate", async () => {
  const { check } = await governed({
    countries: ["US"],
    budget: { ...plan.budget, per_seller_max_pct: 100 },
  });
  const packages = (budget: number) => [{ product_id: "hb_ctv_us", pricing_option_id: "cpm_usd", budget }];
  expect(await check(order({ packages: packages(21_700) }))).toMatchObject({ verdict: "approved" });
  expect(await check(order({ packages: packages(21_701) }))).toMatchObject({ verdict: "denied" });
});

test("an update is asked about by what it adds", async () => {
  const { sandbox, check } = await governed();
  const { call } = await seller(sandbox);
  const { media_buy_id, packages } = await call(
    "create_media_buy",
    order({ ...display(9000), start_time: "asap" }),
  );
  const package_id = packages?.[0]?.package_id ?? "";
  const change = (budget: number) => ({
    idempotency_key: key(),
    media_buy_id,
    updates: { packages: [{ package_id, budget }] },
  });
  const update = { tool: "update_media_buy" };
  expect(await check(change(19_000), update)).toMatchObject({ verdict: "approved" });
  expect(await check(change(20_000), update)).toMatchObject({
    verdict: "conditions",
    conditions: [{ field: "updates.packages[0].budget", required_value: 19_000 }],
  });
  expect(await check(change(1000), update)).toMatchObject({ verdict: "approved" });
});

test("what costs nothing is approved with a token", async () => {
  const { check } = await governed();
  for (const tool of ["sync_creatives", "provide_performance_feedback", "sync_accounts", "build_creative"]) {
    const answer = await check({ anything: 1 }, { tool });
    expect(answer.verdict).toBe("approved");
    expect(decodeJwt(answer.governance_context ?? "")).toMatchObject({ tool });
  }
});

test("keeps an audit log of syncs, checks and outcomes", async () => {
  const { governance, check } = await governed();
  await check(order(display(20_001)));
  const { entries } = await governance.call("get_plan_audit_logs", { plan_id: "plan-1" });
  expect(entries.map((one) => one.action)).toEqual(["sync", "check:denied"]);
  const sent = { ...plan, plan_id: "plan-2" };
  await governance.call("sync_plans", { idempotency_key: key(), plans: [sent] });
  const ofAll = await governance.call("get_plan_audit_logs", {});
  expect(ofAll.entries.map((one) => one.action)).toEqual(["sync", "check:denied", "sync"]);
  expect((await governance.call("get_plan_audit_logs", { limit: 1 })).entries).toHaveLength(1);
});

test("a plan's version rises when the plan changes", async () => {
  const { governance } = await governed();
  const sync = (objectives: string) =>
    governance.call("sync_plans", { idempotency_key: key(), plans: [{ ...plan, objectives }] });
  expect(await sync("launch")).toMatchObject({ plans: [{ version: 1 }] });
  expect(await sync("relaunch")).toMatchObject({ plans: [{ version: 2 }] });
});

test("a test can script verdicts and take the agent away", async () => {
  let gone = false;
  const { sandbox, check } = await governed(
    {},
    {
      governance: {
        decide: ({ tool }) =>
          tool === "activate_signal" ? { verdict: "denied", explanation: "scripted" } : undefined,
        unreachable: () => gone,
      },
    },
  );
  expect(await check({}, { tool: "activate_signal" })).toMatchObject({
    verdict: "denied",
    explanation: "scripted",
  });
  expect(await check({}, { tool: "build_creative" })).toMatchObject({ verdict: "approved" });
  gone = true;
  await expect(check({}, { tool: "build_creative" })).rejects.toThrow("governance agent is down");
  expect((await fetch(sandbox.governanceUrl, { method: "POST" })).status).toBe(503);
});
