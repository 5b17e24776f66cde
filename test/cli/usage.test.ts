import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { flightdesk, temporaryFolder } from "./flightdesk.ts";

const commands = [
  "sandbox",
  "demo",
  "audit",
  "ledger",
  "ledger migrate",
  "compare",
  "plan",
  "run",
  "status",
  "inbox",
  "keys",
  "approve",
  "reject",
  "resume",
  "buys",
  "buys list",
  "buys cancel",
  "buys free",
  "buys swap-creative",
  "reallocations",
  "reallocations list",
  "reallocations revert",
  "reallocations leave-idle",
  "stop",
  "release",
  "go",
  "report",
  "ask",
  "policy",
  "call",
  "accounts",
  "accounts sync",
  "accounts list",
  "audiences sync",
  "catalogs sync",
  "events log",
  "results import",
];

describe("flightdesk", () => {
  it.each(commands)("%s --help shows an example", async (command) => {
    const { code, stdout } = await flightdesk([...command.split(" "), "--help"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Examples?:\n {2}\$ flightdesk /);
  });

  it("has every command in the manual's table, and no other", async () => {
    const { stdout } = await flightdesk(["--help"]);
    const commands = [...stdout.matchAll(/^ {2}(?<name>[a-z]+) {2}/gm)].map(([, name]) => name);
    const page = readFileSync("docs/commands.md", "utf8");
    const named = [...page.matchAll(/`(?<name>[a-z]+)/g)].map(([, name]) => name);
    const rows = [...page.matchAll(/^\| `(?<name>[a-z]+)/gm)].map(([, name = ""]) => name);
    expect(commands.length).toBeGreaterThan(30);
    expect(commands.filter((name) => name !== "help" && !named.includes(name))).toEqual([]);
    expect(rows.filter((name) => !commands.includes(name))).toEqual([]);
  });

  it.each(["call nordlicht get_products", "login nordlicht.example", "audit verify --at-sellers"])(
    "%s is wrong usage where no registry is set",
    async (command) => {
      using home = temporaryFolder();
      const { code, stderr } = await flightdesk([...command.split(" "), "--home", home.path]);
      expect([code, stderr]).toEqual([2, expect.stringContaining("no registry is set: name one with")]);
    },
  );

  it("warns of a variable that looks like a setting and is none, and of a proxy that would not be used", async () => {
    using home = temporaryFolder();
    const { code, stderr } = await flightdesk(["status"], {
      FLIGHTDESK_HOME: home.path,
      FLIGHTDESK_REGISTRY_ULR: "https://registry.example",
      HTTPS_PROXY: "http://proxy.example:3128",
    });
    expect(stderr).toContain(
      "warning: HTTPS_PROXY: no proxy is used, as agents are called directly, each at the address that was checked.",
    );
    expect(stderr).toContain(
      "warning: FLIGHTDESK_REGISTRY_ULR is not a setting and counts for nothing; did you mean FLIGHTDESK_REGISTRY_URL?",
    );
    expect(code).toBe(0);
  });

  it("refuses a free-text brief while a question is open", async () => {
    using folder = temporaryFolder();
    const brief = join(folder.path, "brief.md");
    writeFileSync(
      brief,
      "Acme (acme.example) wants awareness on CTV in Germany from 01/02/2027 to 28 February 2027.\n",
    );
    const { code, stderr } = await flightdesk(["run", brief, "--sandbox", "--execute"], {
      FLIGHTDESK_HOME: folder.path,
    });
    expect(stderr).toContain(`answer with: flightdesk brief new ${brief}\n`);
    expect(stderr).toMatch(/\? budget:/);
    expect(code).toBe(2);
  });

  it("spends nothing on free text before a person has said that it was understood", async () => {
    using folder = temporaryFolder();
    const brief = join(folder.path, "brief.md");
    writeFileSync(
      brief,
      "Acme (acme.example) wants awareness on CTV in Germany. Total media budget: EUR 120,000.\nFlight: 18 January 2027 to 28 February 2027.\n",
    );
    const { code, stderr } = await flightdesk(["run", brief, "--sandbox", "--execute"], {
      FLIGHTDESK_HOME: folder.path,
    });
    expect(stderr).toContain('# from "EUR 120,000"');
    expect(stderr).toContain("--confirm");
    expect(code).toBe(2);
  });
});
