import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSessions } from "../../src/console/sessions.ts";
import { openPostgresPages } from "../../src/ledger/postgres-pages.ts";
import { simulatedClock } from "../../src/lib/clock.ts";
import { type PrivatePages, pagesInMemory } from "../../src/lib/private-pages.ts";
import { type PostgresServer, startPostgres } from "../ledger/postgres-server.ts";

let server: PostgresServer;
let folder: string;
beforeAll(async () => {
  server = await startPostgres();
  folder = mkdtempSync(join(tmpdir(), "flightdesk-sessions-"));
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** Two views of the same sessions: two machines, or the same one twice. */
const places: readonly (readonly [string, () => Promise<readonly [PrivatePages, PrivatePages]>])[] = [
  [
    "of one process",
    async () => {
      const pages = pagesInMemory();
      return [pages, pages];
    },
  ],
  [
    "of two machines",
    async () => {
      const url = await server.database();
      const open = () => openPostgresPages(url, join(folder, "ledger.db.key"), "session");
      return [open(), open()];
    },
  ],
];

describe.each(places)("sessions %s", (_, open) => {
  it("are known wherever they began, take each form once, and end for all", async () => {
    const [one, other] = await open();
    const clock = simulatedClock("2027-01-04T08:00:00Z");
    let drawn = 0;
    const random = () => `drawn-${drawn++}`;
    const at = (pages: PrivatePages) => openSessions({ now: clock.now, random, person: "kim", pages });
    const [here, there] = [at(one), at(other)];
    expect(await there.of("nobody")).toBeUndefined();
    const { id } = await here.admit({ person: "ada", roles: ["approver"] });
    const session = await there.of(id);
    expect([session?.person, session?.roles]).toEqual(["ada", ["approver"]]);
    const form = session?.formToken() ?? "";
    const same = await here.of(id);
    expect([same?.holds(form), same?.holds(`${form}x`)]).toEqual([true, false]);
    const taken = await Promise.all([same?.takes(form), session?.takes(form)]);
    expect(taken.toSorted((a, b) => Number(a) - Number(b))).toEqual([false, true]);
    clock.advance(8 * 3_600_000);
    expect(await here.of(id)).toBeUndefined();

    const next = await there.admit({ person: "ada" });
    expect(await here.of(next.id)).toBeDefined();
    await here.end(next.id);
    expect(await here.of(next.id)).toBeUndefined();
    expect(await (await there.of(next.id))?.takes(form)).not.toBe(true);
    for (const pages of new Set([one, other])) await pages.close();
  });

  it("make room for the newest where a hundred are there", async () => {
    const [pages] = await open();
    const clock = simulatedClock("2027-01-04T08:00:00Z");
    let drawn = 0;
    const sessions = openSessions({ now: clock.now, random: () => `drawn-${drawn++}`, person: "kim", pages });
    const ids: string[] = [];
    while (ids.length < 101) {
      clock.advance(1_000);
      ids.push((await sessions.admit({ person: "kim" })).id);
    }
    expect(await pages.list()).toHaveLength(100);
    expect(await sessions.of(ids[0] ?? "")).toBeUndefined();
    expect(await sessions.of(ids[100] ?? "")).toBeDefined();
    await pages.close();
  });
});
