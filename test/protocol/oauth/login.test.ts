import { chmodSync, readdirSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, it } from "vitest";
import { consent, consented } from "./browser.ts";
import { openDesk } from "./desk.ts";

it("logs in with a consent in the browser, and protected calls are answered", async () => {
  await using desk = await openDesk();
  const before = await desk.client.read(desk.agentUrl, "list_accounts", {});
  expect(before).toMatchObject({ type: "failed", error: { code: "UNAUTHORIZED", effect: "none" } });
  expect(before).toHaveProperty(
    "error.message",
    expect.stringContaining(`flightdesk login ${desk.agentUrl}`),
  );

  const login = await desk.logIn();

  expect(login.pin).toEqual({
    issuer: desk.sandbox.authorizationServer?.issuer,
    by: "person",
    at: "2027-01-04T08:00:00.000Z",
  });
  const after = await desk.client.read(desk.agentUrl, "list_accounts", {});
  expect(after).toMatchObject({ type: "answered" });
});

it("keeps the login in a file that its owner alone can read, and refuses one that is open to others", async () => {
  await using desk = await openDesk();
  await desk.logIn();
  const [file = ""] = readdirSync(desk.folder).filter((name) => name.endsWith(".json"));
  const path = join(desk.folder, file);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(desk.folder).mode & 0o077).toBe(0);
  chmodSync(path, 0o644);
  await expect(desk.book.read(desk.agentUrl)).rejects.toThrow(`chmod 600 ${path}`);
  const answer = await desk.client.read(desk.agentUrl, "list_accounts", {}, { tries: 1 });
  expect(answer).toMatchObject({ type: "failed", error: { effect: "none" } });
  expect(answer).toHaveProperty("error.message", expect.stringContaining("chmod 600"));
});

