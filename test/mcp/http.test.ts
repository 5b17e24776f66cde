import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { Client as Newer, StreamableHTTPClientTransport as NewerHttp } from "@modelcontextprotocol/client";
import { StdioClientTransport as NewerStdio } from "@modelcontextprotocol/client/stdio";
import { Client as Older } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OlderStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as OlderHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { type ClientCapabilities, ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stateOf } from "../../src/campaign/model/state/journal.ts";
import { mcpFor } from "../../src/cli/serve-mcp.ts";
import type { Secrets, Settings } from "../../src/config.ts";
import { Secret } from "../../src/lib/secret.ts";
import { mcpOverHttp } from "../../src/mcp/http.ts";
import { mcpServer } from "../../src/mcp/server.ts";
import { serverApp } from "../../src/server/app.ts";
import { hostsOf } from "../../src/server/hosts.ts";
import { type Listening, listen } from "../../src/server/listen.ts";
import { openLog } from "../../src/server/log.ts";
import { brief, openTriedDesk, type TriedDesk } from "./open-desk.ts";

const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const token = "a-token-of-32-characters-or-more";
const audience = "https://desk.example/mcp";
const log = openLog({ masked: (value) => value, write: () => undefined });

let tried: TriedDesk;
let issuer: Awaited<ReturnType<typeof startIssuer>>;
let own: Listening;
let company: Listening;
beforeAll(async () => {
  tried = await openTriedDesk();
  issuer = await startIssuer();
  own = await served({}, { mcpToken: new Secret(token) });
  company = await served({ mcp_issuer: issuer.url, mcp_audience: audience }, {});
});
afterAll(async () => {
  await Promise.all([own.close(), company.close(), issuer.close()]);
  await tried[Symbol.asyncDispose]();
});

const open = () => Promise.resolve({ ...tried.desk, [Symbol.asyncDispose]: () => Promise.resolve() });

async function served(settings: Settings, secrets: Secrets, opened = open): Promise<Listening> {
  const mcp = await mcpFor({ host: "127.0.0.1", version: "0", settings, secrets }, { open: opened, log });
  if (mcp === undefined) throw new Error("nothing is served");
  return listen({ host: "127.0.0.1", port: 0 }, (port) =>
    serverApp({
      hosts: hostsOf({ host: "127.0.0.1", port }),
      health: () => ({ healthy: true }),
      wake: () => undefined,
      mcp,
    }),
  );
}

