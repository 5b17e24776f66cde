import { fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isoTime } from "../../../src/lib/clock.ts";
import { guardedOauthFetch } from "../../../src/protocol/oauth/guarded-oauth-fetch.ts";
import { logOut } from "../../../src/protocol/oauth/log-out.ts";
import { openLogins } from "../../../src/protocol/oauth/logins.ts";
import { type OauthDesk, openDesk } from "./desk.ts";

const minutes = 60_000;
const listAccounts = ({ client, agentUrl }: OauthDesk) => client.read(agentUrl, "list_accounts", {});
const renewals = ({ asked }: OauthDesk) => asked.filter((one) => one === "POST /token").length - 1;

it("renews a token that has run out before it sends it", async () => {
  await using desk = await openDesk();
  await desk.logIn();
  desk.clock.advance(20 * minutes);
  expect(await listAccounts(desk)).toMatchObject({ type: "answered" });
  expect(await listAccounts(desk)).toMatchObject({ type: "answered" });
  expect(renewals(desk)).toBe(1);
});

it("renews a token that the seller refuses once, for all calls together, and sends them again", async () => {
  await using desk = await openDesk();
  const login = await desk.logIn();
  // The seller's clock is ahead of ours: only its answer tells that the token is over.
  const session = login.session && {
    ...login.session,
    expiresAt: isoTime(desk.clock.now() + 9_999 * minutes),
  };
  await desk.book.changing(desk.agentUrl, (page) =>
    Promise.resolve(page.write({ ...login, ...(session && { session }) })),
  );
  desk.clock.advance(20 * minutes);
  const answers = await Promise.all([1, 2, 3, 4].map(() => listAccounts(desk)));
  expect(answers.map(({ type }) => type)).toEqual(["answered", "answered", "answered", "answered"]);
  expect(renewals(desk)).toBe(1);
});

it("stops and asks for a person when the login was revoked, and does not try again", async () => {
  await using desk = await openDesk();
  await desk.logIn();
  desk.sandbox.authorizationServer?.revokeAll();
  const first = await listAccounts(desk);
  expect(first).toMatchObject({ type: "failed", error: { code: "UNAUTHORIZED", effect: "none" } });
  expect(first).toHaveProperty(
    "error.message",
    expect.stringContaining("flightdesk login kiosk-exchange.example"),
  );
  const { length: calls } = desk.sandbox.calls;
  const { length: asked } = desk.asked;
  expect(await listAccounts(desk)).toMatchObject({ type: "failed", error: { code: "UNAUTHORIZED" } });
  expect(desk.sandbox.calls).toHaveLength(calls);
  expect(desk.asked).toHaveLength(asked);
  expect(await desk.book.read(desk.agentUrl)).toMatchObject({
    pin: { by: "person" },
    ended: expect.any(String),
  });

  await desk.logIn();
  expect(await listAccounts(desk)).toMatchObject({ type: "answered" });
});

it("keeps the login while its authorization server is away", async () => {
  await using desk = await openDesk();
  const login = await desk.logIn();
  const tokenEndpoint = "http://127.0.0.1:1/token";
  await desk.book.changing(desk.agentUrl, (page) =>
    page.write({ ...login, ...(login.session && { session: { ...login.session, tokenEndpoint } }) }),
  );
  desk.clock.advance(20 * minutes);
  const answer = await desk.client.read(desk.agentUrl, "list_accounts", {}, { tries: 1 });
  expect(answer).toMatchObject({ type: "failed", error: { code: "SERVICE_UNAVAILABLE", effect: "none" } });
  expect((await desk.book.read(desk.agentUrl))?.session).toBeDefined();
});

it("sends no change where the login cannot be read any more, and says that nothing was done", async () => {
  await using desk = await openDesk();
  await desk.logIn();
  expect(await listAccounts(desk)).toMatchObject({ type: "answered" });
  const [file = ""] = readdirSync(desk.folder).filter((name) => name.endsWith(".json"));
  writeFileSync(join(desk.folder, file), '{"accessToken": "half-writ', { mode: 0o600 });
  const answer = await listAccounts(desk);
  expect(answer).toMatchObject({ type: "failed", error: { code: "CREDENTIAL_UNUSABLE", effect: "none" } });
  expect(answer).not.toHaveProperty("error.message", expect.stringContaining("half-writ"));
});

it("does not lose a rotated token when several processes renew at once", async () => {
  await using desk = await openDesk();
  await desk.logIn();
  desk.clock.advance(20 * minutes);
  const refused = `Bearer ${(await desk.book.read(desk.agentUrl))?.session?.accessToken}`;
  const runner = new URL("renew-in-a-process.ts", import.meta.url);
  const children = [1, 2, 3].map(() =>
    fork(runner, [desk.folder, desk.agentUrl, refused, String(desk.clock.now())], {
      execArgv: ["--import", "tsx"],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    }),
  );
  const values = await Promise.all(children.map(async (child) => (await once(child, "message"))[0]));
  expect(new Set(values).size).toBe(1);
  expect(values[0]).not.toBe(refused);
  const own = openLogins({
    book: desk.book,
    fetch: guardedOauthFetch({ allowLoopback: true }),
    now: desk.clock.now,
  });
  expect(await own.authorization(desk.agentUrl)).toBe(values[0]);
  // A refresh token that had been used twice would have ended the login.
  expect(await listAccounts(desk)).toMatchObject({ type: "answered" });
  expect(await own.renewed(desk.agentUrl, String(values[0]))).toMatch(/^Bearer /);
});

it("logs out: the tokens are taken back, the pin stays until it is forgotten", async () => {
  await using desk = await openDesk();
  const { session } = await desk.logIn();
  const fetch = guardedOauthFetch({ allowLoopback: true });
  const { book, agentUrl } = desk;
  expect(await logOut(agentUrl, { book, fetch, forget: false })).toEqual({ type: "revoked" });
  expect(desk.sandbox.authorizationServer?.accountOf(String(session?.accessToken), agentUrl)).toBeUndefined();
  expect(desk.files().join()).not.toContain(session?.accessToken);
  expect(await book.read(agentUrl)).toMatchObject({ pin: { by: "person" } });
  expect(await logOut(agentUrl, { book, fetch, forget: true })).toEqual({ type: "nobody" });
  expect(desk.files()).toEqual([]);
});