it("sends a token to the agent that it is for, and to no other", async () => {
  await using desk = await openDesk({ oauth: ["kiosk", "korb"] });
  await desk.logIn();
  const other = `${desk.sandbox.url}/sellers/korb/mcp`;
  expect(await desk.client.read(other, "list_accounts", {})).toMatchObject({
    type: "failed",
    error: { code: "UNAUTHORIZED" },
  });
  // Even where somebody carries it over, the other agent refuses it.
  const stolen = (await desk.book.read(desk.agentUrl))?.session?.accessToken;
  const answer = await fetch(other, {
    method: "POST",
    headers: { Authorization: `Bearer ${stolen}`, "Content-Type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
  });
  expect(answer.status).toBe(401);
  expect(answer.headers.get("www-authenticate")).toContain("oauth-protected-resource/sellers/korb/mcp");
});

it("refuses another authorization server than the one that was pinned, and names both", async () => {
  await using desk = await openDesk();
  await desk.logIn();
  const login = await desk.book.read(desk.agentUrl);
  if (login === undefined) throw new Error("nobody is logged in");
  const pin = { ...login.pin, issuer: "https://login.kiosk-exchange.example" };
  await desk.book.changing(desk.agentUrl, (page) => page.write({ ...login, pin }));
  const asked = desk.asked.length;
  const refused = desk.logIn();
  await expect(refused).rejects.toThrow("https://login.kiosk-exchange.example");
  await expect(refused).rejects.toThrow(desk.sandbox.authorizationServer?.issuer);
  expect(desk.asked.slice(asked)).not.toContain("GET /.well-known/oauth-authorization-server");
});

it("asks a person about an authorization server that nobody vouches for, before it calls it", async () => {
  await using desk = await openDesk();
  const told: string[] = [];
  const login = desk.logIn(
    {},
    {
      confirmIssuer: (issuer) => {
        told.push(issuer);
        return Promise.resolve(false);
      },
    },
  );
  await expect(login).rejects.toThrow("nobody has confirmed");
  expect(told).toEqual([desk.sandbox.authorizationServer?.issuer]);
  expect(desk.asked).not.toContain("GET /.well-known/oauth-authorization-server");
  expect(desk.files()).toEqual([]);
});

it("takes the word of the publishers, and refuses what they do not name", async () => {
  await using desk = await openDesk();
  const never = () => Promise.reject(new Error("nobody is asked"));
  const issuer = String(desk.sandbox.authorizationServer?.issuer);
  const login = await desk.logIn({ publishers: [`${issuer}/`] }, { confirmIssuer: never });
  expect(login.pin).toMatchObject({ issuer, by: "publishers" });
  await expect(
    desk.logIn({ publishers: ["https://elsewhere.example"] }, { confirmIssuer: never }),
  ).rejects.toThrow("its publishers name https://elsewhere.example");
});

it("waits past an answer with a state that is not its own", async () => {
  await using desk = await openDesk();
  const statuses: number[] = [];
  const login = await desk.logIn(
    {},
    {
      show: (address) =>
        void consented(address).then(async (back) => {
          const forged = new URL(back);
          forged.searchParams.set("state", "another");
          statuses.push((await fetch(forged)).status, (await fetch(back)).status);
        }),
    },
  );
  expect(statuses).toEqual([400, 200]);
  expect(login.session).toBeDefined();
});

it("gives the code to nobody when the answer comes from another authorization server", async () => {
  for (const change of [
    (answer: URLSearchParams) => answer.set("iss", "https://attacker.example"),
    (answer: URLSearchParams) => answer.delete("iss"),
  ]) {
    await using desk = await openDesk();
    const login = desk.logIn(
      {},
      {
        show: (address) =>
          void consented(address).then((place) => {
            const back = new URL(place);
            change(back.searchParams);
            return fetch(back);
          }),
      },
    );
    await expect(login).rejects.toThrow(`was begun at ${desk.sandbox.authorizationServer?.issuer}`);
    expect(desk.asked).not.toContain("POST /token");
    expect(desk.files()).toEqual([]);
  }
});

it("says what the authorization server objects to", async () => {
  await using desk = await openDesk();
  const login = desk.logIn(
    {},
    {
      show: (address) => {
        const wrong = new URL(address);
        wrong.searchParams.set("resource", "https://elsewhere.example/mcp");
        void consent(wrong.href);
      },
    },
  );
  await expect(login).rejects.toThrow("says no: invalid_target");
});

it("stops waiting when it is aborted, and keeps nothing", async () => {
  await using desk = await openDesk();
  const late = new AbortController();
  const login = desk.logIn({}, { show: () => late.abort(new Error("nobody answered")), signal: late.signal });
  await expect(login).rejects.toThrow("nobody answered");
  expect(desk.files()).toEqual([]);
});

it("does not ask a plain http address on the network where to log in", async () => {
  await using desk = await openDesk();
  await expect(desk.logIn({ agentUrl: "http://seller.example/mcp" })).rejects.toThrow(
    "only https is allowed",
  );
});

it("refuses metadata of another agent, of another issuer, without S256, and with a login page over http", async () => {
  await using desk = await openDesk();
  const real = String(desk.sandbox.authorizationServer?.issuer);
  const cases = [
    { resource: `${desk.agentUrl}`, says: "metadata of another agent" },
    { issuer: "https://another.example", says: "it is not who it says" },
    { code_challenge_methods_supported: ["plain"], says: "S256" },
    { authorization_endpoint: "http://login.example/authorize", says: "only https is allowed" },
  ];
  for (const { says, resource, ...wrong } of cases) {
    await using liar = await lyingAgent((origin) => ({
      resource: resource ?? `${origin}/mcp`,
      metadata: {
        issuer: origin,
        authorization_endpoint: `${real}/authorize`,
        token_endpoint: `${real}/token`,
        response_types_supported: ["code"],
        code_challenge_methods_supported: ["S256"],
        ...wrong,
      },
    }));
    await expect(desk.logIn({ agentUrl: `${liar.url}/mcp` })).rejects.toThrow(says);
  }
});

/** An agent and authorization server in one that describes itself as it is set up. */
async function lyingAgent(words: (origin: string) => { resource: string; metadata: object }) {
  const server = createServer((request, response) => {
    const { resource, metadata } = words(url);
    const answer = request.url?.includes("oauth-protected-resource")
      ? { resource, authorization_servers: [url] }
      : metadata;
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
