import { describe, expect, it } from "vitest";
import { simulatedClock } from "../../src/lib/clock.ts";
import { Secret } from "../../src/lib/secret.ts";
import { freeze } from "../../src/protocol/client/call-permit.ts";
import { createClient } from "../../src/protocol/client/client.ts";
import { issuePermit } from "../../src/protocol/client/issue-permit.ts";
import { bearerFor } from "../../src/protocol/messages/credentials.ts";
import { mcpTransport } from "../../src/protocol/transports/mcp.ts";
import type { FaultRule, Sandbox } from "../../src/sandbox/sandbox.ts";
import { start } from "../sandbox/connect.ts";

/** A client at the sandbox's first seller, whose waits take no time. */
async function open(...rules: FaultRule[]) {
  const sandbox = await start();
  sandbox.faults.set("sales", { rules });
  const clock = simulatedClock(0);
  const client = createClient({
    transport: (url) =>
      mcpTransport(url, bearerFor(new Secret(sandbox.token), [sandbox.url]), {
        addresses: { allowLoopback: true },
      }),
    clock,
    now: sandbox.clock.now,
    random: () => 0,
  });
  const ask = (signal?: AbortSignal) =>
    client.read(`${sandbox.url}/sales/mcp`, "get_products", {}, { tries: 1, signal });
  return { sandbox, client, clock, ask };
}

it.each<[string, RegExp, ...FaultRule[]]>([
  ["CONNECTION_LOST", /stream ended before the answer|broke/, { do: "cut" }],
  ["CONNECTION_LOST", /stream ended before the answer/, { do: "malformed" }],
  ["CONNECTION_LOST", /broke/, { do: "drop", when: "before" }],
  ["CONNECTION_LOST", /broke/, { do: "json-body" }, { do: "malformed" }],
  ["ANSWER_TOO_LARGE", /larger than 16 MB/, { do: "oversized", bytes: 20_000_000 }],
  ["ANSWER_TOO_LARGE", /larger than 16 MB/, { do: "json-body" }, { do: "oversized", bytes: 20_000_000 }],
  ["SERVICE_UNAVAILABLE", /HTTP 502/, { do: "http", status: 502 }],
  ["RATE_LIMITED", /HTTP 429/, { do: "http", status: 429 }],
  ["INVALID_RESPONSE", /not a JSON answer: We are sorry/, { do: "prose" }],
])(
  "tells a broken answer as %s at once, without waiting for its time limit",
  async (code, words, ...rules) => {
    const { client, ask } = await open(...rules);
    const answer = await ask();
    expect(answer).toMatchObject({ type: "failed", error: { code, message: expect.stringMatching(words) } });
    await client.close();
  },
);

it.each<[string, ...FaultRule[]]>([
  ["JSON text alone", { do: "text-only" }],
  ["structured content alone", { do: "structured-only" }],
  ["a JSON body", { do: "json-body" }],
  ["two copies", { do: "duplicate" }],
  ["twelve megabytes", { do: "oversized", bytes: 12_000_000 }],
])("reads an answer of %s", async (_name, ...rules) => {
  const { client, ask } = await open(...rules);
  expect(await ask()).toMatchObject({ type: "answered", payload: { products: expect.any(Array) } });
  await client.close();
});

it("keeps answers and calls together when they come out of order", async () => {
  const { sandbox, client } = await open({ do: "out-of-order", call: 1, ms: 5_000 });
  const url = `${sandbox.url}/sales/mcp`;
  const [first, second] = await Promise.all([
    client.read(url, "get_products", { filters: { channels: ["ctv"] } }),
    client.read(url, "get_media_buys", {}),
  ]);
  expect(first).toMatchObject({ type: "answered", payload: { products: expect.any(Array) } });
  expect(second).toMatchObject({ type: "answered", payload: { media_buys: [] } });
  await client.close();
});

