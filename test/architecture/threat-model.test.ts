import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const page = readFileSync("docs/threat-model.md", "utf8");
/** A row of the page: `| promise | `test/file.test.ts` > words of the test's name |`. */
const promises = [...page.matchAll(/^\| (.+?) +\| `(test\/[^`]+)` > (.+?) +\|$/gm)].map(
  ([, promise = "", file = "", words = ""]) => ({ promise, file, words }),
);

it("reads every promise of the threat model", () => {
  const rows = page.slice(page.indexOf("## What is promised"), page.indexOf("## What is not promised"));
  const told = rows
    .split("\n")
    .filter((line) => line.startsWith("| ") && !/^\| (?:promise|attack|---)/.test(line));
  expect(promises).toHaveLength(told.length);
  expect(promises.length).toBeGreaterThan(30);
});

it.each(promises)("$promise", ({ file, words }) => {
  expect(readFileSync(file, "utf8")).toContain(words);
});
