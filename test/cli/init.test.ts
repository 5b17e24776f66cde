import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { settingNames, settingsSchema } from "../../src/config.ts";
import { flightdesk, temporaryFolder } from "./flightdesk.ts";

describe("init", () => {
  it("writes what was given, and every other setting as a comment that says what it is", async () => {
    using folder = temporaryFolder();
    const out = join(folder.path, "flightdesk.yaml");
    const given = ["--registry-url", "https://registry.example", "--operator", "agency.example"];
    const { code, stdout } = await flightdesk(["init", "--out", out, ...given]);
    expect(code).toBe(0);
    expect(stdout).toContain("is written");
    const text = readFileSync(out, "utf8");
    expect(settingsSchema.parse(parse(text))).toEqual({
      registry_url: "https://registry.example",
      operator: "agency.example",
    });
    for (const name of settingNames) expect(text).toMatch(new RegExp(`^(?:# )?${name}:`, "m"));
  });

  it("leaves a file alone that is there", async () => {
    using folder = temporaryFolder();
    const out = join(folder.path, "flightdesk.yaml");
    const settings = ["init", "--out", out, "--operator", "agency.example"];
    await flightdesk(settings);
    const before = readFileSync(out, "utf8");
    const { code, stderr } = await flightdesk([...settings.slice(0, -1), "other.example"]);
    expect(code).toBe(2);
    expect(stderr).toContain("is there already");
    expect(readFileSync(out, "utf8")).toBe(before);
  });

  it("writes nothing of a value that is none, and says which", async () => {
    using folder = temporaryFolder();
    const out = join(folder.path, "flightdesk.yaml");
    const { code, stderr } = await flightdesk(["init", "--out", out, "--governance-url", "nowhere"]);
    expect(code).toBe(2);
    expect(stderr).toContain('--governance-url: "nowhere": ');
    expect(existsSync(out)).toBe(false);
  });
});

it("--version prints the package's version", async () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  expect(await flightdesk(["--version"])).toMatchObject({ code: 0, stdout: `${version}\n` });
});
