import { afterAll, beforeAll, expect, it } from "vitest";
import { companyLogin } from "../../src/console/company-login.ts";
import { consoleApp } from "../../src/console/console.ts";
import { openDrafts } from "../../src/console/drafts.ts";
import { openLive } from "../../src/console/live.ts";
import { openSessions } from "../../src/console/sessions.ts";
import { openWorks } from "../../src/console/works.ts";
import { type OpenDesk, openDesk } from "../../src/desk/open-desk.ts";
import { simulatedClock } from "../../src/lib/clock.ts";
import { pagesInMemory } from "../../src/lib/private-pages.ts";
import { guardedOauthFetch } from "../../src/protocol/oauth/guarded-oauth-fetch.ts";
import { temporaryFolder } from "../cli/flightdesk.ts";
import { type Issuer, startIssuer } from "./issuer.ts";

const url = "https://desk.agency.example";
const host = "desk.agency.example";
const minuteMs = 60_000;
type Headers = Readonly<Record<string, string>>;

let issuer: Issuer;
let home: ReturnType<typeof temporaryFolder>;
let desk: OpenDesk;
let at: ReturnType<typeof open>;
beforeAll(async () => {
  issuer = await startIssuer("flightdesk", "secret-of-client");
  home = temporaryFolder();
  desk = openDesk({ settings: { home: home.path }, secrets: {} });
  at = open();
});
afterAll(async () => {
  await desk[Symbol.asyncDispose]();
  await issuer[Symbol.asyncDispose]();
  home[Symbol.dispose]();
});

/** The console of an agency, which its people reach from elsewhere. */
function open(begun = pagesInMemory()) {
  const clock = simulatedClock("2027-01-04T08:00:00Z");
  let drawn = 0;
  const draw = () => `drawn-${drawn++}`;
  const faults: string[] = [];
  const sessions = openSessions({ now: clock.now, random: draw, person: "root", pages: pagesInMemory() });
  const works = openWorks(async () => openDesk({ settings: { home: home.path }, secrets: {} }), draw);
  const fetch = guardedOauthFetch({ allowLoopback: true });
  const app = consoleApp({
    hosts: new Set([host, "localhost:4480"]),
    url,
    cookie: "flightdesk_4480",
    sessions,
    drafts: openDrafts({ now: clock.now, newId: draw, pages: pagesInMemory() }),
    begun: { pages: begun, now: clock.now, random: draw },
    approvers: () => undefined,
    works,
    live: openLive({
      changed: (since) => desk.app.ledger.changed(since),
      clock: { sleep: () => new Promise(() => undefined) },
      signal: AbortSignal.abort(),
      failed: (cause) => faults.push(String(cause)),
    }),
    desk: () => desk,
    company: companyLogin({
      issuer: issuer.url,
      clientId: "flightdesk",
      clientSecret: "secret-of-client",
      person: "email",
      roles: { claim: "groups", viewer: ["readers"], planner: ["planners"], approver: ["directors"] },
      fetch: (to, { body, ...options }) => fetch(to, { ...options, body: body ?? null }),
      allowHttp: true,
      pages: begun,
      now: clock.now,
      random: draw,
    }),
    printLink: () => undefined,
    failed: (cause) => faults.push(cause instanceof Error ? cause.message : String(cause)),
  });
  const get = async (path: string, headers: Headers = {}) =>
    app.request(`${url}/console${path}`, { headers: { host, ...headers } });
  const post = async (path: string, fields: Headers, headers: Headers = {}) =>
    app.request(`${url}/console${path}`, {
      method: "POST",
      body: new URLSearchParams(fields).toString(),
      headers: { host, origin: url, "content-type": "application/x-www-form-urlencoded", ...headers },
    });
  /** Goes to the issuer and as far as the way back. */
  const leave = async () => {
    const sent = await get("/login/company");
    const toIssuer = sent.headers.get("location") ?? "";
    const cookie = sent.headers.get("set-cookie") ?? "";
    const answer = await globalThis.fetch(toIssuer, { redirect: "manual" });
    const back = new URL(answer.headers.get("location") ?? "");
    return { toIssuer: new URL(toIssuer), set: cookie, cookie: cookie.split(";")[0] ?? "", back };
  };
  const comeBack = (back: URL, cookie: string) =>
    get(`${back.pathname.slice("/console".length)}${back.search}`, { cookie });
  const login = async (groups: unknown, email = "kim@agency.example") => {
    issuer.next = { claims: { email, groups } };
    const { back, cookie } = await leave();
    const came = await comeBack(back, cookie);
    return { came, cookie: sessionIn(came) };
  };
  const formOf = async (path: string, session: Headers) =>
    /name="form" value="([^"]+)"/.exec(await (await get(path, session)).text())?.[1] ?? "";
  return { clock, faults, sessions, works, get, post, leave, comeBack, login, formOf };
}

