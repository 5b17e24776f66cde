import { zipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import { consoleApp } from "../../src/console/console.ts";
import { openDrafts } from "../../src/console/drafts.ts";
import { openLive } from "../../src/console/live.ts";
import { openSessions } from "../../src/console/sessions.ts";
import { english } from "../../src/console/words/english.ts";
import { german } from "../../src/console/words/german.ts";
import { openWorks, type Works } from "../../src/console/works.ts";
import { type OpenDesk, openDesk } from "../../src/desk/open-desk.ts";
import { simulatedClock } from "../../src/lib/clock.ts";
import { pagesInMemory } from "../../src/lib/private-pages.ts";
import { temporaryFolder } from "../cli/flightdesk.ts";

const minuteMs = 60_000;
const host = "localhost:4480";
const own = { host, origin: `http://${host}` };

type Headers = Readonly<Record<string, string>>;

function open(desk: () => OpenDesk) {
  const clock = simulatedClock("2027-01-04T08:00:00Z");
  let drawn = 0;
  const draw = () => {
    drawn += 1;
    return `drawn-${drawn}`;
  };
  const printed: string[] = [];
  const sessions = openSessions({ now: clock.now, random: draw, person: "kim", pages: pagesInMemory() });
  const works: Works = openWorks(async () => desk(), draw);
  const seconds: (() => void)[] = [];
  const ends = new AbortController();
  const ledger = { position: 0 };
  const live = openLive({
    changed: async (since) => ({
      position: ledger.position,
      campaignIds: since < ledger.position ? ["two"] : [],
    }),
    clock: { sleep: () => new Promise((resolve) => seconds.push(resolve)) },
    signal: ends.signal,
    failed: (cause) => {
      throw cause;
    },
  });
  /** A second passes for the pages that are open. */
  const second = () => {
    for (const pass of seconds.splice(0)) pass();
  };
  const app = consoleApp({
    hosts: new Set([host, "127.0.0.1:4480"]),
    cookie: "flightdesk_4480",
    sessions,
    works,
    drafts: openDrafts({ now: clock.now, newId: draw, pages: pagesInMemory() }),
    begun: { pages: pagesInMemory(), now: clock.now, random: draw },
    approvers: () => undefined,
    live,
    desk,
    printLink: (secret) => printed.push(secret),
    failed: (cause) => {
      throw cause;
    },
  });
  const get = async (path: string, headers: Headers = {}) =>
    app.request(`/console${path}`, { headers: { ...own, ...headers } });
  const post = async (path: string, fields: Headers, headers: Headers = {}) =>
    app.request(`/console${path}`, {
      method: "POST",
      body: new URLSearchParams(fields).toString(),
      headers: { ...own, "content-type": "application/x-www-form-urlencoded", ...headers },
    });
  const login = async () => {
    clock.advance(minuteMs);
    const answer = await post("/login", { link: `http://${host}/console/login#${sessions.newLink()}` });
    return { cookie: (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "" };
  };
  /** The token of a form on a page. */
  const formOf = async (path: string, session: Headers) =>
    /name="form" value="([^"]+)"/.exec(await (await get(path, session)).text())?.[1] ?? "";
  return { app, clock, get, post, login, formOf, printed, sessions, second, ledger };
}

