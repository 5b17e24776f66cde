import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { offsetClock } from "../src/lib/clock.ts";
import { startSandbox } from "../src/sandbox/sandbox.ts";

/**
 * `flightdesk compare` against the slowest seller that answers, in one run: from the first question for offers to the end of
 * the ranking, and the whole command with its start and its report. The sellers run in this process, the command in its own.
 * Build first: it is `dist` that runs.
 */
const rounds = 5;
/** How long the slowest seller thinks: less than its deadline, more than everything else takes. */
const slowestMs = 4000;
const limit = 1.3;

const brief = "examples/compare-sellers/brief.yaml";

interface Round {
  readonly slowestMs: number;
  readonly rankedMs: number;
  readonly commandMs: number;
}

const home = mkdtempSync(join(tmpdir(), "flightdesk-bench-"));
const sandbox = await startSandbox({
  clock: offsetClock(Date.parse("2027-01-04T08:00:00Z")),
  slowSellerMs: slowestMs,
});
const environment = {
  ...process.env,
  FLIGHTDESK_REGISTRY_URL: sandbox.registryUrl,
  FLIGHTDESK_SEPARATE_SELLERS: sandbox.sharedOrigins.join(","),
  FLIGHTDESK_WELL_KNOWN_URL: sandbox.wellKnownUrl,
  FLIGHTDESK_TOKEN: sandbox.token,
  FLIGHTDESK_EXCHANGE: "examples/exchange.yaml",
  FLIGHTDESK_SELLER_DEADLINE: "20 s",
  FLIGHTDESK_HOME: home,
};
const results: Round[] = [];
try {
  for (let round = 0; round < rounds; round++) results.push(await compared());
} finally {
  await sandbox.close();
  rmSync(home, { recursive: true });
}

const ranked = median(results.map(({ rankedMs, slowestMs }) => rankedMs / slowestMs));
const command = median(results.map(({ commandMs, slowestMs }) => commandMs / slowestMs));
for (const { slowestMs, rankedMs, commandMs } of results)
  process.stdout.write(
    `slowest answer ${slowestMs.toFixed(0)} ms, asked and ranked ${rankedMs.toFixed(0)} ms, command ${commandMs.toFixed(0)} ms\n`,
  );
process.stdout.write(
  `asked and ranked in ${ranked.toFixed(2)} times the slowest answer (limit ${limit}), the whole command in ${command.toFixed(2)}\n`,
);
process.exitCode = ranked <= limit ? 0 : 1;

async function compared(): Promise<Round> {
  const before = sandbox.calls.length;
  const begun = performance.now();
  const child = spawn(process.execPath, ["dist/cli/main.js", "compare", brief], {
    env: environment,
    stdio: ["ignore", "pipe", "ignore"],
  });
  let rankedAt = 0;
  child.stdout.on("data", (chunk) => {
    if (rankedAt === 0 && /^ranking$/m.test(String(chunk))) rankedAt = performance.now();
  });
  const [code] = await once(child, "close");
  const ended = performance.now();
  if (code !== 0 || rankedAt === 0) throw new Error(`compare ended with ${String(code)}`);
  const asked = sandbox.calls.slice(before).filter(({ task }) => task === "get_products");
  const answered = asked.flatMap(({ startedAt, endedAt, outcome }) =>
    outcome === "answered" && endedAt !== undefined ? [endedAt - startedAt] : [],
  );
  return {
    slowestMs: Math.max(...answered),
    rankedMs: rankedAt - Math.min(...asked.map(({ startedAt }) => startedAt)),
    commandMs: ended - begun,
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
