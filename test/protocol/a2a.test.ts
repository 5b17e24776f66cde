import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import { Secret } from "../../src/lib/secret.ts";
import { createClient } from "../../src/protocol/client/client.ts";
import { bearerToken } from "../../src/protocol/messages/credentials.ts";
import type { Wire } from "../../src/protocol/messages/transport.ts";
import { a2aProfile } from "../../src/protocol/tasks/names.ts";
import { readA2a } from "../../src/protocol/transports/a2a-answer.ts";
import { transportsTo } from "../../src/protocol/transports/choose.ts";

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

const mb = 2 ** 20;
const cardAt = "/.well-known/agent-card.json";
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** An agent on bare HTTP with an answer for each path; what it is asked for is counted. */
async function serve(paths: Readonly<Record<string, Handler>>) {
  const heard: string[] = [];
  const server: Server = createServer((request, response) => {
    response.on("error", () => undefined);
    let body = "";
    request.on("data", (chunk) => {
      body += String(chunk);
    });
    request.on("end", () => {
      const path = request.url ?? "/";
      heard.push(`${request.method} ${path}`);
      const handler = paths[path];
      if (handler === undefined) response.writeHead(404).end();
      else handler(request, response, body);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => {
      server.close(resolve);
    });
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, heard };
}

function json(value: unknown): Handler {
  return (_, response) =>
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(value));
}

/** Answers each request of JSON-RPC with what `result` makes of it. */
function rpc(
  result: (method: string, params: unknown, headers: IncomingMessage["headers"]) => unknown,
): Handler {
  return (request, response, body) => {
    const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: unknown };
    json({ jsonrpc: "2.0", id, result: result(method, params, request.headers) })(request, response, body);
  };
}

const profile = { extensions: [{ uri: a2aProfile, required: true }] };
function card(url: string, change: object = {}) {
  const supportedInterfaces = [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }];
  return {
    name: "x",
    supportedInterfaces,
    capabilities: profile,
    skills: [{ id: "get_products" }],
    ...change,
  };
}
const products = { products: [] };
function done(data: unknown, state = "TASK_STATE_COMPLETED") {
  return { task: { id: "t", status: { state }, artifacts: [{ artifactId: "a", parts: [{ data }] }] } };
}

function desk({ known, token }: { known?: Wire; token?: string } = {}) {
  const transports = transportsTo(
    () => (token === undefined ? undefined : bearerToken(new Secret(token))),
    { addresses: { allowLoopback: true } },
    { pinned: () => known, signer: undefined },
  );
  const client = createClient({
    transport: transports.open,
    clock: systemClock,
    now: Date.now,
    random: () => 0,
  });
  closing.push(client.close);
  return (url: string, timeoutMs = 5_000) => client.read(url, "get_products", {}, { tries: 1, timeoutMs });
}

const grpcAt = (url: string) => ({ url, protocolBinding: "GRPC", protocolVersion: "1.0" });

/** An agent that is spoken to over A2A alone, behind the card that `of` makes of its address. */
async function agentOf(answer: Handler, of: (url: string) => unknown = (url) => card(`${url}/a2a`)) {
  const own = { url: "" };
  const agent = await serve({
    [cardAt]: (...request) => json(of(own.url))(...request),
    "/a2a": answer,
  });
  own.url = agent.url;
  return agent;
}

