import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { type Claim, type Job, type Played, type Policy, policies } from "./simulation/play.ts";
import { kinds } from "./simulation/worlds/index.ts";

/**
 * `npm run simulate -- [flights of each kind] [first seed] [part of a kind's name]`: what money brings that is moved as flightdesk
 * moves it, as rules of thumb do and not at all, against knowing everything. The first seed is one that nothing was tuned on,
 * unless told otherwise.
 */
const flights = Number(process.argv[2] ?? 20);
const firstSeed = Number(process.argv[3] ?? 10_001);
const named = kinds.filter(({ name }) => name.includes(process.argv[4] ?? ""));
if (!(flights >= 1) || !Number.isInteger(flights + firstSeed) || named.length === 0) {
  process.stderr.write(
    "usage: npm run simulate -- [flights of each kind] [first seed] [part of a kind's name]\n",
  );
  process.exit(2);
}
/** Part of what nothing would bring by which a flight may be worse and count as equal. */
const equal = 0.003;
const begun = performance.now();
const jobs = named.flatMap(({ name }) =>
  Array.from({ length: flights }, (_, index): Job => ({ kind: name, seed: firstSeed + index })),
);
const played = await playAll(jobs, availableParallelism());

const columns = ["worse than nothing", "worst", "moved", "not spent", "in range", ...policies];
process.stdout.write(
  `${played.length} flights, seeds ${firstSeed} to ${firstSeed + flights - 1}, in per cent. Policies: outcomes of the clairvoyant's, median / 10th percentile.\n\n`,
);
process.stdout.write(`| kind | ${columns.join(" | ")} |\n|${" --- |".repeat(columns.length + 1)}\n`);
const rows = named.map(({ name, isEven }) => ({
  name: isEven ? `${name} (even)` : name,
  own: played.filter(({ kind }) => kind === name),
}));
for (const { name, own } of [{ name: "**all**", own: played }, ...rows.toSorted(byWorst)])
  process.stdout.write(`| ${name} | ${cellsOf(own).join(" | ")} |\n`);
const reactions = played.flatMap(({ reaction }) => reaction ?? []);
const claims = played.flatMap((one) => one.claims);
process.stdout.write(
  `\nThe share of decisions that truly cost something is ${percent(part(claims, ({ truth }) => truth < 0))} %; of what was claimed ${percent(sum(claims, ({ truth }) => truth) / sum(claims, ({ mid }) => mid))} % came true.\n`,
);
const even = rows.filter(({ name }) => name.endsWith("(even)")).flatMap(({ own }) => own);
if (even.length > 0)
  process.stdout.write(
    `Of ${even.length} flights in which nothing should move, ${even.filter(({ moved }) => moved > 0.02).length} moved more than 2 % of the budget, the most ${percent(Math.max(...even.map(({ moved }) => moved)))} %.\n`,
  );
const estimates = played.flatMap(({ estimate }) => estimate ?? []);
const lost = estimates.filter(({ truth, alone }) => truth < -0.01 * alone);
if (estimates.length > 0)
  process.stdout.write(
    `The loop's own account of all its moves holds the truth in ${percent(part(estimates, isIn))} % of ${estimates.length} flights. It stopped in ${estimates.filter(({ isLosing }) => isLosing).length} of them; in ${lost.length} its moves truly cost more than 1 %, of which it stopped in ${lost.filter(({ isLosing }) => isLosing).length}.\n`,
  );
if (reactions.length > 0)
  process.stdout.write(
    `A line that breaks down is cut after ${at(reactions, 0.5)} days (median; 9 of 10 within ${at(reactions, 0.9)}).\n`,
  );
process.stdout.write(`${Math.round((performance.now() - begun) / 1000)} s\n`);

interface Row {
  readonly own: readonly Played[];
}

function byWorst(one: Row, other: Row): number {
  return worseOf(other.own) - worseOf(one.own) || worstOf(one.own) - worstOf(other.own);
}

function cellsOf(own: readonly Played[]): string[] {
  const of = own.flatMap((one) => one.claims);
  const inRange = part(of, isIn);
  return [
    percent(worseOf(own)),
    percent(worstOf(own)),
    percent(
      at(
        own.map(({ moved }) => moved),
        0.5,
      ),
    ),
    percent(
      at(
        own.map(({ idle }) => idle),
        0.9,
      ),
    ),
    of.length === 0 ? "" : `${percent(inRange)} of ${of.length}`,
    ...policies.map((policy) => {
      const shares = own.map((one) => one.shares[policy]);
      return `${percent(at(shares, 0.5))} / ${percent(at(shares, 0.1))}`;
    }),
  ];
}

function against(one: Played, policy: Policy = "flightdesk"): number {
  return one.shares[policy] / one.shares.nothing - 1;
}

function worseOf(own: readonly Played[]): number {
  return part(own, (one) => against(one) < -equal);
}

function worstOf(own: readonly Played[]): number {
  return Math.min(0, ...own.map((one) => against(one)));
}

/** Plays the jobs in as many processes as there are cores. */
async function playAll(all: readonly Job[], processes: number): Promise<Played[]> {
  const queue = [...all];
  const done: Played[] = [];
  await Promise.all(Array.from({ length: processes }, () => playSome(queue, done)));
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
      if (done.length % 50 === 0) process.stderr.write(`${done.length} of ${jobs.length}\n`);
      next();
    });
    child.on("exit", (code) => {
      if (code !== 0) reject(new Error(`a world ended with ${code}`));
    });
    next();
  });
}

function isIn({ low, high, truth }: Claim): boolean {
  return truth >= low && truth <= high;
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((all, item) => all + of(item), 0);
}

function part<Item>(items: readonly Item[], is: (item: Item) => boolean): number {
  return items.filter(is).length / items.length;
}

function at(values: readonly number[], place: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * place)] ?? Number.NaN;
}

function percent(value: number): string {
  return (100 * value).toFixed(1);
}