describe("the console", () => {
  let it_: ReturnType<typeof open>;
  beforeAll(() => {
    const home = temporaryFolder();
    const desk = openDesk({ settings: { home: home.path }, secrets: {} });
    it_ = open(() => desk);
    return async () => {
      await desk[Symbol.asyncDispose]();
      home[Symbol.dispose]();
    };
  });

  it("opens with a link that was printed, once, within 10 minutes", async () => {
    const { clock, post, sessions, get } = it_;
    const link = sessions.newLink() ?? "";
    const first = await post("/login", { link });
    expect(first.status).toBe(303);
    expect(first.headers.get("set-cookie")).toMatch(
      /^flightdesk_4480=[\w-]+; Path=\/console; HttpOnly; SameSite=Strict$/,
    );
    // The same post again, as whoever has seen it would send it.
    expect((await post("/login", { link })).status).toBe(401);
    clock.advance(minuteMs);
    const late = sessions.newLink() ?? "";
    clock.advance(10 * minuteMs);
    expect((await post("/login", { link: late })).status).toBe(401);
    expect((await get("")).headers.get("location")).toBe("/console/login");
  });

  it("tells whoever tries many wrong links to wait, and lets in who has the right one meanwhile", async () => {
    const { clock, post, sessions } = it_;
    clock.advance(2 * minuteMs);
    const link = sessions.newLink() ?? "";
    for (let wrong = 0; wrong < 10; wrong++)
      expect((await post("/login", { link: `guess-${wrong}` })).status).toBe(401);
    for (const guess of ["", "guess-0", `${link}x`, link.slice(1)])
      expect((await post("/login", { link: guess })).status).toBe(429);
    expect((await post("/login", { link })).status).toBe(303);
    expect((await post("/login", { link })).status).toBe(429);
    clock.advance(minuteMs);
    expect((await post("/login", { link })).status).toBe(401);
  });

  it("prints a new link for whoever asks, and no more than one a minute", async () => {
    const { clock, post, printed } = it_;
    clock.advance(minuteMs);
    expect((await post("/login/link", {})).status).toBe(200);
    expect((await post("/login/link", {})).status).toBe(429);
    expect(printed).toHaveLength(1);
    expect((await post("/login", { link: printed[0] ?? "" })).status).toBe(303);
  });

  it("shows nothing to whoever has not logged in, has logged out, or has been in for 8 hours", async () => {
    const { clock, get, post, login, formOf } = it_;
    const session = await login();
    expect((await get("", session)).status).toBe(200);
    const form = await formOf("", session);
    expect((await post("/logout", { form }, session)).status).toBe(303);
    // Whoever has taken the cookie before.
    expect((await get("", session)).headers.get("location")).toBe("/console/login");
    expect((await post("/stop", { form, scope: "all", reason: "x", word: "STOP" }, session)).status).toBe(
      401,
    );
    const second = await login();
    clock.advance(8 * 60 * minuteMs);
    expect((await get("", second)).status).toBe(303);
    for (const path of ["/inbox", "/stop", "/audit", "/sellers", "/brief", "/works/drawn-1", "/nowhere"])
      expect((await get(path)).headers.get("location"), path).toBe("/console/login");
  });

  it("takes a form from its own page alone, once", async () => {
    const { get, post, login, formOf } = it_;
    const session = await login();
    const other = await login();
    const stop = { scope: "all", reason: "test", word: "no" };
    const form = await formOf("/stop", session);
    for (const origin of ["http://evil.example", "http://localhost:5000", "null", ""])
      expect((await post("/stop", { ...stop, form }, { ...session, origin })).status, origin).toBe(403);
    expect((await post("/stop", stop, session)).status).toBe(403);
    expect((await post("/stop", { ...stop, form }, other)).status).toBe(403);
    expect((await post("/stop", { ...stop, form: `${form}x` }, session)).status).toBe(403);
    // It is taken; the wrong word is what is refused then, and the form is used up.
    expect((await post("/stop", { ...stop, form }, session)).status).toBe(400);
    expect((await post("/stop", { ...stop, form, word: "STOP" }, session)).status).toBe(403);
    expect(await (await get("", session)).text()).not.toContain("Stop orders in force");
  });

  it("answers under names of this machine alone, and not under the one that sellers know", async () => {
    const { get, post } = it_;
    for (const name of [
      "evil.example",
      "desk.example",
      "localhost",
      "localhost:80",
      "localhost:4480.evil.example",
    ]) {
      expect((await get("/login", { host: name })).status, name).toBe(421);
      expect((await post("/login", { link: "x" }, { host: name, origin: `http://${name}` })).status).toBe(
        421,
      );
    }
  });

  it("lets a page run, load, frame and send to nothing but itself", async () => {
    const { get } = it_;
    const { headers } = await get("/login");
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    const page = await (await get("/login")).text();
    expect(page).not.toMatch(/ on\w+=| style=|https?:/);
  });

  it("tells an open page what has changed, stays in touch, and ends with the session", async () => {
    const { get, login, second, ledger, post, formOf } = it_;
    const session = await login();
    ledger.position = 1;
    const page = await (await get("", session)).text();
    const [, since = ""] = /hx-sse:connect="\/console\/live\?since=(\d+)"/.exec(page) ?? [];
    const answer = await get(`/live?since=${since}`, session);
    const other = await get(`/live?since=${since}&campaign=one`, session);
    expect(answer.headers.get("content-type")).toBe("text/event-stream");
    expect(answer.headers.get("x-accel-buffering")).toBe("no");
    const [all, one] = [answer, other].map(({ body }) =>
      body?.pipeThrough(new TextDecoderStream()).getReader(),
    );
    expect((await all?.read())?.value).toBe(": here\n\n");
    expect((await one?.read())?.value).toBe(": here\n\n");

    ledger.position = 2;
    second();
    expect((await all?.read())?.value).toBe("event: changed\nid: 2\ndata: 2\n\n");
    for (let passed = 2; passed <= 10; passed++) {
      await new Promise(setImmediate);
      second();
    }
    expect((await one?.read())?.value).toBe(": here\n\n");
    expect((await all?.read())?.value).toBe(": here\n\n");
    // Whoever was away for a while is told what was missed.
    const late = await get("/live?since=1&campaign=two", session);
    const [missed] = [await late.body?.pipeThrough(new TextDecoderStream()).getReader().read()];
    expect(missed?.value).toContain("event: changed");

    await post("/logout", { form: await formOf("", session) }, session);
    second();
    expect((await all?.read())?.value).toBe("event: ended\ndata:\n\n");
    expect((await all?.read())?.done).toBe(true);
    const gone = await get("", { ...session, "hx-request": "true" });
    expect([gone.status, gone.headers.get("hx-redirect")]).toEqual([401, "/console/login"]);
  });

  it("serves the live pages' scripts itself, and again only where they have changed", async () => {
    const { get } = it_;
    for (const name of ["htmx.js", "live.js", "console.css"]) {
      const first = await get(`/${name}`);
      const tag = first.headers.get("etag") ?? "";
      expect(first.status, name).toBe(200);
      expect((await get(`/${name}`, { "if-none-match": tag })).status, name).toBe(304);
    }
  });

  it("reads a brief in whatever file it comes, and says what is wrong with a file that is none", async () => {
    const { app, get, login, formOf } = it_;
    const session = await login();
    const handedIn = async (name: string, content: string | Uint8Array<ArrayBuffer>) => {
      const body = new FormData();
      body.set("form", await formOf("/brief", session));
      body.set("file", new File([content], name));
      const answer = await app.request("/console/brief", {
        method: "POST",
        body,
        headers: { ...own, ...session },
      });
      const draft = answer.headers.get("location");
      const page = draft === null ? answer : await get(draft.slice("/console".length), session);
      return { status: answer.status, page: await page.text() };
    };
    const words = "Subject: a brief\n\nBudget: EUR 90,000\nCountry: France";
    for (const name of ["brief.txt", "brief.eml", "brief.html", "brief.yaml"]) {
      const { status, page } = await handedIn(name, name.endsWith("yaml") ? "budget: 90,000 EUR" : words);
      expect(status, name).toBe(303);
      expect(page, name).toMatch(/90,000/);
    }
    expect((await handedIn("brief.docx", "no Word at all")).page).toContain("cannot be read");
    expect((await handedIn("brief.doc", words)).page).toContain("save it as .docx or PDF");
    expect((await handedIn("", "")).status).toBe(400);
    // What comes out of it is counted, whatever its directory says of the size.
    const bloated = zipSync({ "word/document.xml": new Uint8Array(61 * 2 ** 20) });
    const directory = Buffer.from(bloated.buffer).indexOf("PK\u0001\u0002");
    new DataView(bloated.buffer).setUint32(directory + 24, 100, true);
    expect((await handedIn("brief.docx", bloated)).page).toContain("holds more than 60 MB");
    const tooLarge = { ...own, ...session, "content-length": String(10 * 1024 * 1024 + 1) };
    const large = await app.request("/console/brief", { method: "POST", body: "x", headers: tooLarge });
    expect(large.status).toBe(413);
  });

  it("keeps a brief that was read until it is discarded: under an address of its own, for whoever logs in next", async () => {
    const { get, post, login, formOf } = it_;
    const planner = await login();
    const send = async (path: string, fields: Headers, session = planner) =>
      post(path, { form: await formOf("/brief", session), ...fields }, session);
    const text = "Campaign for acme.example, EUR 90,000, CTV in France, 1 to 31 May 2027";
    const read = await send("/brief", { text, kind: "text" });
    const draft = (read.headers.get("location") ?? "").slice("/console".length);
    expect(draft).toMatch(/^\/brief\/./);
    const answered = await send(draft, { "answer.objective": "awareness", "change.budget": "95,000 EUR" });
    expect(await answered.text()).toContain("objective: awareness");
    const later = await login();
    const again = await (await get(draft, later)).text();
    expect(again).toContain("objective: awareness");
    expect(again).toContain("95,000");
    expect(again).toContain("1 to 31 May 2027");
    expect(again).not.toContain("“EUR 90,000”");
    expect(await (await get("/brief", later)).text()).toContain(`/console${draft}`);
    const language = await get("/language/de", { ...later, referer: `http://${host}/console${draft}` });
    expect(language.headers.get("location")).toBe(`/console${draft}`);
    const unsure = await send("/brief/start", { draft: draft.slice("/brief/".length), word: "no" });
    const refused = (unsure.headers.get("location") ?? "").slice("/console".length);
    expect(await (await get(refused, later)).text()).toContain(english.brief.startRefused);
    expect((await send(`${draft}/discard`, {})).headers.get("location")).toBe("/console/brief");
    expect((await get(draft, later)).status).toBe(404);
    expect(await (await get("/brief", later)).text()).not.toContain(`/console${draft}`);
  });

  it("speaks the language that was chosen, and leads back to its own pages alone", async () => {
    const { get } = it_;
    const back = async (referer: string) => (await get("/language/de", { referer })).headers.get("location");
    expect(await back(`http://${host}/console/inbox?a=b`)).toBe("/console/inbox?a=b");
    for (const other of ["http://evil.example/console", `http://${host}/status`, "//evil.example"])
      expect(await back(other), other).toBe("/console");
    const cookie = (await get("/language/de")).headers.get("set-cookie")?.split(";")[0] ?? "";
    const page = await (await get("/login", { cookie, "accept-language": "en" })).text();
    expect(page).toContain('<html lang="de">');
    expect(await (await get("/nowhere", { host: "evil.example", "accept-language": "de" })).text()).toContain(
      german.refused.host,
    );
  });

  it("leads from the old address of a campaign's documents to the one that holds, downloads too", async () => {
    const { get, login } = it_;
    const session = await login();
    for (const [old, now] of [
      ["acme-1/papers", "acme-1/documents"],
      ["papers/papers/pdf", "papers/documents/pdf"],
      ["a%2Fb/papers/io-pdf/order.harbour%20one", "a%2Fb/documents/io-pdf/order.harbour%20one"],
    ]) {
      const answer = await get(`/campaigns/${old}`, session);
      expect([answer.status, answer.headers.get("location")], old).toEqual([
        308,
        `/console/campaigns/${now}`,
      ]);
    }
    expect((await get("/campaigns/acme-1/papers")).status).toBe(303);
  });

  it("lets a GET change nothing: every act is a form", async () => {
    const { get, login } = it_;
    const session = await login();
    for (const path of [
      "/stop/release",
      "/brief/start",
      "/brief/compare",
      "/inbox/a/b/reject",
      "/campaigns/a/free",
      "/campaigns/a/keep",
      "/campaigns/a/leave-idle",
      "/logout",
      "/login/link",
    ])
      expect((await get(path, session)).status, path).toBe(404);
    expect((await get("", session)).status).toBe(200);
  });
});
