import { chmodSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { addKey, publishedFiles, readKeyRing, rotate } from "../../../src/protocol/signing/key-ring.ts";
import { now } from "./signed-message.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "flightdesk-ring-"));
  folders.push(folder);
  return join(folder, "keys");
}

describe("the keys that requests are signed with", () => {
  it("are none where nobody made one", () => {
    expect(readKeyRing(newFolder())).toEqual({ keys: [], current: undefined });
  });

  it("sign from the first on; a further one waits until it is published", () => {
    const folder = newFolder();
    const first = addKey(folder, "ed25519", now);
    const second = addKey(folder, "ecdsa-p256-sha256", now + 1);
    const ring = readKeyRing(folder);
    expect(ring.current?.keyId).toBe(first.keyId);
    expect(ring.keys.map(({ keyId }) => keyId)).toEqual([first.keyId, second.keyId]);
  });

  it("are rotated one step at a time: the last one stays published, the one before it goes", () => {
    const folder = newFolder();
    const [first, second] = [addKey(folder, "ed25519", now), addKey(folder, "ed25519", now + 1)];
    expect(rotate(folder)).toEqual({ now: second.keyId, removed: [] });
    expect(rotate(folder)).toBeUndefined();
    const third = addKey(folder, "ed25519", now + 2);
    expect(rotate(folder)).toEqual({ now: third.keyId, removed: [first.keyId] });
    expect(readKeyRing(folder).keys.map(({ keyId }) => keyId)).toEqual([second.keyId, third.keyId]);
  });

  it("lie in files that their owner alone can read, and are refused otherwise", () => {
    const folder = newFolder();
    const { keyId } = addKey(folder, "ed25519", now);
    const file = join(folder, `${keyId}.pem`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    chmodSync(file, 0o644);
    expect(() => readKeyRing(folder)).toThrow(`chmod 600 ${file}`);
  });

  it("are published without their private halves", () => {
    const folder = newFolder();
    addKey(folder, "ed25519", now);
    addKey(folder, "ecdsa-p256-sha256", now + 1);
    const { jwks } = publishedFiles(readKeyRing(folder), {
      agentUrl: "https://a.example/agent",
      jwksUri: "x",
    });
    expect(jwks.keys).toHaveLength(2);
    for (const key of jwks.keys) expect(key).not.toHaveProperty("d");
  });
});
