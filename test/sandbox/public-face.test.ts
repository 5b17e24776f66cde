import { randomUUID } from "node:crypto";
import { get } from "node:https";
import { json } from "node:stream/consumers";
import { decodeProtectedHeader } from "jose";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { publicReleases } from "../../src/protocol/tasks/names.ts";
import type { SandboxOptions } from "../../src/sandbox/sandbox.ts";
import { connect, start } from "./connect.ts";

const account = { brand: { domain: "acme.example" }, operator: "agency.example" };

function order(change: Record<string, unknown> = {}) {
  return {
    account,
    brand: { domain: "acme.example" },
    start_time: "2027-01-11T00:00:00Z",
    end_time: "2027-01-18T00:00:00Z",
    packages: [{ product_id: "hb_display_ros", pricing_option_id: "cpm_eur", budget: 5000 }],
    idempotency_key: randomUUID(),
    ...change,
  };
}

async function at(path: string, options: Partial<SandboxOptions> = {}, token?: null) {
  const sandbox = await start({ protocol: "adcp", ...options });
  const { client, raw } = await connect(sandbox, path, token === null ? null : sandbox.token);
  return { sandbox, client, raw };
}

const bought = z.object({
  media_buy_id: z.string(),
  packages: z.array(z.object({ package_id: z.string() })),
});

const brand = z.object({ agents: z.array(z.object({ url: z.url(), jwks_uri: z.url().optional() })) });

function readOver(url: string, ca: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    get(url, { ca }, (response) => void json(response).then(resolve, reject)).once("error", reject);
  });
}

/** What was said, and the error where it was a "no". */
async function refused(
  answer: Promise<{ isError?: boolean | undefined; structuredContent?: object | undefined }>,
) {
  const { isError, structuredContent = {} } = await answer;
  expect(isError).toBe(true);
  // The error object is what these tests check.
  return structuredContent as Record<string, unknown> & { adcp_error: Record<string, unknown> };
}