function sessionIn(came: Response): string {
  return (came.headers.get("set-cookie") ?? "").match(/flightdesk_4480=[\w-]+/)?.[0] ?? "";
}

it("lets in whom the company's issuer names, by code and PKCE, and keeps its own session alone", async () => {
  const { leave, comeBack, get } = at;
  issuer.next = { claims: { email: "kim@agency.example", groups: ["planners", "others"] } };
  const { toIssuer, set, cookie, back } = await leave();
  expect(Object.fromEntries(toIssuer.searchParams)).toMatchObject({
    response_type: "code",
    client_id: "flightdesk",
    code_challenge_method: "S256",
    redirect_uri: `${url}/console/login/back`,
  });
  expect(set).toMatch(/; Path=\/console\/login\/back; HttpOnly; Secure; SameSite=Lax$/);
  const came = await comeBack(back, cookie);
  expect(came.status).toBe(200);
  expect(came.headers.get("set-cookie")).toMatch(/Path=\/console; HttpOnly; Secure; SameSite=Strict/);
  expect(await came.text()).toContain('http-equiv="refresh" content="0;url=/console"');
  const page = await (await get("", { cookie: sessionIn(came) })).text();
  expect(page).toContain("Logged in as kim@agency.example");
});

it("lets in nobody by an answer that is replayed, another's, forged, or for another", async () => {
  const { leave, comeBack, faults, clock } = at;
  const good = { email: "kim@agency.example", groups: ["directors"] };
  issuer.next = { claims: good };
  const one = await leave();
  expect((await comeBack(one.back, one.cookie)).status).toBe(200);
  expect((await comeBack(one.back, one.cookie)).status).toBe(401);
  const [mine, theirs] = [await leave(), await leave()];
  expect((await comeBack(theirs.back, "")).status).toBe(401);
  // Somebody else's answer in my browser.
  expect((await comeBack(theirs.back, mine.cookie)).status).toBe(401);
  const late = await leave();
  clock.advance(10 * minuteMs);
  expect((await comeBack(late.back, late.cookie)).status).toBe(401);
  for (const wrong of [
    { claims: good, nonce: "another" },
    { claims: good, audience: "another client" },
    { claims: good, forged: true },
    { claims: { groups: ["directors"] } },
    { claims: { ...good, email_verified: false } },
    { claims: { ...good, groups: ["others"] } },
    { claims: { email: good.email } },
  ] as const) {
    issuer.next = wrong;
    const { back, cookie } = await leave();
    const came = await comeBack(back, cookie);
    expect([came.status, sessionIn(came)], JSON.stringify(wrong)).toEqual([401, ""]);
  }
  expect(faults.slice(-4)).toEqual([
    "the claim email names nobody",
    "the e-mail address is not verified",
    "kim@agency.example has no role here: the claim groups holds nothing that console.oidc.roles names",
    "kim@agency.example has no role here: the id token has no claim groups",
  ]);
});

it("says to whom the company knows that a role is missing, and offers a viewer no brief to write", async () => {
  const { login, get } = at;
  const { came } = await login(["others"], "otto@agency.example");
  expect(await came.text()).toContain("Your company knows you as otto@agency.example, but you have no role");
  const viewer = await (await get("", { cookie: (await login("readers")).cookie })).text();
  expect(viewer).not.toContain("/console/brief");
  const planner = await (await get("", { cookie: (await login(["planners"])).cookie })).text();
  expect(planner).toContain("/console/brief");
});

it("goes on to the page that was wanted before the login, once, and nowhere else", async () => {
  const { get, leave, comeBack } = at;
  issuer.next = { claims: { email: "kim@agency.example", groups: ["directors"] } };
  const goesTo = async (place: string) => {
    const { back, cookie } = await leave();
    const came = await comeBack(back, `${cookie}; ${place}`);
    const [, url] = /content="0;url=([^"]+)"/.exec(await came.text()) ?? [];
    return { url, dropped: came.headers.get("set-cookie")?.includes("flightdesk_4480_place=;") };
  };
  const asked = await get("/inbox/spring/buy%2Fa.example?x=1");
  expect(asked.headers.get("location")).toBe("/console/login");
  const set = asked.headers.get("set-cookie") ?? "";
  expect(set).toContain("Path=/console/login; HttpOnly; Secure; SameSite=Lax");
  expect(await goesTo(set.split(";")[0] ?? "")).toEqual({
    url: "/console/inbox/spring/buy%2Fa.example?x=1",
    dropped: true,
  });
  expect((await goesTo("")).url).toBe("/console");
  for (const elsewhere of ["https://evil.example", "//evil.example", "/consoles"])
    expect((await goesTo(`flightdesk_4480_place=${encodeURIComponent(elsewhere)}`)).url).toBe("/console");
  expect((await get("/live", { "sec-fetch-dest": "empty" })).headers.get("set-cookie")).toBeNull();
});

