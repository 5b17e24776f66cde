import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { z } from "zod";

/** What vitest writes of a run, as far as it is read here. Times are milliseconds since 1970. */
const results = z.object({
  startTime: z.number(),
  testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })),
});

const mostShown = 10;

const file = "test-results.json";
const { startTime, testResults } = results.parse(JSON.parse(readFileSync(file, "utf8")));
const files = testResults
  .map(({ name, startTime: from, endTime: to }) => ({ name: relative(".", name), ms: to - from }))
  .toSorted((one, other) => other.ms - one.ms);

for (const { name, ms } of files.slice(0, mostShown)) console.log(`${seconds(ms)}  ${name}`);
const whole = Math.max(startTime, ...testResults.map(({ endTime }) => endTime)) - startTime;
const summed = files.reduce((sum, { ms }) => sum + ms, 0);
console.log(
  `${seconds(whole)}  from start to end; ${files.length} files take ${seconds(summed).trim()} one by one`,
);

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`.padStart(9);
}