describe("the spelling of a call", () => {
  it("is the profile's where the card lists it, with the credential in the header alone", async () => {
    let seen: unknown;
    const agent = await agentOf(
      rpc((method, params, headers) => {
        seen = {
          method,
          params,
          version: headers["a2a-version"],
          profile: headers["a2a-extensions"],
          token: headers.authorization,
        };
        return done(products);
      }),
    );
    expect(await desk({ known: "a2a", token: "s3cret" })(`${agent.url}/a2a`)).toMatchObject({
      type: "answered",
    });
    const data = { skill: "get_products", input: {} };
    expect(seen).toEqual({
      method: "SendMessage",
      params: { message: { messageId: expect.any(String), role: "ROLE_USER", parts: [{ data }] } },
      version: "1.0",
      profile: a2aProfile,
      token: "Bearer s3cret",
    });
  });

  it("is the older one where the card is of A2A 0.3", async () => {
    let seen: unknown;
    const agent = await agentOf(
      rpc((method, params) => {
        seen = { method, params };
        const artifacts = [{ parts: [{ kind: "data", data: products }] }];
        return { kind: "task", id: "t", status: { state: "completed" }, artifacts };
      }),
      (url) => ({ url: `${url}/a2a`, protocolVersion: "0.3.0", capabilities: {}, skills: [] }),
    );
    expect(await desk({ known: "a2a" })(`${agent.url}/a2a`)).toMatchObject({ type: "answered" });
    const part = { kind: "data", data: { skill: "get_products", parameters: {} } };
    expect(seen).toMatchObject({
      method: "message/send",
      params: { message: { role: "user", parts: [part] } },
    });
  });
});

describe("the wire", () => {
  const speaksMcp = rpc((method) => {
    if (method === "tools/call") return { structuredContent: products, content: [] };
    return {
      protocolVersion: "2025-06-18",
      capabilities: { tools: {} },
      serverInfo: { name: "x", version: "1" },
    };
  });

  it("is MCP where both are spoken, and nobody asks for a card", async () => {
    const agent = await serve({ "/mcp": speaksMcp });
    expect(await desk()(`${agent.url}/mcp`)).toMatchObject({ type: "answered" });
    expect(new Set(agent.heard)).toEqual(new Set(["POST /mcp"]));
  });

  it("is A2A where the address answers no MCP and the card of its origin speaks for it", async () => {
    const agent = await agentOf(rpc(() => done(products)));
    const ask = desk();
    expect(await ask(agent.url)).toMatchObject({ type: "answered" });
    expect(await ask(agent.url)).toMatchObject({ type: "answered" });
    expect(agent.heard).toEqual(["POST /", `GET ${cardAt}`, "POST /a2a", "POST /a2a"]);
  });

  it("is MCP again where a pinned agent has no card any more", async () => {
    const agent = await serve({ "/mcp": speaksMcp });
    expect(await desk({ known: "a2a" })(`${agent.url}/mcp`)).toMatchObject({ type: "answered" });
  });

  it("is not another one because a server is down", async () => {
    const agent = await serve({ "/mcp": (_, response) => response.writeHead(503).end() });
    const answer = await desk()(`${agent.url}/mcp`);
    expect(answer).toMatchObject({ type: "failed", error: { code: "SERVICE_UNAVAILABLE", effect: "none" } });
    expect(agent.heard).toEqual(["POST /mcp"]);
  });

  it("is reported as over MCP where neither is spoken", async () => {
    const agent = await serve({});
    const answer = await desk()(`${agent.url}/mcp`);
    expect(answer).toMatchObject({ type: "failed", error: { code: "REFERENCE_NOT_FOUND", effect: "none" } });
  });

  it("is never that of another agent on the same origin", async () => {
    const agent = await agentOf(
      rpc(() => done(products)),
      (url) => card(`${url}/sellers/other/a2a`),
    );
    const answer = await desk({ known: "a2a" })(`${agent.url}/sellers/mine/a2a`);
    expect(answer).toMatchObject({ type: "failed", error: { code: "REFERENCE_NOT_FOUND" } });
  });
});

it("finds an agent's own card where the one of its origin is another's, or offers nothing that is supported", async () => {
  for (const ofOrigin of [card("/other/a2a"), { ...card("/"), supportedInterfaces: [grpcAt("/")] }]) {
    const own = { url: "" };
    const agent = await serve({
      [cardAt]: (...request) =>
        json(JSON.parse(JSON.stringify(ofOrigin).replaceAll('"url":"/', `"url":"${own.url}/`)))(...request),
      [`/sellers/mine${cardAt}`]: (...request) => json(card(`${own.url}/sellers/mine/a2a`))(...request),
      "/sellers/mine/a2a": rpc(() => done(products)),
    });
    own.url = agent.url;
    const answer = await desk({ known: "a2a" })(`${agent.url}/sellers/mine/a2a`);
    expect(answer).toMatchObject({ type: "answered" });
  }
});

