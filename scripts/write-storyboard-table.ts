import { readFileSync, writeFileSync } from "node:fs";
import { bundles } from "../test/interop/storyboards/bundles.ts";
import { runBundle } from "../test/interop/storyboards/run-bundle.ts";
import { header, row } from "../test/interop/storyboards/table.ts";
import { stories } from "../test/stories/buyer-storyboards/stories.ts";
import { differences, line, header as storyHeader } from "../test/stories/buyer-storyboards/story-row.ts";

/**
 * Writes the tables of runs into docs/public-storyboards.md anew: of the sandbox under the standard's suite (`sellers`), of
 * flightdesk in the standard's stories of buyers (`buyers`), or both where neither is named.
 */
const path = "docs/public-storyboards.md";
const parts = { sellers: sellerTable, buyers: buyerTable };
const [named] = process.argv.slice(2);
for (const [part, table] of Object.entries(parts))
  if (named === undefined || named === part) write(part, await table());
process.stderr.write("written; `npm run format` aligns the tables\n");

async function sellerTable(): Promise<readonly string[]> {
  const rows: string[] = [];
  for (const bundle of bundles) {
    const run = await runBundle(bundle);
    process.stderr.write(
      `${bundle.id}: ${run.passed} passed, ${run.failed} failed, ${run.skipped} skipped\n`,
    );
    for (const failure of run.failures) process.stderr.write(`  ${failure}\n`);
    rows.push(row(bundle, run));
  }
  return [...header, ...rows];
}

async function buyerTable(): Promise<readonly string[]> {
  const rows = (await Promise.all(Object.values(stories).map((play) => play()))).flat();
  for (const fault of rows.flatMap(({ faults }) => faults)) process.stderr.write(`${fault}\n`);
  return [...storyHeader, ...rows.map(line), "", ...differences(rows)];
}

function write(part: string, lines: readonly string[]): void {
  const [begin, end] = [
    `<!-- ${part}: written by scripts/write-storyboard-table.ts -->`,
    `<!-- end of ${part} -->`,
  ];
  const page = readFileSync(path, "utf8");
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${path} has no place for ${part}: ${begin} … ${end}`);
  writeFileSync(path, `${page.slice(0, from + begin.length)}\n\n${lines.join("\n")}\n\n${page.slice(to)}`);
}
