import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import type { Job, Played } from "./simulation/play.ts";
import { type Richness, richness } from "./simulation/worlds/world.ts";

/**
 * `npm run simulate -- [worlds] [kind] [first seed]`: how well money is moved, against knowing everything. Kinds are those of
 * `play.ts`. The first seed is one that nothing was tuned on, unless told otherwise.
 */
const worlds = Number(process.argv[2] ?? 400);
const kinds = ["plain", "seasonality", "changePoints", "flat"] as const;
const kind = kinds.find((one) => one === (process.argv[3] ?? "plain"));
const firstSeed = Number(process.argv[4] ?? 10_001);
if (kind === undefined || !(worlds >= 1) || !Number.isInteger(worlds + firstSeed)) {
  process.stderr.write(`usage: npm run simulate -- [worlds] [${kinds.join(" | ")}] [first seed]\n`);
  process.exit(2);
}
const begun = performance.now();

const jobs = Object.keys(richness).flatMap((name) =>
  Array.from(
    { length: worlds },
    (_, index): Job => ({ seed: firstSeed + index, richness: name as Richness, kind }),
  ),
);
const played = await playAll(jobs, availableParallelism());

process.stdout.write(
  `${kind} worlds, ${worlds} in each column, seeds ${firstSeed} to ${firstSeed + worlds - 1}: share of the clairvoyant optimum, mean / 10th percentile\n\n`,
);
process.stdout.write("| policy | rich | medium | sparse |\n| --- | --- | --- | --- |\n");
for (const policy of ["no change", "pace only", "flightdesk"] as const) {
  const cells = Object.keys(richness).map((name) => {
    const shares = played.filter((one) => one.richness === name).map((one) => one.shares[policy]);
    return `${percent(mean(shares))} / ${percent(tenth(shares))}`;
  });
  process.stdout.write(`| ${policy} | ${cells.join(" | ")} |\n`);
}
const moved = played.filter(({ moves }) => moves > 0).length;
const seconds = Math.round((performance.now() - begun) / 1000);
process.stdout.write(
  `\n${moved} of ${played.length} worlds saw a move, ${Math.round(mean(played.map(({ moves }) => moves)))} budgets each; no step went past a cap; ${seconds} s\n`,
);

/** Plays the jobs in as many processes as there are cores. */
async function playAll(all: readonly Job[], processes: number): Promise<Played[]> {
  const queue = [...all];
  const done: Played[] = [];
  const workers = Array.from({ length: processes }, () => playSome(queue, done));
  await Promise.all(workers);
  return done;
}

function playSome(queue: Job[], done: Played[]): Promise<void> {
  const child = fork(fileURLToPath(new URL("./simulation/worker.ts", import.meta.url)));
  return new Promise((resolve, reject) => {
    const next = () => {
      const job = queue.shift();
      if (job === undefined) {
        child.disconnect();
        resolve();
      } else child.send(job);
    };
    // The child sends what `worker.ts` says it sends.
    child.on("message", (message) => {
      done.push(message as Played);
      if (done.length % 100 === 0) process.stderr.write(`${done.length} of ${jobs.length}\n`);
      next();
    });
    child.on("exit", (code) => {
      if (code !== 0) reject(new Error(`a world ended with ${code}`));
    });
    next();
  });
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function tenth(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 10)] ?? Number.NaN;
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}