it("ends a login, once, on a machine on which it did not begin", async () => {
  const begun = pagesInMemory();
  const [one, other] = [open(begun), open(begun)];
  issuer.next = { claims: { email: "kim@agency.example", groups: ["directors"] } };
  const { back, cookie } = await one.leave();
  expect((await other.comeBack(back, cookie)).status).toBe(200);
  expect((await one.comeBack(back, cookie)).status).toBe(401);
  expect(await begun.list()).toEqual([]);
});

it("lets a viewer look and send no form, a planner start and not stop, an approver stop and not start", async () => {
  const { login, get, post, formOf, works } = at;
  const stop = { scope: "all", reason: "test", word: "STOP" };
  const start = { document: "x", word: "START" };
  const outcome = async (answer: Response, session: Headers) => {
    expect(answer.status).toBe(303);
    const path = (answer.headers.get("location") ?? "").slice("/console".length);
    const id = path.slice("/works/".length);
    while (works.of(id)?.state.type === "working") await new Promise(setImmediate);
    return (await get(path, session)).text();
  };
  const session = { cookie: (await login("readers")).cookie };
  expect((await get("/inbox", session)).status).toBe(200);
  expect(await (await get("/stop", session)).text()).toContain("Your role here does not include this.");
  const form = await formOf("/stop", session);
  for (const path of ["/stop", "/brief", "/brief/compare", "/brief/start", "/inbox/a/b/reject", "/nowhere"])
    expect((await post(path, { ...stop, form }, session)).status, path).toBe(403);

  const planner = { cookie: (await login(["planners", "readers"])).cookie };
  expect(await (await get("/stop", planner)).text()).toContain("Your role here does not include this.");
  const refused = await post("/stop", { ...stop, form: await formOf("/brief", planner) }, planner);
  expect(refused.status).toBe(403);
  const begun = await post("/brief/start", { ...start, form: await formOf("/brief", planner) }, planner);
  expect(await outcome(begun, planner)).not.toMatch(/is not for|In progress/);

  const approver = { cookie: (await login(["directors"], "lee@agency.example")).cookie };
  const denied = await post("/brief/start", { ...start, form: await formOf("/stop", approver) }, approver);
  expect(denied.status).toBe(403);
  const stopped = await post("/stop", { ...stop, form: await formOf("/stop", approver) }, approver);
  expect(await outcome(stopped, approver)).toContain("The stop order is in force");
  expect(await desk.app.stopOrders.orders()).toMatchObject([
    { by: "lee@agency.example", scope: { type: "all" } },
  ]);
});

it("takes forms from its own address alone, prints no link for who is elsewhere, and ends at logout", async () => {
  const { login, get, post, formOf, sessions, clock } = at;
  const session = { cookie: (await login(["directors"])).cookie };
  const form = await formOf("/stop", session);
  for (const origin of [`http://${host}`, "https://evil.example", "http://localhost:4480", "null"])
    expect((await post("/logout", { form }, { ...session, origin })).status, origin).toBe(403);
  expect((await get("", { ...session, host: "evil.example" })).status).toBe(421);
  clock.advance(minuteMs);
  const secret = sessions.newLink() ?? "";
  expect((await post("/login", { link: secret })).status).toBe(401);
  expect((await post("/login/link", {})).status).toBe(429);
  const here = { host: "localhost:4480", origin: "http://localhost:4480" };
  expect((await post("/login", { link: secret }, here)).status).toBe(303);
  expect((await post("/logout", { form }, session)).status).toBe(303);
  expect((await get("", session)).headers.get("location")).toBe("/console/login");
  expect((await post("/stop", { form }, session)).status).toBe(401);
});

it("begins at most 60 logins a minute", async () => {
  const { get, clock } = at;
  clock.advance(minuteMs);
  const begun = await Promise.all(
    Array.from({ length: 61 }, async () => (await get("/login/company")).status),
  );
  expect(begun.filter((status) => status === 303)).toHaveLength(60);
  expect(begun.at(-1)).toBe(429);
});