/** What an issuer of access tokens shows, and tokens that it signs. */
async function startIssuer() {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const { privateKey: strange } = await generateKeyPair("ES256");
  const keys = [{ ...(await exportJWK(publicKey)), kid: "1", alg: "ES256", use: "sig" }];
  let url = "";
  const server = createServer((request, response) => {
    const told = request.url === "/keys" ? { keys } : { issuer: url, jwks_uri: `${url}/keys` };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(told));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A TCP server's address is never a pipe name.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    token: (claims: JWTPayload = {}, { forged = false } = {}) =>
      new SignJWT({
        iss: url,
        aud: audience,
        sub: "kim@acme.example",
        exp: Math.floor(Date.now() / 1000) + 300,
        scope: "desk:read desk:propose",
        ...claims,
      })
        .setProtectedHeader({ alg: "ES256", kid: "1" })
        .sign(forged ? strange : privateKey),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function post(
  { url }: Listening,
  {
    bearer,
    method = "tools/list",
    params = {},
    headers = {},
  }: {
    readonly bearer?: string;
    readonly method?: string;
    readonly params?: object;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
) {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "a host", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const name: Record<string, string> = "name" in params ? { "mcp-name": String(params.name) } : {};
  return fetch(`${url}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      ...name,
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }),
  });
}

it("tells older and newer clients the same, on standard input and over HTTP", async () => {
  const info = { name: "a host", version: "1" };
  const { home, sandbox } = tried;
  const stdio = {
    command: process.execPath,
    args: [file("dist/cli/main.js"), "mcp"],
    cwd: home,
    stderr: "ignore" as const,
    env: {
      PATH: process.env["PATH"] ?? "",
      FLIGHTDESK_HOME: home,
      FLIGHTDESK_REGISTRY_URL: sandbox.registryUrl,
      FLIGHTDESK_GOVERNANCE_URL: sandbox.governanceUrl,
      FLIGHTDESK_WELL_KNOWN_URL: sandbox.wellKnownUrl,
      FLIGHTDESK_EXCHANGE: file("examples/exchange.yaml"),
      FLIGHTDESK_TOKEN: sandbox.token,
    },
  };
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  const url = new URL(`${own.url}/mcp`);
  const newer = () => new Newer(info, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  const doors = [
    { client: new Older(info), over: new OlderStdio(stdio) },
    { client: new Older(info), over: new OlderHttp(url, { requestInit }) },
    { client: newer(), over: new NewerStdio(stdio) },
    { client: newer(), over: new NewerHttp(url, { requestInit }) },
  ];
  const told = await Promise.all(
    doors.map(async ({ client, over }) => {
      // Each client takes its own transports; the pairs are right here, and no type says so.
      await client.connect(over as never);
      const { tools } = await client.listTools();
      const call = async (name: string, given: Record<string, unknown>) => {
        const { structuredContent, isError = false } = await client.callTool({ name, arguments: given });
        return { structuredContent, isError };
      };
      const answers = [
        tools.map(({ name, description, annotations }) => ({ name, description, annotations })),
        await call("check_brief", { brief, format: "yaml" }),
        await call("list_inbox", {}),
        await call("what_if", { campaign_id: "nobody" }),
      ];
      await client.close();
      return JSON.stringify(answers);
    }),
  );
  for (const one of told) expect(one).toBe(told[0]);
  expect(told[0]).toContain("start_campaign");
});

describe("/mcp", () => {
  it("is not there where neither a token nor an issuer is set, and takes tokens where nobody listens in", async () => {
    const at = (host: string, settings: Settings, secrets: Secrets = {}) =>
      mcpFor({ host, version: "0", settings, secrets }, { open, log });
    const mcpToken = new Secret(token);
    expect(await at("127.0.0.1", {})).toBeUndefined();
    await expect(at("0.0.0.0", { public_url: "http://desk.example" }, { mcpToken })).rejects.toThrow(
      "on this machine or behind https alone",
    );
    expect(await at("0.0.0.0", { public_url: "https://desk.example" }, { mcpToken })).toBeDefined();
    await expect(at("127.0.0.1", { mcp_issuer: issuer.url })).rejects.toThrow("needs mcp_audience");
  });

  it("lets in who brings the token, from no other page and under its own name", async () => {
    expect((await post(own, { bearer: token })).status).toBe(200);
    for (const bearer of [undefined, "", "another", `${token}x`])
      expect((await post(own, bearer === undefined ? {} : { bearer })).status).toBe(401);
    const foreign = { origin: "https://evil.example" };
    expect((await post(own, { bearer: token, headers: foreign })).status).toBe(403);
    const huge = { brief: "x".repeat(2 ** 20) };
    const called = { bearer: token, method: "tools/call", params: { name: "check_brief", arguments: huge } };
    expect((await post(own, called)).status).toBe(413);
    expect((await fetch(`${own.url}/.well-known/oauth-protected-resource`)).status).toBe(404);
  });

  it("says where its tokens come from, and takes those alone that are for it and not over", async () => {
    for (const path of ["", "/mcp"])
      expect(
        await (await fetch(`${company.url}/.well-known/oauth-protected-resource${path}`)).json(),
      ).toMatchObject({
        resource: audience,
        authorization_servers: [issuer.url],
        scopes_supported: ["desk:read", "desk:propose"],
      });
    const without = await post(company);
    expect(without.status).toBe(401);
    expect(without.headers.get("www-authenticate")).toContain(
      'resource_metadata="https://desk.example/.well-known/oauth-protected-resource/mcp"',
    );
    expect((await post(company, { bearer: await issuer.token() })).status).toBe(200);
    const bad = [
      issuer.token({ aud: "https://other.example/mcp" }),
      issuer.token({ iss: "https://other.example" }),
      issuer.token({ exp: 1_000_000_000 }),
      issuer.token({}, { forged: true }),
      issuer.token({ sub: "" }),
      `${btoa('{"alg":"none"}')}.${btoa('{"sub":"kim"}')}.`,
    ];
    for (const bearer of bad) expect((await post(company, { bearer: await bearer })).status).toBe(401);
  });

  it("asks for the scope that a call needs; none lets anybody decide", async () => {
    const nothing = await post(company, { bearer: await issuer.token({ scope: "desk:decide" }) });
    expect(nothing.status).toBe(403);
    const bearer = await issuer.token({ scope: "desk:read" });
    const call = (name: string, given: object) =>
      post(company, { bearer, method: "tools/call", params: { name, arguments: given } });
    expect((await call("list_inbox", {})).status).toBe(200);
    const proposed = await call("start_campaign", { campaign_id: "x", plan_digest: "y" });
    expect(proposed.status).toBe(403);
    expect(proposed.headers.get("www-authenticate")).toMatch(/insufficient_scope.*desk:propose/);
  });

  it("takes so many calls of one person at once, and no more", async () => {
    const people = new Map<string, number>();
    const flooded = mcpOverHttp({
      serve: (person) => mcpServer({ open, version: "0", person }),
      names: ["127.0.0.1"],
      verifier: {
        verifyAccessToken: (given) =>
          Promise.resolve({
            token: given,
            clientId: given,
            scopes: ["desk:read"],
            expiresAt: Date.now(),
            extra: { person: given },
          }),
      },
      allowance: (person) => {
        people.set(person, (people.get(person) ?? 0) + 1);
        return (people.get(person) ?? 0) > 2 ? 1_500 : 0;
      },
      failed: () => undefined,
    });
    const ask = (person: string) =>
      flooded(
        new Request("http://127.0.0.1/mcp", {
          method: "POST",
          headers: { authorization: `Bearer ${person}`, "content-type": "application/json" },
          body: "{}",
        }),
      );
    const [, , third] = [await ask("kim"), await ask("kim"), await ask("kim")];
    expect([third.status, third.headers.get("retry-after")]).toEqual([429, "2"]);
    expect((await ask("lee")).status).not.toBe(429);
  });

  it("goes on with what was begun where the host goes away, and knows who asked by the token", async () => {
    const { campaign_id, plan_digest } = await tried.call("plan_campaign", { brief, format: "yaml" });
    const { ledger } = tried.desk.app;
    const bearer = await issuer.token();
    const params = { name: "start_campaign", arguments: { campaign_id, plan_digest } };
    const answer = await post(company, { bearer, method: "tools/call", params });
    await answer.body?.cancel();
    for (;;) {
      const { steps } = await stateOf(ledger, String(campaign_id));
      if (steps.some(({ status }) => status === "escalated")) break;
      await new Promise((resolve) => setImmediate(resolve));
    }
    const state = await stateOf(ledger, String(campaign_id));
    expect(state.requestedBy).toEqual(["kim@acme.example", "mcp:a host"]);
    expect(state.askedByModel).toBe(true);
    expect(tried.orders()).toEqual([]);
  });

  describe("sessions of hosts of an older revision", () => {
    const opened = async () => ({
      ...(await open()),
      pages: "http://localhost:4480/console",
    });
    let pages: Listening;
    beforeAll(async () => {
      pages = await served({ mcp_issuer: issuer.url, mcp_audience: audience }, {}, opened);
    });
    afterAll(() => pages.close());

    async function older(bearer: string, capabilities: ClientCapabilities = {}) {
      const client = new Older({ name: "an older host", version: "1" }, { capabilities });
      const over = new OlderHttp(new URL(`${pages.url}/mcp`), {
        requestInit: { headers: { authorization: `Bearer ${bearer}` } },
      });
      // The SDK's own transport does not fit its own type where optional fields are exact.
      await client.connect(over as never);
      return { client, over };
    }

    const handshake = {
      method: "initialize",
      params: {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "an older host", version: "1" },
      },
    };
    const ask = (
      bearer: string,
      session?: string,
      method = "POST",
      call: object = { method: "tools/list" },
    ) =>
      fetch(`${pages.url}/mcp`, {
        method,
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          authorization: `Bearer ${bearer}`,
          "mcp-protocol-version": "2025-11-25",
          ...(session !== undefined && { "mcp-session-id": session }),
        },
        ...(method === "POST" && { body: JSON.stringify({ jsonrpc: "2.0", id: 7, ...call }) }),
      });

    it("opens the page of what waits within a call, where the host said that it can", async () => {
      const bearer = await issuer.token();
      const { client, over } = await older(bearer, { elicitation: { url: {} } });
      const shown: string[] = [];
      client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
        shown.push(params.mode === "url" ? params.url : params.message);
        return { action: "accept" };
      });
      const { structuredContent } = await client.callTool({ name: "ask_for_approval", arguments: {} });
      expect(structuredContent).toMatchObject({ page: shown[0] });
      expect(shown).toEqual([expect.stringContaining("http://localhost:4480/console/")]);
      await over.terminateSession();
      await client.close();

      const silent = await older(bearer);
      const told = await silent.client.callTool({ name: "ask_for_approval", arguments: {} });
      expect(told.structuredContent).toEqual(structuredContent);
      await silent.client.close();
    });

    it("is its person's alone, asks for the scope of each call, and is over once the host ends it", async () => {
      const bearer = await issuer.token({ scope: "desk:read" });
      const { client, over } = await older(bearer);
      const session = over.sessionId ?? "";
      expect((await ask(bearer, session)).status).toBe(200);
      expect((await ask(bearer, session, "GET")).status).toBe(405);
      expect((await ask(await issuer.token({ sub: "lee@acme.example" }), session)).status).toBe(404);
      const proposing = { name: "start_campaign", arguments: { campaign_id: "x", plan_digest: "y" } };
      await expect(client.callTool(proposing)).rejects.toThrow(/scope/u);
      await over.terminateSession();
      expect((await ask(bearer, session)).status).toBe(404);
      await client.close();
    });

    it("answers a session that it does not know without one, as after a start", async () => {
      const bearer = await issuer.token();
      const forgotten = await older(bearer);
      const another = await issuer.token({ sub: "lee@acme.example" });
      for (let i = 0; i < 200; i++)
        expect((await ask(another, undefined, "POST", handshake)).status).toBe(200);
      for (const session of ["of another machine", forgotten.over.sessionId ?? ""])
        expect((await ask(bearer, session)).status).toBe(200);
      const { tools } = await forgotten.client.listTools();
      expect(tools.map(({ name }) => name)).toContain("plan_campaign");
      await forgotten.client.close();
    });
  });
});
