import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { flightdesk, temporaryFolder } from "../cli/flightdesk.ts";

const rules =
  'version: 1\nname: Desk\nrules:\n  - id: dear\n    when: { amount: { over: "100 EUR" } }\n    then: deny\n';
const cases = (expect: string) =>
  `- name: a dear call\n  step: { task: create_media_buy, amount: "101 EUR" }\n  expect: ${expect}\n  by: dear\n`;

function folderWith(files: Readonly<Record<string, string>>) {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder.path, name), text);
  return folder;
}

describe("flightdesk policy", () => {
  it.each(["check", "test", "explain"])("%s --help shows an example", async (command) => {
    const { code, stdout } = await flightdesk(["policy", command, "--help"]);
    expect(code).toBe(0);
    expect(stdout).toContain(`$ flightdesk policy ${command} `);
  });

  it("check and test are content with the policies that come with the package", async () => {
    const check = await flightdesk(["policy", "check"]);
    expect(check).toMatchObject({ code: 0, stderr: "" });
    const test = await flightdesk(["policy", "test", "--json"]);
    expect(test.code).toBe(0);
    expect(JSON.parse(test.stdout)).toMatchObject({ command: "policy test", failed: 0 });
  });

  it("check tells all mistakes of all files with their places, and exits with 2", async () => {
    using folder = folderWith({
      "a.yaml": rules.replace("amount:", "amuont:"),
      "b.yaml": rules.replace("deny", "dney"),
      "b.cases.yaml": cases("denied"),
      "c.yaml": rules,
      "c.cases.yaml": cases("dennied"),
    });
    const { code, stdout } = await flightdesk(["policy", "check", "--policies", folder.path]);
    expect(code).toBe(2);
    const lines = stdout.trim().split("\n");
    expect(lines).toEqual([
      expect.stringContaining('a.yaml:5:13 rule "dear": "amuont"'),
      expect.stringContaining('b.yaml:6:11 rule "dear": "dney"'),
      expect.stringContaining('c.cases.yaml:3:11 case "a dear call": "dennied"'),
    ]);
    const json = await flightdesk(["policy", "check", join(folder.path, "a.yaml"), "--json"]);
    expect(json.code).toBe(2);
    expect(JSON.parse(json.stdout)).toMatchObject({
      command: "policy check",
      problems: [{ line: 5, column: 13, within: 'rule "dear"' }],
    });
  });

  it("test tells each failed case with what was expected and what came, and exits with 1", async () => {
    using folder = folderWith({ "a.yaml": rules, "a.cases.yaml": cases("approved") });
    const { code, stdout } = await flightdesk(["policy", "test", join(folder.path, "a.yaml")]);
    expect(code).toBe(1);
    expect(stdout).toContain("expected approved by dear, is denied by dear");
    expect(stdout).toContain("0 of 1 cases are as expected");
  });

  it("test judges a policy in shadow mode as if it were enforced", async () => {
    using folder = folderWith({
      "a.yaml": rules.replace("rules:", "mode: shadow\nrules:"),
      "a.cases.yaml": cases("denied"),
    });
    const { code } = await flightdesk(["policy", "test", join(folder.path, "a.cases.yaml")]);
    expect(code).toBe(0);
  });

  it("explain says rules and caps in sentences", async () => {
    using folder = folderWith({ "a.yaml": `${rules}caps:\n  - per: day\n    amount: "900 EUR"\n` });
    const { stdout } = await flightdesk(["policy", "explain", join(folder.path, "a.yaml")]);
    expect(stdout).toContain("dear: When a call costs over EUR 100.00, it is refused.");
    expect(stdout).toContain("cap per day: All calls of one day (UTC) together may cost at most EUR 900.00.");
  });

  it.each([
    [["policy", "check", "nowhere.yaml"], /nowhere\.yaml: there is no such file/],
    [["policy", "check", "--policies", "nowhere"], /there is no folder nowhere/],
  ])("%j is a usage error", async (words, message) => {
    const { code, stderr } = await flightdesk(words);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });

  it("refuses cases that stand beside no policy", async () => {
    using folder = folderWith({ "a.yaml": rules, "b.cases.yaml": cases("denied") });
    const { code, stderr } = await flightdesk(["policy", "check", "--policies", folder.path]);
    expect(stderr).toMatch(/b\.cases\.yaml: there is no b\.yaml beside it/);
    expect(code).toBe(2);
  });

  it.each([
    [{ "a.yaml": rules, "B.YAML": rules }, /B\.YAML: a policy's name ends in \.yaml or \.yml/],
    [{ "a.yaml": rules, "b.yaml.txt": rules }, /b\.yaml\.txt: a policy's name ends in/],
    [{ "README.md": "no rules" }, /policies: there is no policy in /],
  ])("passes over no file that may hold a rule: %j", async (files, message) => {
    using folder = folderWith(files);
    const { code, stderr } = await flightdesk(["policy", "check", "--policies", folder.path]);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });
});
