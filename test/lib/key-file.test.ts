import { chmodSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeKeyFile, publicKeyOf, readKeyFile } from "../../src/lib/key-file.ts";

it("makes a key once, for its owner alone, and refuses it when others can read it", () => {
  const folder = mkdtempSync(join(tmpdir(), "flightdesk-key-"));
  const file = join(folder, "kim.key");
  expect(makeKeyFile(file)).toBe(true);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const made = publicKeyOf(readKeyFile(file));
  expect(made).toMatch(/^[\w-]{43}$/);
  expect(makeKeyFile(file)).toBe(false);
  expect(publicKeyOf(readKeyFile(file))).toBe(made);
  chmodSync(file, 0o644);
  expect(() => readKeyFile(file)).toThrow(`chmod 600 ${file}`);
  rmSync(folder, { recursive: true });
});