describe("a change", () => {
  const call = (sandbox: Sandbox) =>
    freeze("provide_performance_feedback", `${sandbox.url}/sales/mcp`, {
      idempotency_key: "8f3c1a52-7b0e-4f0b-9d53-0d4f4a9c6e11",
      media_buy_id: "mb_sales_1",
      measurement_period: { start: "2027-01-01", end: "2027-01-02" },
      performance_index: 1,
    });
  it("is open where reading its answer breaks, as the agent has got it", async () => {
    const sandbox = await start();
    const client = createClient({
      transport: (url) => {
        const wire = mcpTransport(url, bearerFor(new Secret(sandbox.token), [sandbox.url]), {
          addresses: { allowLoopback: true },
        });
        const call: typeof wire.call = async (...args) => {
          await wire.call(...args);
          throw new RangeError("out of memory");
        };
        return { ...wire, call };
      },
      clock: simulatedClock(0),
      now: sandbox.clock.now,
      random: () => 0,
    });
    const frozen = call(sandbox);
    const approval = issuePermit(frozen, { expiresAt: sandbox.clock.now() + 1 });
    expect(await client.mutate(frozen, approval, { stopped: async () => undefined })).toMatchObject({
      type: "failed",
      error: { code: "INVALID_RESPONSE", effect: "unknown" },
    });
    expect(sandbox.calls).toHaveLength(1);
    await client.close();
  });

  it.each([
    ["that reached the agent is open", true, "unknown"],
    ["that did not get away was not made", false, "none"],
  ])("%s when its time is over, whatever holds it up", async (_name, arrives, effect) => {
    const sandbox = await start();
    const client = createClient({
      transport: () => ({
        call: async (_task, _request, { beforeSend }) => {
          if (arrives) await beforeSend?.();
          return new Promise(() => undefined);
        },
        tools: () => Promise.resolve([]),
        close: () => Promise.resolve(),
      }),
      clock: simulatedClock(0),
      now: sandbox.clock.now,
    });
    const frozen = call(sandbox);
    const approval = issuePermit(frozen, { expiresAt: sandbox.clock.now() + 1 });
    const until = sandbox.clock.now() + 20;
    expect(await client.mutate(frozen, approval, { stopped: async () => undefined, until })).toMatchObject({
      type: "failed",
      error: { code: "TIMEOUT", effect },
    });
  });

  it("does not go out once its time is over, however late it gets away", async () => {
    const { sandbox, client } = await open();
    const frozen = call(sandbox);
    const approval = issuePermit(frozen, { expiresAt: sandbox.clock.now() + 1 });
    const until = sandbox.clock.now();
    expect(await client.mutate(frozen, approval, { stopped: async () => undefined, until })).toMatchObject({
      type: "failed",
      error: { code: "TIMEOUT", effect: "none" },
    });
    expect(sandbox.calls).toHaveLength(0);
    await client.close();
  });

  const rateLimited: FaultRule = { do: "fail", code: "RATE_LIMITED" };

  it.each([0, 1, 2])("that is stopped after %i attempts is not sent again, and is open", async (attempts) => {
    const { sandbox, client } = await open(rateLimited);
    const frozen = call(sandbox);
    const approval = issuePermit(frozen, { expiresAt: sandbox.clock.now() + 1 });
    const stopped = async () => (sandbox.calls.length < attempts ? undefined : "the desk is stopped");
    expect(await client.mutate(frozen, approval, { stopped })).toMatchObject({
      type: "failed",
      error: { code: "STOPPED", effect: "unknown", message: expect.stringMatching(/the desk is stopped/) },
    });
    expect(sandbox.calls).toHaveLength(attempts);
    await client.close();
  });
});

it("stops calling an agent that keeps failing, and comes back to it after a while", async () => {
  const { sandbox, client, clock, ask } = await open({ do: "fail", code: "INTERNAL_ERROR" });
  for (let i = 0; i < 8; i++) await ask();
  expect(sandbox.calls).toHaveLength(6);
  expect(await ask()).toMatchObject({ type: "failed", error: { code: "CIRCUIT_OPEN", effect: "none" } });
  sandbox.faults.delete("sales");
  clock.advance(30_000);
  expect(await ask()).toMatchObject({ type: "answered" });
  await client.close();
});
