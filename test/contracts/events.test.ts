import { afterEach, describe, expect, it } from "vitest";
import type { SandboxOptions } from "../../src/sandbox/sandbox.ts";
import { sellerAt } from "../fixtures/seller-at.ts";
import { connect, key, order, start } from "../sandbox/connect.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** An order at the seller whose people decide, reported to an address where nobody listens: what is sent shows where it leaves. */
async function ordered(options: Partial<SandboxOptions> = {}) {
  const sandbox = await start(options);
  const { call } = await connect(sandbox, "/sellers/nordlicht/mcp");
  const packages = [{ product_id: "nl_ctv_family", pricing_option_id: "cpm_eur", budget: 8000 }];
  const push_notification_config = {
    url: "http://127.0.0.1:9/webhooks/1",
    authentication: { schemes: ["HTTP_MESSAGE_SIGNATURES"] },
  };
  const { task_id } = await call("create_media_buy", order({ packages, push_notification_config }));
  return { sandbox, call, task_id };
}

describe("a report of the sandbox", () => {
  it("on an order that its people have agreed to has every field of the contract, and the buy as its result", async () => {
    const { sandbox, task_id } = await ordered();
    sandbox.advance(0.5);
    const [sent] = await sandbox.report();
    expect(JSON.parse(sent?.body ?? "")).toEqual({
      task_id,
      idempotency_key: expect.stringMatching(/^evt_/),
      task_type: "create_media_buy",
      status: "completed",
      timestamp: expect.stringMatching(/^2027-01-04T20:00:00/),
      result: expect.objectContaining({
        media_buy_id: expect.any(String),
        packages: [expect.objectContaining({ package_id: expect.any(String) })],
      }),
    });
  });

  it("is signed for webhooks, with all that is covered, by a key that brand.json leads to", async () => {
    const { sandbox } = await ordered();
    sandbox.advance(0.5);
    const [sent] = await sandbox.report();
    const headers = new Headers(sent?.headers);
    const input = headers.get("signature-input") ?? "";
    expect(headers.get("signature")).not.toBeNull();
    expect(headers.get("content-digest")).toMatch(/^sha-256=/);
    for (const component of ["@method", "@target-uri", "@authority", "content-type", "content-digest"])
      expect(input).toContain(`"${component}"`);
    expect(input).toContain('tag="svc/webhook-signing/v1"');
    const keyid = /keyid="([^"]+)"/.exec(input)?.[1];
    const brand = (await (await fetch(`${sandbox.url}/.well-known/brand.json`)).json()) as {
      agents: { id: string; jwks_uri: string }[];
    };
    const own = brand.agents.find(({ id }) => id === "nordlicht");
    expect(await (await fetch(own?.jwks_uri ?? "")).json()).toMatchObject({
      keys: [expect.objectContaining({ kid: keyid })],
    });
  });

  it("comes when a flight begins, and when people decline", async () => {
    const { sandbox, call } = await ordered();
    sandbox.advance(0.5);
    await sandbox.report();
    sandbox.advance(8);
    const started = (await sandbox.report()).map(({ body }) => JSON.parse(body));
    expect(started).toContainEqual(
      expect.objectContaining({ result: expect.objectContaining({ status: "active" }) }),
    );
    expect((await call("get_media_buys", {})).media_buys).toMatchObject([{ status: "active" }]);

    const nordlicht = { ...sellerAt("nordlicht.example"), approval: { hours: 1, rejects: true } };
    const declined = await ordered({ sellers: [nordlicht] });
    declined.sandbox.advance(0.5);
    const [sent] = await declined.sandbox.report();
    expect(JSON.parse(sent?.body ?? "")).toMatchObject({ task_id: declined.task_id, status: "rejected" });
  });
});

it("the sandbox pauses a running buy when it is asked to, and says so when it is read", async () => {
  const { call } = await connect(await start(), "/sales/mcp");
  const bought = await call("create_media_buy", order({ start_time: "asap" }));
  expect(bought).toMatchObject({
    status: "active",
    media_buy_id: expect.any(String),
    revision: 1,
    valid_actions: expect.arrayContaining(["pause", "cancel", "update_budget", "update_dates"]),
  });
  const { media_buy_id } = bought;
  await call("update_media_buy", { idempotency_key: key(), media_buy_id, updates: { status: "paused" } });
  expect((await call("get_media_buys", {})).media_buys).toMatchObject([{ media_buy_id, status: "paused" }]);
});