describe("an agent of the public sandbox", () => {
  it("lists the public standard's tools, and none that it has no more or not yet", async () => {
    const { client } = await at("/sales/mcp");
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["get_adcp_capabilities", "tasks/get", "tasks_get"]));
    expect(
      names.filter((name) => /svc|list_authorized_properties|get_task_status|list_tasks/.test(name)),
    ).toEqual([]);
    const governance = await at("/governance/mcp", { release: "3.1" });
    const governing = (await governance.client.listTools()).tools.map(({ name }) => name);
    expect(governing).toEqual(expect.arrayContaining(["check_governance", "sync_accounts", "list_accounts"]));
  });

  it("answers in prose beside the payload, with the caller's context", async () => {
    const { raw } = await at("/sales/mcp");
    const { content, structuredContent } = await raw("get_products", {
      buying_mode: "brief",
      brief: "display",
      context: { trace: "t-1" },
    });
    expect(content).toEqual([{ type: "text", text: expect.stringMatching(/^Found \d+ products$/) }]);
    expect(structuredContent).toMatchObject({ context: { trace: "t-1" } });
  });

  it.each(publicReleases)(
    "names a brand.json over https in %s, where its keys are found",
    async (release) => {
      const { sandbox, client, raw } = await at("/sellers/proving-ground/mcp", { release });
      const told = (await raw("get_adcp_capabilities", {})).structuredContent;
      const { identity } = z.object({ identity: z.object({ brand_json_url: z.url() }) }).parse(told);
      const ca = await (await fetch(new URL("/authority.pem", sandbox.url))).text();
      const file = brand.parse(await readOver(identity.brand_json_url, ca));
      const own = file.agents.find(({ url }) => url === `${sandbox.url}/sellers/proving-ground/mcp`);
      const keys: unknown = await (await fetch(own?.jwks_uri ?? "")).json();
      expect(keys).toMatchObject({ keys: [{ adcp_use: "request-signing" }] });
      await client.close();
    },
  );

  it("shows an order's context again with its buy, and no other call's", async () => {
    const { raw } = await at("/sales/mcp", { release: "3.1" });
    const ordered = { trace: "order" };
    const made = bought.parse((await raw("create_media_buy", order({ context: ordered }))).structuredContent);
    await raw("create_media_buy", order());
    const read = { media_buy_ids: [made.media_buy_id], context: { trace: "read" } };
    expect((await raw("get_media_buys", read)).structuredContent).toMatchObject({
      media_buys: [{ media_buy_id: made.media_buy_id, context: ordered }],
      context: { trace: "read" },
    });
  });

  it("says where a buy stands in the place that its release has for that", async () => {
    const older = await at("/sales/mcp", { release: "3.0" });
    const inOlder = (await older.raw("create_media_buy", order())).structuredContent;
    expect(inOlder).toMatchObject({ status: "pending_start" });
    expect(inOlder).not.toHaveProperty("adcp_version");
    const newer = await at("/sales/mcp", { release: "3.1" });
    expect((await newer.raw("create_media_buy", order())).structuredContent).toMatchObject({
      status: "completed",
      media_buy_status: "pending_start",
      adcp_version: "3.1",
    });
  });

  it.each([
    { adcp_major_version: 2 },
    { adcp_major_version: 3, adcp_version: "2.5" },
    { adcp_version: "4.0" },
    { adcp_version: "3.0-beta.1" },
  ])("does not speak %o", async (versions) => {
    const { raw } = await at("/sales/mcp", { release: "3.0" });
    const context = { trace: "t-2" };
    const said = await refused(
      raw("get_products", { buying_mode: "brief", brief: "x", context, ...versions }),
    );
    expect(said).toMatchObject({
      adcp_error: { code: "VERSION_UNSUPPORTED", details: { supported_versions: ["3.0"] } },
      context,
    });
    expect(said["errors"]).toEqual([said.adcp_error]);
  });

  it("wants a key with each change, of any shape that the standard allows", async () => {
    const { raw, sandbox } = await at("/sales/mcp");
    const { idempotency_key: _, ...keyless } = order();
    expect((await refused(raw("create_media_buy", keyless))).adcp_error).toMatchObject({
      code: "INVALID_REQUEST",
      field: "idempotency_key",
      issues: [{ pointer: "/idempotency_key", keyword: "required" }],
    });
    expect(
      (await refused(raw("create_media_buy", { ...keyless, idempotency_key: "short" }))).adcp_error,
    ).toMatchObject({
      code: "VALIDATION_ERROR",
    });
    const named = { ...keyless, idempotency_key: "campaign-7:first.try" };
    const first = await raw("create_media_buy", named);
    const second = await raw("create_media_buy", named);
    expect(second.structuredContent).toEqual({ ...first.structuredContent, replayed: true });
    expect(sandbox.calls.map(({ outcome }) => outcome).slice(-2)).toEqual(["answered", "replayed"]);
  });

  it("tells nothing of the call that a key was used for", async () => {
    const { raw } = await at("/sales/mcp");
    const first = order();
    await raw("create_media_buy", first);
    const { adcp_error } = await refused(
      raw("create_media_buy", { ...first, end_time: "2027-02-01T00:00:00Z" }),
    );
    expect(adcp_error).toEqual({ code: "IDEMPOTENCY_CONFLICT", message: expect.any(String) });
  });

  it("refuses an order in 3.1 that does not name its signals as 3.1 does", async () => {
    const { raw } = await at("/sales/mcp", { release: "3.1" });
    const with_ = (signal: object) => {
      const groups = [{ operator: "any", signals: [{ signal_agent_segment_id: "sb_1", ...signal }] }];
      const targeting_overlay = { signal_targeting_groups: { operator: "all", groups } };
      const [one] = order().packages;
      return raw("create_media_buy", order({ packages: [{ ...one, targeting_overlay }] }));
    };
    const signals = "packages[0].targeting_overlay.signal_targeting_groups.groups[0].signals[0]";
    expect((await refused(with_({}))).adcp_error).toMatchObject({
      code: "VALIDATION_ERROR",
      field: `${signals}.value_type`,
    });
    const named = { value_type: "binary", value: true };
    expect((await refused(with_(named))).adcp_error).toMatchObject({ field: `${signals}.signal_ref` });
    const signal_ref = { scope: "data_provider", data_provider_domain: "data.example", signal_id: "s" };
    expect((await with_({ ...named, signal_ref })).isError).toBeFalsy();
  });

  it("names the field that is wrong as the caller spelled it", async () => {
    const { raw } = await at("/sales/mcp");
    const { account: _, ...nobodys } = order();
    expect((await refused(raw("create_media_buy", nobodys))).adcp_error).toMatchObject({
      code: "VALIDATION_ERROR",
      field: "account",
    });
    const { structuredContent } = await raw("create_media_buy", order());
    const update = {
      account,
      media_buy_id: structuredContent?.["media_buy_id"],
      packages: [{ package_id: "nobody's", budget: 1 }],
      idempotency_key: randomUUID(),
    };
    expect((await refused(raw("update_media_buy", update))).adcp_error).toMatchObject({
      code: "PACKAGE_NOT_FOUND",
      field: "packages[0].package_id",
    });
  });

  it.each(publicReleases)(
    "in %s turns a caller away who has no credential for a protected task",
    async (release) => {
      const sandbox = await start({ protocol: "adcp", release });
      const called = (name: string) =>
        fetch(`${sandbox.url}/sales/mcp`, {
          method: "POST",
          headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
          body: JSON.stringify({
            jsonrpc: "2.0",
            id: 1,
            method: "tools/call",
            params: { name, arguments: {} },
          }),
        });
      const away = await called("list_creatives");
      expect([away.status, away.headers.get("WWW-Authenticate")]).toEqual([
        401,
        'Bearer realm="harbour.example"',
      ]);
      expect((await called("get_products")).status).toBe(200);
    },
  );

  it.each(publicReleases)(
    "in %s answers an order that people decide on as submitted, and reports how it stands",
    async (release) => {
      const { raw, sandbox } = await at("/sellers/nordlicht/mcp", { release });
      const packages = [{ product_id: "nl_ctv_family", pricing_option_id: "cpm_eur", budget: 20_000 }];
      const submitted = (await raw("create_media_buy", order({ packages }))).structuredContent;
      expect(submitted).toMatchObject({ status: "submitted" });
      expect(submitted).not.toHaveProperty("media_buy_id");
      sandbox.advance(1);
      for (const tool of ["tasks/get", "tasks_get"])
        expect((await raw(tool, { task_id: submitted?.["task_id"] })).structuredContent).toMatchObject({
          status: "completed",
          protocol: "media-buy",
          task_type: "create_media_buy",
          result: { media_buy_id: expect.any(String) },
        });
    },
  );
});

