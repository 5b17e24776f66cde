import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import { wires } from "../../src/protocol/messages/transport.ts";
import { a2aProfile } from "../../src/protocol/tasks/names.ts";
import { basicAuth, bearerAuth } from "../../src/sandbox/authenticators.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { start } from "../sandbox/connect.ts";
import { contractClient } from "./contract-client.ts";

type Json = Readonly<Record<string, unknown>>;

/** One call, byte by byte as a client of the contract writes it. */
async function post(
  sandbox: Sandbox,
  name: string,
  given: Json,
  headers: Readonly<Record<string, string>> = {},
) {
  const response = await fetch(`${sandbox.url}/sales/mcp`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      Authorization: `Bearer ${sandbox.token}`,
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/call", params: { name, arguments: given } }),
  });
  const body = await response.text();
  const [, data = "{}"] = /^data: (.*)$/m.exec(body) ?? [];
  const message = JSON.parse(data) as { readonly result?: Result };
  return { response, message, result: message.result ?? { content: [] } };
}

interface Result {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly isError?: boolean;
  readonly structuredContent?: Json;
}

describe("the sandbox, called over MCP in plain bytes", () => {
  it("answers one POST with one event that holds the answer to that call", async () => {
    const { response, message } = await post(await start(), "get_products", { brief: "ctv" });
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    expect(message).toMatchObject({ jsonrpc: "2.0", id: 7, result: expect.any(Object) });
  });

  it("writes an answer as JSON into the first item, which is text", async () => {
    const { result } = await post(await start(), "get_products", { brief: "ctv" });
    const { content, isError } = result;
    expect(isError).toBeFalsy();
    expect(content[0]?.type).toBe("text");
    expect(JSON.parse(content[0]?.text ?? "")).toMatchObject({ products: expect.any(Array), sandbox: true });
  });

  it("marks a refusal, and writes the error object into the text", async () => {
    const { result } = await post(await start(), "create_media_buy", {});
    const { content, isError } = result;
    expect(isError).toBe(true);
    expect(JSON.parse(content[0]?.text ?? "")).toMatchObject({
      code: "INVALID_REQUEST",
      message: expect.any(String),
      field: "idempotency_key",
    });
  });

  it("takes a token in the Authorization header, and the older header beside it changes nothing", async () => {
    const sandbox = await start();
    const answered = await post(sandbox, "list_accounts", {}, { "x-svc-auth": "another" });
    expect(answered.message).toMatchObject({ result: { structuredContent: { accounts: [] } } });
    const alone = await post(
      sandbox,
      "list_accounts",
      {},
      { Authorization: "", "x-svc-auth": sandbox.token },
    );
    expect(JSON.stringify(alone.message)).not.toContain('"accounts":[]');
  });
});

it("the sandbox lists 3.0 as the release that it speaks", async () => {
  const { result } = await post(await start(), "get_svc_capabilities", {});
  expect(result.structuredContent).toMatchObject({ version: "3.0" });
});

describe("the sandbox's agent card", () => {
  it.each([
    ["a bearer token", bearerAuth(new Map([["own", "desk"]])), "bearerAuth", "Bearer"],
    ["a password", basicAuth(new Map([["desk", "word"]])), "basicAuth", "Basic"],
  ])("names %s as what A2A is called with", async (_, authenticator, name, scheme) => {
    const sandbox = await start({ authenticators: { sales: authenticator } });
    const card = await (await fetch(`${sandbox.url}/sales/.well-known/agent-card.json`)).json();
    expect(card).toMatchObject({
      securitySchemes: { [name]: { httpAuthSecurityScheme: { scheme } } },
      securityRequirements: [{ schemes: { [name]: { list: [] } } }],
    });
  });

  it("lists each task that is served over MCP as a skill", async () => {
    const sandbox = await start();
    const card = (await (await fetch(`${sandbox.url}/sales/.well-known/agent-card.json`)).json()) as {
      skills: { id: string }[];
    };
    const { result } = await post(sandbox, "get_svc_capabilities", {});
    const listed = result.structuredContent?.["supported_tasks"] as readonly string[];
    expect(card.skills.map(({ id }) => id).sort()).toEqual([...listed].sort());
  });
});

interface Received {
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Json;
}

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** An agent on bare HTTP that keeps what it is sent and answers each task call with `result`. */
async function bareAgent(result: Json) {
  const received: Received[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== "POST") return response.writeHead(405).end();
    const body = (await json(request)) as Json;
    received.push({ method: request.method, headers: request.headers, body });
    if (body["id"] === undefined) return response.writeHead(202).end();
    const opened = {
      protocolVersion: "2025-06-18",
      capabilities: {},
      serverInfo: { name: "x", version: "1" },
    };
    const said = {
      jsonrpc: "2.0",
      id: body["id"],
      result: body["method"] === "tools/call" ? result : opened,
    };
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    return response.end(`event: message\ndata: ${JSON.stringify(said)}\n\n`);
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close().closeAllConnections());
  // A TCP server's address is never a pipe name.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = contractClient(url, { token: "our-token" });
  closing.push(() => void client[Symbol.asyncDispose]());
  const agentUrl = `${url}/mcp`;
  return { agentUrl, client, calls: () => received.filter(({ body }) => body["method"] === "tools/call") };
}

