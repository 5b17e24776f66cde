import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { simulatedClock } from "../../src/lib/clock.ts";
import { freeze } from "../../src/protocol/client/call-permit.ts";
import { createClient } from "../../src/protocol/client/client.ts";
import { issuePermit } from "../../src/protocol/client/issue-permit.ts";
import { adcp } from "../../src/protocol/dialects/adcp/adcp.ts";
import { openDialectBook, pinsInMemory } from "../../src/protocol/dialects/book.ts";
import type { CallResult, Transport } from "../../src/protocol/messages/transport.ts";
import { mcpTransport } from "../../src/protocol/transports/mcp.ts";

const agentUrl = "https://seller.example/mcp";
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A client at an agent of the public standard that gives these answers in turn, and the last one from then on. */
function at(...answers: CallResult[]) {
  const requests: Record<string, unknown>[] = [];
  const transport: Transport = {
    call: (_task, request) => {
      requests.push({ ...request });
      return Promise.resolve(answers[Math.min(requests.length, answers.length) - 1] ?? {});
    },
    tools: () => Promise.resolve([]),
    close: () => Promise.resolve(),
  };
  const clock = simulatedClock(0);
  const dialects = openDialectBook("adcp-3.1", pinsInMemory());
  const client = createClient({ transport: () => transport, clock, now: () => 0, random: () => 0, dialects });
  const buy = () => {
    const call = freeze("create_media_buy", agentUrl, {
      idempotency_key: randomUUID(),
      packages: [{ product_id: "olv_ros", pricing_option_id: "olv_cpm", budget: 5000 }],
    });
    return client.mutate(call, issuePermit(call, { expiresAt: 1 }), { stopped: async () => undefined });
  };
  return { client, requests, clock, buy, search: () => client.read(agentUrl, "get_products", {}) };
}

const failing = (error: Record<string, unknown>): CallResult => ({
  isError: true,
  structuredContent: { adcp_error: { message: "no", ...error } },
});

describe("an answer of the public standard", () => {
  it("that says failed is no buy, although nothing marks it as an error", async () => {
    const errors = [{ code: "BUDGET_TOO_LOW", message: "at least 10000", field: "/packages/0/budget" }];
    const { buy } = at({ structuredContent: { status: "failed", context_id: "c", task_id: "t", errors } });
    expect(await buy()).toMatchObject({
      type: "failed",
      error: { code: "BUDGET_TOO_LOW", effect: "none", field: "packages[0].budget" },
    });
  });

  it("that says failed without a word goes to a person", async () => {
    const { buy } = at({ structuredContent: { status: "failed", media_buy_id: "mb_1" } });
    expect(await buy()).toMatchObject({ type: "failed", error: { code: "REJECTED", recovery: "terminal" } });
  });

  it("with warnings beside it is an answer that keeps them", async () => {
    const errors = [{ code: "STALE_RESPONSE", message: "from yesterday" }];
    const { search } = at({ structuredContent: { status: "completed", products: [], errors } });
    expect(await search()).toMatchObject({ type: "answered", payload: { errors } });
  });

  it("with a code that nobody knows is asked for three times by a read, and once by a change", async () => {
    const reading = at(failing({ code: "X_ACME_TIRED" }));
    expect(await reading.search()).toMatchObject({ type: "failed", error: { code: "X_ACME_TIRED" } });
    expect(reading.requests).toHaveLength(3);
    const buying = at(failing({ code: "X_ACME_TIRED" }));
    expect(await buying.buy()).toMatchObject({ error: { recovery: "terminal", effect: "unknown" } });
    expect(buying.requests).toHaveLength(1);
  });

  it("with a recovery that nobody knows is not asked for again", async () => {
    const { search, requests } = at(failing({ code: "X_ACME_TIRED", recovery: "whenever" }));
    expect(await search()).toMatchObject({ error: { recovery: "terminal" } });
    expect(requests).toHaveLength(1);
  });

  it("in flight is sent again with the same key, not before the agent wants it", async () => {
    const { buy, requests, clock } = at(failing({ code: "IDEMPOTENCY_IN_FLIGHT", retry_after: 20 }), {
      structuredContent: { status: "completed", media_buy_status: "active", media_buy_id: "mb_1" },
    });
    expect(await buy()).toMatchObject({ type: "answered" });
    expect(requests).toHaveLength(2);
    expect(requests[1]).toEqual(requests[0]);
    expect(clock.now()).toBeGreaterThanOrEqual(20_000);
  });

  it.each(["IDEMPOTENCY_CONFLICT", "AUTH_REQUIRED", "AUTH_INVALID"])(
    "with %s is not sent again",
    async (code) => {
      const { buy, requests } = at(failing({ code }));
      expect(await buy()).toMatchObject({ type: "failed", error: { code, effect: "none" } });
      expect(requests).toHaveLength(1);
    },
  );

  it("that refuses our release is reported in plain words, and no other release is tried", async () => {
    const { search, requests } = at(
      failing({ code: "VERSION_UNSUPPORTED", details: { supported_versions: ["3.0"] } }),
    );
    expect(await search()).toMatchObject({
      error: {
        recovery: "terminal",
        message: expect.stringMatching(/^the agent refuses release 3\.1, .*it speaks 3\.0.*dialects\.json/),
      },
    });
    expect(requests).toHaveLength(1);
  });
});