describe("the public sandbox", () => {
  it("signs approvals with the public type, and checks calls as they are spelled there", async () => {
    const { raw, sandbox } = await at("/governance/mcp");
    const plan = {
      plan_id: "plan-1",
      brand: { domain: "acme.example" },
      objectives: "awareness",
      budget: { total: 6000, currency: "EUR", reallocation_unlimited: true },
      flight: { start: "2027-01-04T00:00:00Z", end: "2027-03-01T00:00:00Z" },
      countries: ["DE"],
    };
    await raw("sync_plans", { plans: [plan], idempotency_key: randomUUID() });
    const check = (payload: object) =>
      raw("check_governance", {
        plan_id: "plan-1",
        caller: "https://desk.example",
        tool: "create_media_buy",
        payload,
      });
    const payload = order();
    const approved = (await check(payload)).structuredContent;
    expect(approved).toMatchObject({ status: "approved" });
    const token = String(approved?.["governance_context"]);
    expect(decodeProtectedHeader(token)).toMatchObject({ typ: "adcp-gov+jws" });
    const { raw: seller } = await connect(sandbox, "/sales/mcp");
    const bought = await seller("create_media_buy", { ...payload, governance_context: token });
    expect(bought.isError, JSON.stringify(bought.structuredContent)).toBeFalsy();
    const other = await refused(seller("create_media_buy", { ...order(), governance_context: token }));
    expect(other.adcp_error).toMatchObject({ code: "PERMISSION_DENIED" });
  });

  it.each(publicReleases)("buys in %s only what an account's governance agent agrees to", async (release) => {
    const { raw, sandbox } = await at("/sales/mcp", { release });
    const governance = await connect(sandbox, "/governance/mcp", sandbox.token);
    const authentication = { schemes: ["Bearer"], credentials: "x".repeat(32) };
    const registered = await raw("sync_governance", {
      accounts: [{ account, governance_agents: [{ url: sandbox.governanceUrl, authentication }] }],
      idempotency_key: randomUUID(),
    });
    expect(registered.structuredContent).toMatchObject({ accounts: [{ status: "synced" }] });
    const denial = async (said: ReturnType<typeof raw>, reason: RegExp) => {
      const { adcp_error, errors } = await refused(said);
      expect(adcp_error).toMatchObject({ code: "GOVERNANCE_DENIED", message: expect.stringMatching(reason) });
      expect(errors).toEqual([adcp_error]);
    };
    await denial(raw("create_media_buy", order()), /no plan of acme\.example/);
    await governance.raw("sync_plans", {
      plans: [
        {
          plan_id: "p-1",
          brand: { domain: "acme.example" },
          objectives: "winter",
          budget: { total: 6000, currency: "EUR", reallocation_threshold: 6000 },
          flight: { start: "2027-01-01T00:00:00Z", end: "2027-03-01T00:00:00Z" },
        },
      ],
      idempotency_key: randomUUID(),
    });
    const packages = [{ product_id: "hb_display_ros", pricing_option_id: "cpm_eur", budget: 9000 }];
    await denial(raw("create_media_buy", order({ packages })), /more than the plan's/);
    const { media_buy_id, packages: booked } = bought.parse(
      (await raw("create_media_buy", order())).structuredContent,
    );
    const more = (budget: number) =>
      raw("update_media_buy", {
        account,
        media_buy_id,
        packages: booked.map(({ package_id }) => ({ package_id, budget })),
        idempotency_key: randomUUID(),
      });
    sandbox.advance(8);
    await denial(more(12_000), /more than the plan's/);
    expect((await more(5500)).structuredContent).toMatchObject({ media_buy_id });
    expect(
      (await refused(raw("create_media_buy", order({ governance_context: "forged" })))).adcp_error,
    ).toMatchObject({ code: "PERMISSION_DENIED", field: "governance_context" });
    expect((await raw("get_media_buys", {})).structuredContent).toMatchObject({
      media_buys: [{ media_buy_id }],
    });
  });

  it("reports under the public tag, with what the caller wants to be shown again", async () => {
    const { raw, sandbox } = await at("/sellers/nordlicht/mcp");
    const packages = [{ product_id: "nl_ctv_family", pricing_option_id: "cpm_eur", budget: 20_000 }];
    const push_notification_config = {
      // Nobody listens there: what is sent is checked where it leaves.
      url: "http://127.0.0.1:9/webhooks/1",
      operation_id: "operation-1",
      token: "a token of sixteen",
    };
    const { structuredContent } = await raw(
      "create_media_buy",
      order({ packages, push_notification_config }),
    );
    sandbox.advance(1);
    const [sent] = await sandbox.report();
    expect(sent?.headers["Signature-Input"] ?? sent?.headers["signature-input"]).toContain(
      'tag="adcp/webhook-signing/v1"',
    );
    expect(JSON.parse(sent?.body ?? "")).toMatchObject({
      task_id: structuredContent?.["task_id"],
      task_type: "create_media_buy",
      protocol: "media-buy",
      status: "completed",
      operation_id: "operation-1",
      token: "a token of sixteen",
      result: { media_buy_id: expect.any(String) },
    });
    const keys = await (await fetch(`${sandbox.url}/keys/nordlicht/jwks.json`)).json();
    expect(keys).toMatchObject({ keys: [{ adcp_use: "request-signing" }] });
  });

  it("lists its agents as the public registry does, but for the one that is for test suites", async () => {
    const sandbox = await start({ protocol: "adcp" });
    const response = await fetch(`${sandbox.url}/api/registry/agents`);
    const { agents } = (await response.json()) as { agents: readonly Record<string, unknown>[] };
    expect(agents).toContainEqual(
      expect.objectContaining({ url: `${sandbox.url}/sales/mcp`, type: "sales", protocol: "mcp" }),
    );
    expect(agents.filter(({ url }) => String(url).includes("proving-ground"))).toEqual([]);
  });
});
