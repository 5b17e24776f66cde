import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
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
