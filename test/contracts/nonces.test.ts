import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openNonceFile } from "../../src/ledger/nonce-file.ts";
import { openPostgresNonces } from "../../src/ledger/postgres-nonces.ts";
import { memoryNonces, type NonceStore } from "../../src/lib/nonces.ts";
import { type PostgresServer, startPostgres } from "../ledger/postgres-server.ts";

const closing: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server[Symbol.asyncDispose]());

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "flightdesk-nonces-"));
  closing.push(() => rmSync(folder, { recursive: true }));
  return join(folder, "nonces.db");
}

function fileNonces(file = newFile()): NonceStore {
  const nonces = openNonceFile(file);
  closing.unshift(() => nonces.close());
  return nonces;
}

function databaseNonces(url: string, keyFile: string): NonceStore {
  const nonces = openPostgresNonces(url, keyFile);
  closing.unshift(nonces.close);
  return nonces;
}

const entry = { keyScope: "seller key-1", nonce: "one", until: 2000, now: 1000 };

describe.each([
  ["in memory", () => memoryNonces()],
  ["in a file", () => fileNonces()],
  ["in a database", async () => databaseNonces(await server.database(), newFile())],
])("nonces %s", (_, open) => {
  it("are kept once for a key, until their time", async () => {
    const nonces = await open();
    expect(await nonces.keep(entry)).toBe(true);
    expect(await nonces.keep({ ...entry, now: 1999 })).toBe(false);
    expect(await nonces.keep({ ...entry, until: 3000, now: 2000 })).toBe(true);
  });

  it("of two keys are not compared", async () => {
    const nonces = await open();
    expect(await nonces.keep(entry)).toBe(true);
    expect(await nonces.keep({ ...entry, keyScope: "seller key-2" })).toBe(true);
    expect(await nonces.hasRoom("seller key-1", 1000)).toBe(true);
  });
});

describe("nonces in a file", () => {
  it("are known to a process that starts later", async () => {
    const file = newFile();
    expect(await fileNonces(file).keep(entry)).toBe(true);
    expect(await fileNonces(file).keep(entry)).toBe(false);
  });
});

describe("nonces in a database", () => {
  it("are known to another machine", async () => {
    const [url, keyFile] = [await server.database(), newFile()];
    const [one, other] = [databaseNonces(url, keyFile), databaseNonces(url, keyFile)];
    const kept = await Promise.all([one.keep(entry), other.keep(entry)]);
    expect(kept.filter(Boolean)).toHaveLength(1);
  });
});
