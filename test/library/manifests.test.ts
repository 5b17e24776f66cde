import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { manifest, publishedFiles, runtimePackages } from "../../scripts/write-mcpb.ts";
import { operations } from "../../src/desk/operations.ts";
import { tools } from "../../src/tools/tools.ts";
import { flightdesk } from "../cli/flightdesk.ts";

const text = (path: string) => readFileSync(path, "utf8");
const published = publishedFiles();
const own = JSON.parse(text("package.json"));

describe("the bundle for hosts", () => {
  it("names what is published, and the tools that it has", () => {
    const { entry_point: entry } = manifest.server;
    expect(published).toEqual(expect.arrayContaining([entry, "LICENSE", "package.json"]));
    expect(manifest).toMatchObject({ name: own.name, version: own.version, license: own.license });
    expect(manifest.server.mcp_config.args[0]).toBe(`\${__dirname}/${entry}`);
    expect(manifest.tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
  });

  it("asks the person for everything that its command line takes", () => {
    const { args, env } = manifest.server.mcp_config;
    const wanted = [...JSON.stringify([args, env]).matchAll(/user_config\.(\w+)/g)].map(
      ([, name = ""]) => name,
    );
    expect(wanted.toSorted()).toEqual(Object.keys(manifest.user_config).toSorted());
  });

  it("carries every package that it runs with, and none that it is made with", () => {
    const carried = runtimePackages();
    const named = Object.keys(own.dependencies).map((name) => `node_modules/${name}`);
    expect(carried).toEqual(expect.arrayContaining(named));
    expect(carried.filter((path) => /\/(typescript|vitest|typedoc|@adcp\/sdk)$/.test(path))).toEqual([]);
    expect(carried.filter((path) => path.includes("libsql")).length).toBeGreaterThan(1);
  });
});

it("is described to the registry of MCP servers as it is published", async () => {
  const server = JSON.parse(text("server.json"));
  expect([server.name, server.version]).toEqual([own.mcpName, own.version]);
  expect(server.description.length).toBeLessThanOrEqual(100);
  const [{ identifier, version, packageArguments }] = server.packages;
  expect([identifier, version]).toEqual([own.name, own.version]);
  const { stdout } = await flightdesk(["mcp", "--help"]);
  for (const { name } of packageArguments.slice(1)) expect(stdout).toContain(`${name} <`);
});

describe("what agents get", () => {
  const skill = text("skills/flightdesk/SKILL.md");
  const agents = text("skills/AGENTS.md");

  it("has a name and says when it is for", () => {
    const [, front = ""] = /^---\n(.*?)\n---\n/s.exec(skill) ?? [];
    const { name, description } = parse(front);
    expect(name).toBe("flightdesk");
    expect(description.length).toBeLessThanOrEqual(1024);
  });

  it("names commands and methods that there are", async () => {
    const { stdout: help } = await flightdesk(["--help"]);
    const commands = [...skill.matchAll(/`flightdesk ([a-z]+)/g)].map(([, name = ""]) => name);
    expect(commands.length).toBeGreaterThan(10);
    expect(commands.filter((name) => !new RegExp(`^  ${name}\\b`, "m").test(help))).toEqual([]);
    const methods = [...agents.matchAll(/`(\w+)\(\{ execute/g)].map(([, name = ""]) => name);
    const names = Object.keys(operations).map((name) =>
      name.replaceAll(/-(\w)/g, (_, one: string) => one.toUpperCase()),
    );
    expect(methods.filter((name) => !names.includes(name))).toEqual([]);
  });

  it("forbids what a person decides", () => {
    for (const name of ["approve", "release", "credentials.yaml", "approvers.yaml"])
      expect(`${skill}${agents}`).toContain(name);
    expect(skill).toContain("Never run `approve`");
    for (const path of [join("skills", "flightdesk", "SKILL.md"), join("skills", "AGENTS.md")])
      expect(published).toContain(path);
  });
});
