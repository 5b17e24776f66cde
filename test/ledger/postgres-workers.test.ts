import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openWorkerRoll } from "../../src/ledger/postgres-workers.ts";
import { type PostgresServer, startPostgres } from "./postgres-server.ts";

let server: PostgresServer;
let folder: string;
beforeAll(async () => {
  server = await startPostgres();
  folder = mkdtempSync(join(tmpdir(), "flightdesk-roll-"));
});
afterAll(async () => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
  await server[Symbol.asyncDispose]();
});

it("lets the worker that has been there longest go on, and tells each other one what it has otherwise", async () => {
  const [url, keyFile] = [await server.database(), join(folder, "ledger.db.key")];
  const open = () => openWorkerRoll(url, keyFile);
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const later = () => {
    now += 5_000;
  };
  const usual = { policies: "p", credentials: "secret-canary", "approver.key": "k" };
  const [first, second, third] = [open(), open(), open()];
  expect(await first.sign(usual)).toEqual([]);
  expect(await second.sign(usual)).toEqual([]);
  expect(await third.sign({ ...usual, credentials: "other", policies: "q" })).toEqual([
    "policies",
    "credentials",
  ]);

  // Changed on the first one: the others wait until they are changed, too.
  later();
  const changed = { ...usual, credentials: "new" };
  expect(await first.sign(changed)).toEqual([]);
  expect(await second.sign(usual)).toEqual(["credentials"]);
  later();
  expect(await second.sign(changed)).toEqual([]);

  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ marks: unknown }>("SELECT marks FROM flightdesk.worker");
  expect(rows).toHaveLength(3);
  expect(JSON.stringify(rows)).not.toContain("canary");

  // One that ended is not asked after, and one that died not for long.
  await first.close();
  await client.query(
    "UPDATE flightdesk.worker SET seen = now() - interval '31 seconds' WHERE since = (SELECT min(since) FROM flightdesk.worker)",
  );
  await client.end();
  later();
  expect(await third.sign({ ...usual, credentials: "other" })).toEqual([]);
  await Promise.all([second.close(), third.close()]);
});
