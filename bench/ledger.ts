import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CampaignEvent } from "../src/campaign/model/state/events.ts";
import { type Journal, openJournal } from "../src/campaign/model/state/journal.ts";
import { openPostgresLedger } from "../src/ledger/postgres.ts";
import { openSqliteLedger } from "../src/ledger/sqlite.ts";

/**
 * Does a long history make the next event dearer? Appends to, and opens, campaigns of 100, 10,000 and 100,000 events in
 * one ledger, in turn, and compares the medians; then opens 500 waiting campaigns. Exits 1 beyond the limits. The address of
 * an empty PostgreSQL database as its argument has the ledger there.
 */
const sizes = [100, 10_000, 100_000] as const;
const rounds = 60;
const limit = 1.3;
const memoryLimitMiB = 100;

const folder = mkdtempSync(join(tmpdir(), "flightdesk-bench-"));
const [url] = process.argv.slice(2);
const ledger =
  url === undefined
    ? openSqliteLedger(join(folder, "ledger.db"), Date.now)
    : openPostgresLedger({ url, keyFile: join(folder, "ledger.db.key"), now: Date.now });
const event = (n: number): CampaignEvent => ({
  type: "verdict-given",
  stepId: "none",
  digest: "0".repeat(64),
  verdict: { type: "approved", by: { policies: [`policy ${n}`] }, notes: [] },
});

for (const size of sizes) {
  process.stderr.write(`filling ${size} events\n`);
  const journal = await openJournal(ledger, `of-${size}`);
  for (let n = 0; n < size; n++) await journal.record(event(n), `event/${n}`);
  // What a campaign's process does now and then: opening it keeps a snapshot.
  await openJournal(ledger, `of-${size}`);
}

const times = new Map(sizes.map((size) => [size, { append: [] as number[], open: [] as number[] }]));
for (let round = 0; round < rounds; round++)
  for (const size of sizes) {
    const begun = performance.now();
    const journal = await openJournal(ledger, `of-${size}`);
    const opened = performance.now();
    await journal.record(event(round), `round/${round}`);
    const appended = performance.now();
    times.get(size)?.open.push(opened - begun);
    times.get(size)?.append.push(appended - opened);
  }

console.log("events     append ms   open ms   (medians)");
for (const [size, { append, open }] of times)
  console.log(
    `${String(size).padStart(7)}   ${median(append).toFixed(3).padStart(9)} ${median(open).toFixed(3).padStart(9)}`,
  );
const ratio = (of: "append" | "open") =>
  median(times.get(100_000)?.[of] ?? []) / median(times.get(100)?.[of] ?? []);
console.log(
  `100,000 against 100 events: append ${ratio("append").toFixed(2)} (limit ${limit}), open ${ratio("open").toFixed(2)} (limit ${limit})`,
);

const before = process.memoryUsage().rss;
const waiting: Journal[] = [];
for (let n = 0; n < 500; n++) {
  const journal = await openJournal(ledger, `waiting-${n}`);
  for (let k = 0; k < 40; k++) await journal.record(event(k), `event/${k}`);
  waiting.push(journal);
}
const memory = (process.memoryUsage().rss - before) / 2 ** 20;
console.log(`${waiting.length} waiting campaigns: memory ${memory.toFixed(0)} MiB (limit ${memoryLimitMiB})`);

await ledger.close();
rmSync(folder, { recursive: true });
if (ratio("append") > limit || ratio("open") > limit || memory > memoryLimitMiB) process.exitCode = 1;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