describe("a hostile card", () => {
  const neverAsked: Handler = () => {
    throw new Error("nobody may be asked");
  };
  const flooding =
    (bytes: number, type = "application/json"): Handler =>
    (_, response) => {
      response.writeHead(200, { "Content-Type": type });
      const chunk = Buffer.alloc(mb, " ");
      const more = (left: number): void => {
        if (left > 0 && !response.destroyed) response.write(chunk, () => more(left - mb));
      };
      more(bytes);
    };

  it.each([
    ["https://elsewhere.example/a2a", "ADDRESS_REFUSED"],
    ["http://169.254.169.254/latest", "ADDRESS_REFUSED"],
    ["http://10.0.0.1/a2a", "ADDRESS_REFUSED"],
    ["not an address", "ADDRESS_REFUSED"],
  ])("leads nobody to %s", async (endpoint, code) => {
    const agent = await agentOf(neverAsked, () => card(endpoint));
    const answer = await desk({ known: "a2a", token: "s3cret" })(agent.url);
    expect(answer).toMatchObject({ type: "failed", error: { code, effect: "none" } });
  });

  it("redirects nobody", async () => {
    const other = await serve({ "/card": json(card("x")) });
    const agent = await serve({
      [cardAt]: (_, response) => response.writeHead(302, { Location: `${other.url}/card` }).end(),
    });
    expect(await desk({ known: "a2a" })(agent.url)).toMatchObject({
      type: "failed",
      error: { code: "UNREACHABLE" },
    });
    expect(other.heard).toEqual([]);
  });

  it("is read up to 256 KiB, whether it has 50 MB or no end", async () => {
    for (const size of [50 * mb, Number.POSITIVE_INFINITY]) {
      const agent = await serve({ [cardAt]: flooding(size) });
      const answer = await desk({ known: "a2a" })(agent.url);
      expect(answer).toMatchObject({ type: "failed", error: { code: "UNREACHABLE", effect: "none" } });
    }
  });

  it("offers nothing that is supported", async () => {
    const grpc = {
      supportedInterfaces: [{ url: "http://x", protocolBinding: "GRPC", protocolVersion: "1.0" }],
    };
    const agent = await agentOf(neverAsked, (url) => card(url, grpc));
    expect(await desk({ known: "a2a" })(agent.url)).toMatchObject({
      type: "failed",
      error: { code: "UNKNOWN_PROTOCOL", effect: "none" },
    });
  });
});