const asText = (value: unknown, isError = false) => ({
  isError,
  content: [{ type: "text", text: JSON.stringify(value) }],
});

describe("the client, at an agent on bare HTTP", () => {
  it("posts a call of a tool with the headers of the contract", async () => {
    const { agentUrl, client, calls } = await bareAgent(asText({ products: [] }));
    await client.ask(agentUrl, "get_products", { brief: "ctv" });
    expect(calls()).toMatchObject([
      {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          authorization: "Bearer our-token",
        },
        body: {
          jsonrpc: "2.0",
          id: expect.anything(),
          method: "tools/call",
          params: { name: "get_products", arguments: { brief: "ctv" } },
        },
      },
    ]);
    expect(calls()[0]?.headers).not.toHaveProperty("x-svc-auth");
  });

  it("reads an answer that is JSON in the first item's text and nowhere else", async () => {
    const { agentUrl, client } = await bareAgent(asText({ media_buys: [{ status: "active" }] }));
    expect(await client.ask(agentUrl, "get_media_buys")).toMatchObject({
      type: "answered",
      payload: { media_buys: [{ status: "active" }] },
    });
  });

  it.each<[string, Json]>([
    ["the error itself", { code: "VALIDATION_ERROR", message: "no", field: "packages[0].budget" }],
    ["under error", { error: { code: "VALIDATION_ERROR", message: "no", field: "packages[0].budget" } }],
    [
      "in a list of errors",
      {
        errors: [
          { code: "VALIDATION_ERROR", message: "no", field: "packages[0].budget", suggestion: "more" },
        ],
      },
    ],
  ])("reads an error that is %s, and takes nothing for bought", async (_, error) => {
    const { agentUrl, client, calls } = await bareAgent(asText(error, true));
    const packages = [{ product_id: "p", pricing_option_id: "o", budget: 5 }];
    expect(await client.ask(agentUrl, "create_media_buy", { packages })).toMatchObject({
      type: "failed",
      error: { code: "VALIDATION_ERROR", field: "packages[0].budget", effect: "none" },
    });
    expect(calls()).toHaveLength(1);
  });

  it("never sends CREDENTIAL_IN_ARGS again, and waits where it is told that it calls too often", async () => {
    const refused = await bareAgent(asText({ code: "CREDENTIAL_IN_ARGS", message: "no" }, true));
    expect(await refused.client.ask(refused.agentUrl, "get_products", {}, 3)).toMatchObject({
      error: { code: "CREDENTIAL_IN_ARGS", recovery: "terminal" },
    });
    expect(refused.calls()).toHaveLength(1);
    const busy = await bareAgent(
      asText({ code: "RATE_LIMITED", message: "slow down", retry_after: 9 }, true),
    );
    expect(await busy.client.ask(busy.agentUrl, "get_products", {}, 3)).toMatchObject({
      error: { code: "RATE_LIMITED" },
    });
    expect(busy.calls()).toHaveLength(3);
    expect(busy.client.clock.now()).toBeGreaterThanOrEqual(18_000);
  });
});

it.each(wires)("the sandbox answers over %s what the client asks, by the same names", async (wire) => {
  const sandbox = await start();
  await using client = contractClient(sandbox.url, { token: sandbox.token, wire });
  const request = { brief: "ctv", filters: { channels: ["ctv"] } };
  const answer = await client.ask(`${sandbox.url}/sales/${wire}`, "get_products", request);
  expect(answer).toMatchObject({ type: "answered" });
  expect(sandbox.calls.at(-1)).toMatchObject({ wire, task: "get_products", arguments: request });
});

it("the sandbox takes a call over A2A by the Authorization header alone", async () => {
  const sandbox = await start();
  const ask = (headers: Readonly<Record<string, string>>) =>
    fetch(`${sandbox.url}/sales/a2a`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "A2A-Extensions": a2aProfile, ...headers },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "SendMessage",
        params: {
          message: {
            messageId: "m",
            role: "ROLE_USER",
            parts: [{ data: { skill: "list_accounts", input: {} } }],
          },
        },
      }),
    }).then((response) => response.text());
  expect(await ask({ Authorization: `Bearer ${sandbox.token}` })).toContain("TASK_STATE_COMPLETED");
  expect(await ask({ "x-svc-auth": sandbox.token })).toContain("UNAUTHORIZED");
});
