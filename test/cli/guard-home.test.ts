import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { flightdesk, temporaryFolder } from "./flightdesk.ts";

const modeOf = (path: string) => statSync(path).mode & 0o777;

it("closes what others could read in the home folder, says so once, and writes nothing that they can read", async () => {
  using folder = temporaryFolder();
  const home = join(folder.path, "home");
  const secrets = [
    "approver.key",
    "credentials.yaml",
    "ledger.db.key",
    "logins/a.json",
    "signing-keys/k.pem",
  ];
  for (const inner of ["logins", "signing-keys"]) mkdirSync(join(home, inner), { recursive: true });
  for (const name of secrets) writeFileSync(join(home, name), "");
  writeFileSync(join(home, "notes.txt"), "");
  chmodSync(home, 0o755);
  const words = ["keys", "list", "--home", home];
  const first = await flightdesk(words);
  for (const path of [home, ...secrets.map((name) => join(home, name))]) {
    expect(first.stderr).toContain(`${path} was open to others on this machine: it is closed to them now\n`);
    expect(modeOf(path) & 0o077).toBe(0);
  }
  expect(first.stderr).not.toContain("notes.txt");
  expect((await flightdesk(words)).stderr).not.toContain("open to others");
});

it("writes nothing that others can read, except where it was asked for by its path", async () => {
  using folder = temporaryFolder();
  const home = join(folder.path, "home");
  const shared = join(folder.path, "shared");
  const usual = process.umask();
  await flightdesk(["plan", "examples/brief-to-campaign/brief.yaml", "--sandbox", "--home", home]);
  for (const name of readdirSync(home, { recursive: true, encoding: "utf8" }))
    expect([name, modeOf(join(home, name)) & 0o077]).toEqual([name, 0]);
  await flightdesk(["statement", "--month", "2027-01", "--out", shared, "--home", home]);
  expect(modeOf(join(shared, "statement-2027-01.xlsx"))).toBe(0o666 & ~usual);
});

it("refuses a folder that is everybody's, and one that cannot be closed", async () => {
  using folder = temporaryFolder();
  chmodSync(folder.path, 0o1777);
  const { code, stderr } = await flightdesk(["keys", "list", "--home", folder.path]);
  expect(code).toBe(2);
  expect(stderr).toBe(
    `error: ${folder.path} is shared by everybody on this machine: name a folder of your own with home\n`,
  );
  expect(modeOf(folder.path)).toBe(0o777);
  chmodSync(folder.path, 0o755);
  vi.doMock("node:fs", async (original) => ({
    ...(await original<typeof import("node:fs")>()),
    chmodSync: () => {
      throw new Error("EPERM");
    },
  }));
  const { guardHome } = await import("../../src/cli/guard-home.ts");
  expect(() => guardHome(folder.path)).toThrow("belongs to somebody else");
});