describe("an answer over A2A", () => {
  const working = { task: { id: "t", status: { state: "TASK_STATE_WORKING" } } };

  it("is asked for again while the agent works on it", async () => {
    const methods: string[] = [];
    const agent = await agentOf(
      rpc((method) => {
        methods.push(method);
        return method === "GetTask" ? done(products).task : working;
      }),
    );
    expect(await desk({ known: "a2a" })(agent.url)).toMatchObject({ type: "answered" });
    expect(methods).toEqual(["SendMessage", "GetTask"]);
  });

  it("that is of another task is none", async () => {
    const agent = await agentOf(
      rpc((method) => (method === "GetTask" ? { ...done(products).task, id: "another" } : working)),
    );
    const answer = await desk({ known: "a2a" })(agent.url);
    expect(answer).toMatchObject({ type: "failed", error: { code: "INVALID_RESPONSE", effect: "unknown" } });
  });

  it("of a change that waits for people is left to a later call, soon after it was taken on", async () => {
    const agent = await agentOf(
      rpc(() => ({ task: { id: "t", status: { state: "TASK_STATE_SUBMITTED" } } })),
    );
    const transports = transportsTo(
      () => undefined,
      { addresses: { allowLoopback: true } },
      { pinned: () => "a2a", signer: undefined },
    );
    const transport = transports.open(agent.url);
    closing.push(transport.close);
    const taken: string[] = [];
    const call = transport.call(
      "update_media_buy",
      {},
      {
        timeoutMs: 60_000,
        maximumBytes: mb,
        accepted: (id) => Promise.resolve(void taken.push(id)),
      },
    );
    await expect(call).rejects.toMatchObject({ code: "CANCELED", effect: "unknown" });
    expect(taken).toEqual(["t"]);
  });

  it("is waited for up to the call's time", async () => {
    const agent = await agentOf(rpc(() => working));
    const answer = await desk({ known: "a2a" })(agent.url, 400);
    expect(answer).toMatchObject({ type: "failed", error: { code: "TIMEOUT", effect: "unknown" } });
  });

  it.each<[string, Handler, string]>([
    [
      "no end",
      (_, response) => void response.writeHead(200, { "Content-Type": "application/json" }).write("{"),
      "TIMEOUT",
    ],
    [
      "half of it",
      (_, response) => {
        response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "100" }).write("{");
        setImmediate(() => response.destroy());
      },
      "CONNECTION_LOST",
    ],
    [
      "a stream without an end of the task",
      (_, response) =>
        response
          .writeHead(200, { "Content-Type": "text/event-stream" })
          .end('data: {"jsonrpc":"2.0","method":"x"}\n\n'),
      "CONNECTION_LOST",
    ],
    [
      "more than is read",
      (_, response) => {
        response.writeHead(200, { "Content-Type": "application/json" });
        for (let sent = 0; sent < 20; sent++) response.write(Buffer.alloc(mb, " "));
      },
      "ANSWER_TOO_LARGE",
    ],
    [
      "a redirect",
      (_, response) => response.writeHead(307, { Location: "http://127.0.0.1:1/" }).end(),
      "CONNECTION_LOST",
    ],
  ])("of %s leaves open what the agent has done", async (_, answering, code) => {
    const agent = await agentOf(answering);
    // What ends by itself is given the time that it takes on a busy machine.
    const answer = await desk({ known: "a2a" })(agent.url, code === "TIMEOUT" ? 800 : 60_000);
    expect(answer).toMatchObject({ type: "failed", error: { code, effect: "unknown" } });
  });

  const buy = { media_buy_id: "mb_1" };
  it.each<[string, unknown, string]>([
    [
      "asks for more",
      { task: { id: "t", status: { state: "TASK_STATE_INPUT_REQUIRED" } } },
      "INVALID_RESPONSE",
    ],
    ["wants a login", { task: { id: "t", status: { state: "TASK_STATE_AUTH_REQUIRED" } } }, "UNAUTHORIZED"],
    ["was cancelled", done(buy, "TASK_STATE_CANCELED"), "CANCELED"],
    ["is in a state of its own", done(buy, "TASK_STATE_MOSTLY_DONE"), "INVALID_RESPONSE"],
    ["works on without an address", { task: { status: { state: "working" } } }, "INVALID_RESPONSE"],
    ["wraps its answer", done({ response: buy }), "INVALID_RESPONSE"],
    ["is a message", { message: { parts: [{ data: buy }] } }, "INVALID_RESPONSE"],
  ])("that %s is of unknown effect", (_, answer, code) => {
    expect(() => readA2a("https://x.example", "create_media_buy", answer)).toThrow(
      expect.objectContaining({ code, effect: "unknown" }),
    );
  });

  it("never lies in its text", () => {
    const text = JSON.stringify({ media_buy_id: "mb_1" });
    const said = { task: { id: "t", status: { state: "completed" }, artifacts: [{ parts: [{ text }] }] } };
    const answer = readA2a("https://x.example", "create_media_buy", said);
    expect(answer).toMatchObject({ type: "ended", result: { isError: false, structuredContent: undefined } });
    expect(JSON.stringify(answer)).toContain("it says: {");
  });
});
