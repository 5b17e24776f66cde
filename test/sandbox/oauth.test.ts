import { createHash, randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { simulatedClock } from "../../src/lib/clock.ts";
import { startAuthorizationServer } from "../../src/sandbox/oauth/authorization-server.ts";
import { consented } from "../protocol/oauth/browser.ts";

const resource = "https://seller.example/mcp";
const redirectUri = "http://127.0.0.1:9/callback";

/** A server with one registered client, and what that client can ask of it. */
async function open() {
  const clock = simulatedClock("2027-01-04T08:00:00Z");
  const server = await startAuthorizationServer({ clock, isResource: (url) => url === resource });
  const registered = await fetch(`${server.issuer}/register`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ redirect_uris: [redirectUri], token_endpoint_auth_method: "none" }),
  });
  const client_id = String(((await registered.json()) as Record<string, unknown>)["client_id"]);
  const ask = async (words: Readonly<Record<string, string>>) => {
    const answer = await fetch(`${server.issuer}/token`, {
      method: "POST",
      body: new URLSearchParams({ client_id, resource, ...words }),
    });
    return (await answer.json()) as Readonly<Record<string, unknown>>;
  };
  const code = async (verifier: string, method = "S256") => {
    const code_challenge = createHash("sha256").update(verifier).digest("base64url");
    const words = { client_id, resource, redirect_uri: redirectUri, response_type: "code" };
    const page = new URLSearchParams({ ...words, code_challenge, code_challenge_method: method });
    return new URL(await consented(`${server.issuer}/authorize?${page.toString()}`)).searchParams;
  };
  const redeem = (given: string | null, code_verifier: string) =>
    ask({ grant_type: "authorization_code", code: given ?? "", code_verifier, redirect_uri: redirectUri });
  return { clock, server, ask, code, redeem, [Symbol.asyncDispose]: server.close };
}

it("gives tokens for a code once, to whoever holds the verifier", async () => {
  await using desk = await open();
  const verifier = randomUUID() + randomUUID();
  const code = (await desk.code(verifier)).get("code");
  expect(await desk.redeem(code, `${randomUUID()}${randomUUID()}`)).toMatchObject({ error: "invalid_grant" });
  const tokens = await desk.redeem(code, verifier);
  const token = String(tokens["access_token"]);
  expect(desk.server.accountOf(token, resource)).toBe("sandbox-buyer");
  expect(desk.server.accountOf(token, "https://other.example/mcp")).toBeUndefined();
  // A code that comes twice was stolen: what it gave is over.
  expect(await desk.redeem(code, verifier)).toMatchObject({ error: "invalid_grant" });
  expect(desk.server.accountOf(token, resource)).toBeUndefined();
});

it("rotates refresh tokens, and ends the login where one comes twice", async () => {
  await using desk = await open();
  const verifier = randomUUID() + randomUUID();
  const first = await desk.redeem((await desk.code(verifier)).get("code"), verifier);
  const refresh = (tokens: Readonly<Record<string, unknown>>, words = {}) =>
    desk.ask({ grant_type: "refresh_token", refresh_token: String(tokens["refresh_token"]), ...words });
  desk.clock.advance(16 * 60_000);
  expect(desk.server.accountOf(String(first["access_token"]), resource)).toBeUndefined();
  const second = await refresh(first);
  expect(desk.server.accountOf(String(second["access_token"]), resource)).toBe("sandbox-buyer");
  expect(await refresh(first)).toMatchObject({ error: "invalid_grant" });
  expect(await refresh(second)).toMatchObject({ error: "invalid_grant" });
  expect(desk.server.accountOf(String(second["access_token"]), resource)).toBeUndefined();
});

it("takes neither plain PKCE nor client credentials", async () => {
  await using desk = await open();
  expect((await desk.code(randomUUID(), "plain")).get("error")).toBe("invalid_request");
  expect(await desk.ask({ grant_type: "client_credentials" })).toMatchObject({
    error: "unsupported_grant_type",
  });
});
