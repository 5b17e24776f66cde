import { readdirSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { afterEach, expect, it, vi } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import { createClient } from "../../src/protocol/client/client.ts";
import { mcpTransport } from "../../src/protocol/transports/mcp.ts";
import { times } from "../depth.ts";
import { turnsOfOthers } from "../turns-of-others.ts";
import {
  type Answering,
  answerEvent,
  flood,
  type HostileAgent,
  progressEvent,
  startHostileAgent,
  stream,
} from "./hostile-agent.ts";

/** Calls to the seller that leaves every stream open; 10,000 for the whole count. */
const calls = Number(process.env["FLIGHTDESK_HOSTILE_CALLS"] ?? times(500, 2_000));
const mb = 2 ** 20;

let agent: HostileAgent;
let close: () => Promise<void>;

afterEach(async () => {
  await close();
  await agent.close();
});

async function open(answer: Answering, clock = systemClock) {
  agent = await startHostileAgent(answer);
  const client = createClient({
    transport: (url) => mcpTransport(url, () => undefined, { addresses: { allowLoopback: true } }),
    clock,
    now: Date.now,
    random: () => 0,
  });
  close = client.close;
  return (options: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
    client.read(agent.url, "get_products", {}, { tries: 1, ...options });
}

it.each([400, 404, 422, 500, 503])(
  "reads 64 KiB of an endless refusal with HTTP %i, and cuts it off",
  async (status) => {
    let sent = () => 0;
    const ask = await open((response) => {
      ({ sent } = flood(response.writeHead(status), Buffer.alloc(mb, "x"), 500 * mb));
    });
    await ask();
    const before = process.memoryUsage();
    expect(await ask()).toMatchObject({ type: "failed" });
    const after = process.memoryUsage();
    expect(after.external + after.arrayBuffers - before.external - before.arrayBuffers).toBeLessThan(5 * mb);
    // Both ends of the connection hold some of it.
    expect(sent()).toBeLessThan(40 * mb);
    await vi.waitFor(() => expect(agent.open()).toBe(0));
  },
);

it("unpacks no more of a packed refusal or answer than it reads of any", async () => {
  const bomb = gzipSync(Buffer.alloc(200 * mb, " "), { level: 9 });
  for (const status of [500, 200]) {
    const ask = await open((response) => {
      response
        .writeHead(status, { "Content-Type": "application/json", "Content-Encoding": "gzip" })
        .end(bomb);
    });
    const before = process.memoryUsage();
    const answer = await ask();
    const after = process.memoryUsage();
    expect(answer).toMatchObject({ type: "failed" });
    // What the collector has not taken yet is counted too: the whole of it would be twice as much.
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(100 * mb);
    if (status === 500) {
      await close();
      await agent.close();
    }
  }
});

it.each<[string, string, (bytes: number) => Buffer]>([
  ["one line without end", "text/event-stream", (bytes) => Buffer.from(`data: ${"x".repeat(bytes)}`)],
  ["comments without end", "text/event-stream", (bytes) => Buffer.from(": keep alive\n".repeat(bytes / 13))],
  ["empty lines without end", "text/event-stream", (bytes) => Buffer.from("\n".repeat(bytes))],
  ["JSON without end", "application/json", (bytes) => Buffer.from("[{},".repeat(bytes / 4))],
])("gives an answer up that is %s, while others go on", async (_name, type, chunk) => {
  const ask = await open((response) => {
    flood(response.writeHead(200, { "Content-Type": type }), chunk(mb), 500 * mb);
  });
  const { result, turns } = await turnsOfOthers(() => ask());
  expect(result).toMatchObject({ type: "failed", error: { code: "ANSWER_TOO_LARGE" } });
  expect(turns).toBeGreaterThan(5);
  await vi.waitFor(() => expect(agent.open()).toBe(0));
});

it("gives a stream up that tells how far it is without end", async () => {
  const ask = await open((response, { id }) => {
    flood(stream(response), Buffer.from(progressEvent(id, 1).repeat(100)), 500 * mb);
  });
  expect(await ask()).toMatchObject({
    type: "failed",
    error: { message: expect.stringContaining("more than 1000 messages beside the answer") },
  });
});

it("reads an answer of 16 MB while others go on", async () => {
  const text = "Pre-roll on news and weather sites of the region, every day of the week. ".repeat(9);
  const products = Array.from({ length: 20_000 }, (_, i) => ({
    product_id: `p${i}`,
    name: `${i}`,
    description: text,
  }));
  const body = answerEvent(1, { products });
  expect(body.length).toBeGreaterThan(13_000_000);
  const ask = await open(
    (response, { id }) => void stream(response).end(body.replace('"id":1', `"id":${JSON.stringify(id)}`)),
  );
  const { result, turns } = await turnsOfOthers(() => ask());
  expect(result).toMatchObject({ type: "answered", payload: { products: { length: 20_000 } } });
  expect(turns).toBeGreaterThan(20);
});

it("leaves no connection behind at an agent that leaves every stream open", {
  timeout: 600_000,
}, async () => {
  const ask = await open((response, { id }) => {
    stream(response).write(answerEvent(id, { products: [] }));
  });
  const inTurn = async (count: number) => {
    for (let n = 0; n < count; n += 8) {
      const answers = await Promise.all(Array.from({ length: Math.min(8, count - n) }, () => ask()));
      expect(answers.every(({ type }) => type === "answered")).toBe(true);
    }
  };
  await inTurn(calls / 2);
  globalThis.gc?.();
  const [descriptors, memory] = [openDescriptors(), process.memoryUsage()];
  await inTurn(calls / 2);
  globalThis.gc?.();
  const grown = process.memoryUsage().heapUsed - memory.heapUsed;
  if (calls > 1_000)
    process.stdout.write(
      `${calls} calls: ${agent.most()} connections at most, heap ${(grown / mb).toFixed(1)} MB more\n`,
    );
  expect(agent.most()).toBeLessThan(40);
  expect(openDescriptors() - descriptors).toBeLessThan(40);
  await vi.waitFor(() => expect(agent.open()).toBe(0));
});

it("keeps the connection where streams end behind their answers", async () => {
  const ask = await open((response, { id }) => {
    stream(response).write(answerEvent(id, { products: [] }));
    setImmediate(() => response.end());
  });
  for (let n = 0; n < 30; n++) await ask();
  expect(agent.most()).toBeLessThanOrEqual(3);
});

it.each<[string, Answering]>([
  ["answers nothing at all", () => undefined],
  ["answers with headers alone", (response) => stream(response).flushHeaders()],
  ["sends a refusal byte by byte", (response) => drip(response.writeHead(500))],
  [
    "sends its JSON byte by byte",
    (response) => drip(response.writeHead(200, { "Content-Type": "application/json" })),
  ],
])("ends the request with its call at an agent that %s", async (_name, answer) => {
  const ask = await open(answer);
  expect(await ask({ timeoutMs: 150 })).toMatchObject({
    type: "failed",
    error: { code: "TIMEOUT", effect: "unknown" },
  });
  await vi.waitFor(() => expect(agent.open()).toBe(0));
  expect(agent.heard.filter((method) => method === "notifications/cancelled")).toHaveLength(1);
  const given = new AbortController();
  const asked = ask({ signal: given.signal });
  await vi.waitFor(() => expect(agent.heard.filter((method) => method === "tools/call")).toHaveLength(2));
  given.abort();
  expect(await asked).toMatchObject({ type: "failed", error: { code: "CANCELED" } });
  await vi.waitFor(() => expect(agent.open()).toBe(0));
});

it("lets progress extend a call's time once, however much of it there is", async () => {
  const ask = await open((response, { id }) => {
    stream(response);
    const timer = setInterval(() => response.write(progressEvent(id, 1)), 20);
    // Whoever lets each message extend it is still there then.
    const answer = setTimeout(() => response.end(answerEvent(id, { products: [] })), 900);
    response.on("close", () => {
      clearInterval(timer);
      clearTimeout(answer);
    });
  });
  expect(await ask({ timeoutMs: 200 })).toMatchObject({ type: "failed", error: { code: "TIMEOUT" } });
});

it("waits on for an agent that tells how far it is", async () => {
  const ask = await open((response, { id }) => {
    stream(response);
    setTimeout(() => response.write(progressEvent(id, 1)), 400);
    setTimeout(() => response.end(answerEvent(id, { products: [] })), 800);
  });
  expect(await ask({ timeoutMs: 600 })).toMatchObject({ type: "answered" });
});

function drip(response: Parameters<Answering>[0]): void {
  const timer = setInterval(() => response.write(" "), 10);
  response.on("close", () => clearInterval(timer));
}

function openDescriptors(): number {
  return process.platform === "linux" ? readdirSync("/proc/self/fd").length : 0;
}
