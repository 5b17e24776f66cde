import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { flightdesk, temporaryFolder } from "./flightdesk.ts";

const isMissing = (shell: string) => spawnSync(shell, ["--version"]).error !== undefined;

async function scriptFor(shell: string): Promise<string> {
  const { code, stdout } = await flightdesk(["completion", shell]);
  expect(code).toBe(0);
  return stdout;
}

describe("completion", () => {
  it.skipIf(isMissing("bash"))("completes commands, their verbs and their flags in bash", async () => {
    using folder = temporaryFolder();
    const file = join(folder.path, "completion.bash");
    writeFileSync(file, await scriptFor("bash"));
    const completed = (...words: readonly string[]) => {
      const given = words.map((word) => `'${word}'`).join(" ");
      const ask = `source ${file}; COMP_WORDS=(flightdesk ${given}); COMP_CWORD=${words.length}; _flightdesk; echo "\${COMPREPLY[@]}"`;
      return spawnSync("bash", ["-c", ask], { encoding: "utf8" }).stdout.trim().split(" ");
    };
    expect(completed("com")).toEqual(["compare", "completion"]);
    expect(completed("buys", "pa")).toEqual(["pause"]);
    expect(completed("whatif", "some-campaign", "--fr")).toEqual(["--from"]);
    expect(completed("--verbose", "claims", "sh")).toEqual(["show"]);
  });

  it.each(["zsh", "fish"])("is a script that %s reads", async (shell) => {
    const script = await scriptFor(shell);
    expect(script).toContain("flightdesk");
    expect(script).toMatch(shell === "fish" ? /-l from -d 'amounts as edited/ : /bashcompinit/);
    if (isMissing(shell)) return;
    expect(spawnSync(shell, ["-n"], { input: script, encoding: "utf8" }).stderr).toBe("");
  });

  it("knows its shells", async () => {
    const { code, stderr } = await flightdesk(["completion", "tcsh"]);
    expect(code).toBe(2);
    expect(stderr).toContain("bash, zsh, fish");
  });
});

it("help names first what one needs first", async () => {
  const { stdout } = await flightdesk(["--help"]);
  const [first = ""] = stdout.split("Begin with:")[1]?.split("\n\n") ?? [];
  const names = [...first.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name);
  expect(names).toEqual(["init", "brief", "compare", "run", "status", "report"]);
});

it.each([[[]], [["run"]], [["serve"]]])("help of %j fits a terminal", async (command) => {
  const lines = (await flightdesk([...command, "--help"])).stdout.trimEnd().split("\n");
  expect(lines.length).toBeLessThanOrEqual(60);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
});
