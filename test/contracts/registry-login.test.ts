import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { Secret } from "../../src/lib/secret.ts";
import { DocumentRefused } from "../../src/protocol/addresses/safe-fetch.ts";
import { registryApi, registryAt } from "../../src/protocol/registry/registry.ts";
import { openDesk } from "../protocol/oauth/desk.ts";

describe("the sandbox's registry, where people log in at sellers", () => {
  it("says for its API and for its tools which authorization server it trusts", async () => {
    await using desk = await openDesk();
    const { url, authorizationServer } = desk.sandbox;
    for (const path of ["api", "mcp"])
      expect(await (await fetch(`${url}/.well-known/oauth-protected-resource/${path}`)).json()).toMatchObject(
        {
          resource: `${url}/${path}`,
          authorization_servers: [authorizationServer?.issuer],
        },
      );
  });

  it("trusts a server that publishes its metadata: codes with S256, registration, and no client credentials", async () => {
    await using desk = await openDesk();
    const issuer = String(desk.sandbox.authorizationServer?.issuer);
    const metadata = await (await fetch(`${issuer}/.well-known/oauth-authorization-server`)).json();
    expect(metadata).toMatchObject({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      registration_endpoint: `${issuer}/register`,
      code_challenge_methods_supported: ["S256"],
      grant_types_supported: ["authorization_code", "refresh_token"],
    });
  });

  it("says nothing of the kind where nobody wants a login", async () => {
    await using desk = await openDesk({ oauth: [] });
    const place = `${desk.sandbox.url}/.well-known/oauth-protected-resource/api`;
    expect((await fetch(place)).status).toBe(404);
  });

  it("gives out tokens that no seller takes", async () => {
    await using desk = await openDesk();
    const { url } = desk.sandbox;
    const { session } = await desk.logIn({ agentUrl: registryApi(url), seller: url });
    const refused = await fetch(desk.agentUrl, {
      method: "POST",
      headers: { Authorization: `Bearer ${session?.accessToken}`, "Content-Type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
    });
    expect(refused.status).toBe(401);
  });
});

describe("the client", () => {
  it("logs in at a registry as it says, with a client that it registers and PKCE", async () => {
    await using desk = await openDesk();
    const { url, authorizationServer } = desk.sandbox;
    const { session, pin } = await desk.logIn({ agentUrl: registryApi(url), seller: url });
    expect(pin.issuer).toBe(authorizationServer?.issuer);
    expect(session?.resource).toBe(`${url}/api`);
    expect(desk.asked).toEqual(
      expect.arrayContaining([
        "GET /.well-known/oauth-protected-resource/api",
        "GET /.well-known/oauth-authorization-server",
        "POST /register",
        "POST /token",
      ]),
    );
    // That login lets nobody in at a seller.
    expect(await desk.client.read(desk.agentUrl, "list_accounts", {})).toMatchObject({
      error: { code: "UNAUTHORIZED", effect: "none" },
    });
  });

  it("asks a registry that wants a credential with the login there, and with none before", async () => {
    const seller = { url: "https://one.example/mcp", name: "One", type: "sales", protocol: "mcp" };
    const seen: (string | undefined)[] = [];
    const listed: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      const isSearch = request.url?.startsWith("/api/registry/agents/search") ?? false;
      if (isSearch) seen.push(request.headers.authorization);
      else listed.push(request.url);
      const body = isSearch ? { results: [], has_more: false } : { agents: [seller] };
      response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    // A TCP server's address is never a pipe name.
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const fetchJson = async (address: string, { token }: { token?: Secret } = {}) => {
      const response = await fetch(address, {
        headers: token === undefined ? {} : { Authorization: `Bearer ${token.reveal()}` },
      });
      if (!response.ok) throw new DocumentRefused(address, response);
      return response.json();
    };
    let login: Secret | undefined;
    const search = registryAt(url, fetchJson, { sleep: () => Promise.resolve(), token: async () => login });
    await search({ capability: "get_products", channel: "ctv" });
    expect(seen).toEqual([]);
    expect(listed).toEqual([
      expect.stringMatching(/^\/api\/registry\/agents\?capability=get_products&channel=ctv&/),
    ]);
    login = new Secret("a-token-of-the-registry");
    await search({ capability: "get_products", channel: "ctv" });
    expect(seen).toEqual(["Bearer a-token-of-the-registry"]);
    server.close().closeAllConnections();
  });
});