it.each([
  ["packages[0].budget", "packages[0].budget"],
  ["packages[12].nobody_knows", "packages[12].nobody_knows"],
  ["__proto__.x", "__proto__.x"],
  ["a path in prose", "a path in prose"],
])("finds %s of a buy inside as %s", (wire, inside) => {
  expect(adcp("3.1", []).fieldInside("create_media_buy", wire)).toBe(inside);
});

describe("a refusal below the task", () => {
  it.each([
    [
      -32_029,
      { adcp_error: { code: "RATE_LIMITED", message: "slow", retry_after: 9 } },
      "RATE_LIMITED",
      9000,
    ],
    [-32_029, undefined, "RATE_LIMITED", undefined],
    [-32_028, undefined, "AUTH_MISSING", undefined],
    [-32_027, undefined, "SERVICE_UNAVAILABLE", undefined],
  ])("with code %i and data %j is %s", async (code, data, expected, retryAfterMs) => {
    const url = await answering((id) => ({
      body: { jsonrpc: "2.0", id, error: { code, message: "no", data } },
    }));
    await expect(called(url)).rejects.toMatchObject({ code: expected, retryAfterMs });
  });

  it.each([
    [429, "RATE_LIMITED", "none"],
    [503, "SERVICE_UNAVAILABLE", "unknown"],
  ])("of HTTP %i with Retry-After is %s until then", async (status, code, effect) => {
    const url = await answering(() => ({ status, headers: { "Retry-After": "7" }, body: {} }));
    await expect(called(url)).rejects.toMatchObject({ code, effect, retryAfterMs: 7000 });
  });
});

async function called(url: string): Promise<CallResult> {
  const transport = mcpTransport(url, () => undefined, { addresses: { allowLoopback: true } });
  try {
    return await transport.call("get_products", {}, { timeoutMs: 5000 });
  } finally {
    await transport.close();
  }
}

/** An agent on loopback that lets itself be connected to, and answers every call of a task as set up. */
async function answering(
  answer: (id: unknown) => {
    readonly status?: number;
    readonly headers?: Record<string, string>;
    readonly body: unknown;
  },
): Promise<string> {
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => {
      text += chunk.toString("utf8");
    });
    request.on("end", () => {
      const { id, method } = JSON.parse(text || "{}") as { id?: unknown; method?: string };
      const result = {
        protocolVersion: "2025-06-18",
        capabilities: {},
        serverInfo: { name: "s", version: "1" },
      };
      const {
        status = 200,
        headers = {},
        body,
      } = method === "tools/call" ? answer(id) : { body: { jsonrpc: "2.0", id, result } };
      response.writeHead(id === undefined ? 202 : status, { "Content-Type": "application/json", ...headers });
      response.end(JSON.stringify(body));
    });
  });
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return `http://127.0.0.1:${address.port}/mcp`;
}
