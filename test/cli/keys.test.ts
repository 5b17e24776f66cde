import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { flightdesk, temporaryFolder } from "./flightdesk.ts";

it("makes, lists, rotates and publishes keys, and never shows a private one", async () => {
  using folder = temporaryFolder();
  const ring = join(folder.path, "signing-keys");
  const keys = (...words: string[]) => flightdesk(["keys", ...words, "--home", folder.path]);
  expect((await keys("list")).stdout).toContain("make one with: flightdesk keys new");
  expect(await keys("rotate")).toMatchObject({ code: 2, stdout: "" });

  const first = await keys("new");
  expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining("It signs from now on") });
  const second = await keys("new", "--alg", "ecdsa-p256-sha256");
  expect(second.stderr).toContain("does not sign yet: host it first");
  const [old, next] = [first.stdout.trim(), second.stdout.trim()];
  const listed = await keys("list");
  expect(listed.stdout).toBe(`${old}  ed25519            signs\n${next}  ecdsa-p256-sha256  next\n`);
  expect(await keys("rotate")).toMatchObject({ code: 0, stdout: `${next}\n` });
  expect(JSON.parse((await keys("list", "--json")).stdout)).toEqual({
    keys: [
      { key: old, algorithm: "ed25519", state: "published" },
      { key: next, algorithm: "ecdsa-p256-sha256", state: "signs" },
    ],
  });

  const out = join(folder.path, "well-known");
  expect(await keys("publish", "--out", out)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("name your agency's domain with operator"),
  });
  const published = await flightdesk(["keys", "publish", "--out", out, "--home", folder.path], {
    FLIGHTDESK_OPERATOR: "agency.example",
  });
  expect(published.stderr).not.toContain("flightdesk.example");
  expect(published.stderr).toContain("/.well-known/brand.json");
  const jwks = readFileSync(join(out, "jwks.json"), "utf8");
  const ids = JSON.parse(jwks).keys.map(({ kid }: { kid: string }) => kid);
  expect(ids).toEqual([old, next]);
  expect(jwks).not.toContain('"d"');

  const files = readdirSync(ring).filter((name) => name.endsWith(".pem"));
  expect(files).toEqual([`${old}.pem`, `${next}.pem`]);
  const said = [first, second, listed, published].map(({ stdout, stderr }) => stdout + stderr).join("");
  for (const name of files) {
    expect(statSync(join(ring, name)).mode & 0o777).toBe(0o600);
    expect(said).not.toContain(readFileSync(join(ring, name), "utf8").split("\n")[1]);
  }
});

it("makes no key for an algorithm that nobody verifies", async () => {
  using folder = temporaryFolder();
  const made = await flightdesk(["keys", "new", "--alg", "hmac-sha256", "--home", folder.path]);
  expect(made).toMatchObject({ code: 2, stdout: "" });
  expect(made.stderr).toContain("is none of ed25519, ecdsa-p256-sha256, rsa-pss-sha512");
  expect(readdirSync(folder.path)).toEqual([]);
});
