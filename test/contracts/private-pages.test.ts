import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { openPostgresPages } from "../../src/ledger/postgres-pages.ts";
import { type PrivatePages, pagesIn } from "../../src/lib/private-pages.ts";
import { sharedPins } from "../../src/protocol/dialects/shared-pins.ts";
import { guardedOauthFetch } from "../../src/protocol/oauth/guarded-oauth-fetch.ts";
import { openLoginBook } from "../../src/protocol/oauth/login-book.ts";
import { openLogins } from "../../src/protocol/oauth/logins.ts";
import { type PostgresServer, startPostgres } from "../ledger/postgres-server.ts";
import { openDesk } from "../protocol/oauth/desk.ts";

const closing: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server[Symbol.asyncDispose]());

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "flightdesk-pages-"));
  closing.push(() => rmSync(folder, { recursive: true }));
  return folder;
}

function inDatabase(url: string, keyFile: string): PrivatePages {
  const pages = openPostgresPages(url, keyFile, "login");
  closing.unshift(pages.close);
  return pages;
}

/** Two machines, or two processes of one. */
async function twoInDatabase(): Promise<readonly [PrivatePages, PrivatePages]> {
  const [url, keyFile] = [await server.database(), join(newFolder(), "ledger.db.key")];
  return [inDatabase(url, keyFile), inDatabase(url, keyFile)];
}

async function twoInFolder(): Promise<readonly [PrivatePages, PrivatePages]> {
  const folder = join(newFolder(), "pages");
  return [pagesIn(folder), pagesIn(folder)];
}

describe.each([
  ["in a folder", twoInFolder],
  ["in a database", twoInDatabase],
])("private pages %s", (_, open) => {
  it("are read as they were written, by name, until they are removed", async () => {
    const [pages] = await open();
    expect([await pages.read("one"), await pages.list()]).toEqual([undefined, []]);
    await pages.changing("two", (page) => page.write("second"));
    await pages.changing("one", (page) => page.write("first"));
    expect(await pages.read("one")).toBe("first");
    expect(await pages.list()).toEqual([
      { name: "one", text: "first" },
      { name: "two", text: "second" },
    ]);
    await pages.changing("one", (page) => page.remove());
    expect(await pages.read("one")).toBeUndefined();
    expect(await pages.changing("two", (page) => page.read())).toBe("second");
  });

  it("are changed by one at a time", async () => {
    const both = await open();
    const countUp = (pages: PrivatePages) =>
      pages.changing("count", async (page) => page.write(String(Number((await page.read()) ?? 0) + 1)));
    await Promise.all(Array.from({ length: 20 }, (_each, n) => countUp(both[n % 2 === 0 ? 0 : 1])));
    expect(await both[0].changing("count", (page) => page.read())).toBe("20");
  });

  it("keep what was written where the change rejects afterwards", async () => {
    const [pages, other] = await open();
    const change = pages.changing("one", async (page) => {
      await page.write("kept");
      throw new Error("the rest went wrong");
    });
    await expect(change).rejects.toThrow("the rest went wrong");
    expect(await other.read("one")).toBe("kept");
  });

  it("hold a login that two machines renew at once: its refresh token is used once, and both have the new one", async () => {
    const [pages, other] = await open();
    await using desk = await openDesk({}, pages);
    const { session } = await desk.logIn();
    const fetched: string[] = [];
    const fetch = guardedOauthFetch({ allowLoopback: true });
    const loginsIn = (book: PrivatePages) =>
      openLogins({
        book: openLoginBook(book),
        now: desk.clock.now,
        fetch: (url, init) => {
          fetched.push(new URL(url).pathname);
          return fetch(url, init);
        },
      });
    const renewed = await Promise.all(
      [pages, other].map((book) => loginsIn(book).renewed(desk.agentUrl, `Bearer ${session?.accessToken}`)),
    );
    expect(new Set(renewed).size).toBe(1);
    expect(renewed[0]).not.toBe(`Bearer ${session?.accessToken}`);
    expect(fetched).toHaveLength(1);
  });
});

describe("private pages in a database", () => {
  it("tell each machine what another one has found an agent to speak, and that it was forgotten", async () => {
    const [one, other] = await twoInDatabase();
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    const [here, there] = [sharedPins(one), sharedPins(other)];
    const agentUrl = "https://seller.example/mcp";
    const pin = { dialect: "adcp-3.1", tools: ["get_products"], since: "2027-01-04T08:00:00Z" } as const;
    await there.refresh();
    here.write(agentUrl, pin);
    expect(here.read(agentUrl)).toEqual(pin);
    await here.refresh();
    now += 5_000;
    expect(there.read(agentUrl)).toBeUndefined();
    await there.refresh();
    expect(there.read(agentUrl)).toEqual(pin);
    there.remove(agentUrl);
    now += 5_000;
    await there.refresh();
    await here.refresh();
    expect([here.read(agentUrl), there.read(agentUrl)]).toEqual([undefined, undefined]);
    vi.restoreAllMocks();
  });

  it("are no text to who reads the database, and nobody's without the ledger's key", async () => {
    const url = await server.database();
    const keyFile = join(newFolder(), "ledger.db.key");
    const pages = inDatabase(url, keyFile);
    await pages.changing("seller", (page) => page.write("refresh-token-canary"));
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ name: string; sealed: string }>("SELECT * FROM flightdesk.login");
    expect(rows).toHaveLength(1);
    expect(rows[0]?.sealed).not.toContain("canary");
    expect(Buffer.from(rows[0]?.sealed ?? "", "base64").toString("latin1")).not.toContain("canary");
    // Under another name it is not what was written.
    await client.query("UPDATE flightdesk.login SET name = 'other'");
    await client.end();
    await expect(inDatabase(url, keyFile).read("other")).rejects.toThrow(
      "was written under another ledger.db.key",
    );
    await expect(inDatabase(url, join(newFolder(), "ledger.db.key")).read("other")).rejects.toThrow();
  });
});
