import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openNonceFile } from "../../src/ledger/nonce-file.ts";
import { memoryNonces, type NonceStore } from "../../src/protocol/signing/nonces.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

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

const entry = { keyScope: "seller key-1", nonce: "one", until: 2000, now: 1000 };

describe.each([
  ["in memory", () => memoryNonces()],
  ["in a file", () => fileNonces()],
])("nonces %s", (_, open) => {
  it("are kept once for a key, until their time", () => {
    const nonces = open();
    expect(nonces.keep(entry)).toBe(true);
    expect(nonces.keep({ ...entry, now: 1999 })).toBe(false);
    expect(nonces.keep({ ...entry, until: 3000, now: 2000 })).toBe(true);
  });

  it("of two keys are not held against one another", () => {
    const nonces = open();
    expect(nonces.keep(entry)).toBe(true);
    expect(nonces.keep({ ...entry, keyScope: "seller key-2" })).toBe(true);
    expect(nonces.hasRoom("seller key-1", 1000)).toBe(true);
  });
});

describe("nonces in a file", () => {
  it("are known to a process that starts later", () => {
    const file = newFile();
    expect(fileNonces(file).keep(entry)).toBe(true);
    expect(fileNonces(file).keep(entry)).toBe(false);
  });
});
