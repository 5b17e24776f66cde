import { readFileSync } from "node:fs";
import { z } from "zod";

/**
 * Holds the threat model against the last whole run: each promise names a test, and that test must have run and passed. Prints those
 * that did not, and ends with 1. A test that a machine cannot run says so in its title, and is printed alone.
 */

const page = readFileSync("docs/threat-model.md", "utf8");
const { testResults: files } = z
  .object({
    testResults: z.array(
      z.object({
        name: z.string(),
        assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync("test-results.json", "utf8")));

/** The words of a title, in which `%s` and `$name` stand for the values of each case. */
function titleOf(words: string): RegExp {
  const parts = words.split(/%[sdijo%]|\$[\w.]+/).map(escaped);
  return new RegExp(parts.join(".*"), "su");
}

function escaped(part: string): string {
  return part.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

for (const [, promise = "", file = "", words = ""] of page.matchAll(
  /^\| (.+?) +\| `(test\/[^`]+)` > (.+?) +\|$/gm,
)) {
  const ran = files.find(({ name }) => name.endsWith(file))?.assertionResults ?? [];
  const meant = ran.filter(({ fullName }) => titleOf(words).test(fullName));
  const isPassed = meant.length > 0 && meant.every(({ status }) => status === "passed");
  const isImpossible = meant.some(({ fullName }) => fullName.includes("(skipped: "));
  if (isPassed) continue;
  console.log(
    `${file} > ${words}: ${meant.map(({ status }) => status).join(", ") || "did not run"} (${promise})`,
  );
  if (!isImpossible) process.exitCode = 1;
}
