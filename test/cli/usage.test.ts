import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { flightdesk, temporaryFolder } from "./flightdesk.ts";

const commands = [
  "sandbox",
  "audit",
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
  "buys swap-creative",
  "reallocations",
  "reallocations list",
  "reallocations revert",
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

  it.each([
    [["run", "brief.yaml", "--exceute"], /unknown option '--exceute'[\s\S]*--execute/],
    [["rum"], /unknown command 'rum'[\s\S]*run/],
    [["run"], /missing required argument 'brief'/],
    [
      ["approve", "buy/a.example/EUR", "--total", "90000"],
      /nothing is approved: --total does not count as a person's approval/,
    ],
    [["run", "no-such-file.yaml"], /no-such-file\.yaml: there is no such file/],
    [
      ["compare", "examples/brief-to-campaign/brief.yaml", "--registry-url", "nonsense"],
      /--registry-url: Invalid URL/,
    ],
    [
      ["compare", "examples/brief-to-campaign/brief.yaml", "--seller-deadline", "soon"],
      /--seller-deadline: "soon" is not a time/,
    ],
    [
      ["compare", "examples/brief-to-campaign/brief.yaml", "--policies", "nowhere"],
      /there is no folder nowhere/,
    ],
    [["sandbox", "--port", "99999"], /a port is a number/],
    [["stop"], /say what to stop/],
    [["stop", "--all", "--seller", "x.example"], /say what to stop/],
    [["release", "--campaign", "nowhere"], /no campaign has been run here yet/],
    [["go", "--campaign", "nowhere"], /no campaign has been run here yet/],
    [["reject", "buy/x"], /required option '--reason <text>'/],
  ])("%j is a usage error that says what is wrong", async (words, message) => {
    using home = temporaryFolder();
    const { code, stdout, stderr } = await flightdesk(words, { FLIGHTDESK_HOME: home.path });
    expect(stderr).toMatch(message);
    expect(stdout).toBe("");
    expect(code).toBe(2);
  });

  it("names file, line, column and field of a mistake in a brief", async () => {
    using folder = temporaryFolder();
    const brief = join(folder.path, "brief.yaml");
    writeFileSync(brief, "name: X\nbrand:\n  domain: acme.example\nobjective: awareness\nbudgte: 5 EUR\n");
    const { code, stderr } = await flightdesk(["plan", brief], { FLIGHTDESK_HOME: folder.path });
    expect(stderr).toContain(`${brief}:5:1 budgte:`);
    expect(stderr).toMatch(/Did you mean "?budget/i);
    expect(code).toBe(2);
  });

  it("names the criteria where a brief weighs what is none", async () => {
    using folder = temporaryFolder();
    const brief = join(folder.path, "brief.yaml");
    const good = readFileSync("examples/brief-to-campaign/brief.yaml", "utf8");
    writeFileSync(brief, `${good}weights: { prize: 50 }\n`);
    const { code, stderr } = await flightdesk(["plan", brief], { FLIGHTDESK_HOME: folder.path });
    expect(stderr).toContain(
      'weights: "prize" is no criterion of the ranking: price, fit, scale, certainty, completeness',
    );
    expect(code).toBe(2);
  });

  it("names file, line and column of a mistake in the settings", async () => {
    using folder = temporaryFolder();
    const settings = join(folder.path, "settings.yaml");
    writeFileSync(settings, "caller: https://agency.example/agent\nregistry_ulr: https://registry.example\n");
    const { code, stderr } = await flightdesk(["status", "--config", settings]);
    expect(stderr).toContain(`${settings}:2:1 registry_ulr:`);
    expect(stderr).toContain('Did you mean "registry_url"?');
    expect(code).toBe(2);
  });

  it("warns of a variable that looks like a setting and is none", async () => {
    using home = temporaryFolder();
    const { code, stderr } = await flightdesk(["status"], {
      FLIGHTDESK_HOME: home.path,
      FLIGHTDESK_REGISTRY_ULR: "https://registry.example",
    });
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
    expect(stderr).toMatch(/open question/);
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

  it("says what is missing where no registry is set, and fails", async () => {
    using home = temporaryFolder();
    const { code, stderr } = await flightdesk(["compare", "examples/brief-to-campaign/brief.yaml"], {
      FLIGHTDESK_HOME: home.path,
    });
    expect(stderr).toContain("no registry is set");
    expect(code).toBe(1);
  });

  it("knows no campaign before one was run", async () => {
    using home = temporaryFolder();
    const { code, stderr } = await flightdesk(["resume"], { FLIGHTDESK_HOME: home.path });
    expect(stderr).toContain("no campaign has been run here yet");
    expect(code).toBe(2);
  });
});
