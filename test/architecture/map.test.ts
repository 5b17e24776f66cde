import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, it } from "vitest";

const filesLike = (...patterns: readonly string[]) =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...patterns], {
    encoding: "utf8",
  })
    .trim()
    .split("\n");

it("names no file that is not there in what leads through the code", () => {
  const paths = filesLike("*.ts").map((path) => `/${path}`);
  const stale = filesLike("CONTRIBUTING.md", "src/**/README.md").flatMap((guide) =>
    [...readFileSync(guide, "utf8").matchAll(/`(?<name>[\w./-]+\.ts)`/g)].flatMap(({ groups = {} }) => {
      const { name = "" } = groups;
      return paths.some((path) => path.endsWith(`/${name}`)) ? [] : [`${guide}: ${name}`];
    }),
  );
  expect(stale).toEqual([]);
});

it("keeps folders and files as small as somebody who looks for something can take in", () => {
  const files = filesLike("src/**.ts").filter((file) => existsSync(file));
  const counts = new Map<string, number>();
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count > 30)).toEqual([]);
  const linesOf = (file: string) => readFileSync(file, "utf8").trimEnd().split("\n").length;
  expect(files.filter((file) => linesOf(file) > 350)).toEqual([]);
});

it("tells a campaign's story on one page, and names no file there that is elsewhere", () => {
  const story = readFileSync("src/campaign/README.md", "utf8");
  const named = [...story.matchAll(/(?<![\w./-])[\w./-]+\.ts\b/g)].map(([name]) => name);
  expect(named).toContain("execute/perform.ts");
  expect(named.filter((name) => !existsSync(`src/campaign/${name}`) && !existsSync(name))).toEqual([]);
  expect(story.trimEnd().split("\n").length).toBeLessThanOrEqual(60);
});
