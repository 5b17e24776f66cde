import { fork } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Job, Played } from "./simulation/play.ts";
import { kinds } from "./simulation/worlds/index.ts";

const seeds = Number(process.argv[2] ?? 20);
const first = Number(process.argv[3] ?? 10_001);
const only = process.argv[4];
const cacheFile = process.env["BEST_CACHE"] ?? "/tmp/best.json";
const cache: Record<string, number> = existsSync(cacheFile)
  ? JSON.parse(readFileSync(cacheFile, "utf8"))
  : {};
const jobs = kinds
  .filter(({ name }) => only === undefined || name.includes(only))
  .flatMap(({ name }) => Array.from({ length: seeds }, (_, i): Job => ({ kind: name, seed: first + i })));
const queue = [...jobs];
const done: (Played & { best: number })[] = [];
await Promise.all(
  Array.from({ length: 2 }, () => {
    const child = fork(fileURLToPath(new URL("./simulation/worker.ts", import.meta.url)));
    return new Promise<void>((resolve, reject) => {
      const next = () => {
        const job = queue.shift();
        if (job === undefined) {
          child.disconnect();
          resolve();
        } else child.send({ ...job, best: cache[`${job.kind} ${job.seed}`] });
      };
      child.on("message", (m) => {
        done.push(m as Played & { best: number });
        next();
      });
      child.on("exit", (code) => code !== 0 && reject(new Error(`exit ${code}`)));
      next();
    });
  }),
);
for (const one of done) cache[`${one.kind} ${one.seed}`] = one.best;
writeFileSync(cacheFile, JSON.stringify(cache));
const q = (v: number[], p: number) =>
  v.toSorted((a, b) => a - b)[Math.min(v.length - 1, Math.floor(v.length * p))] ?? NaN;
const pc = (x: number) => (100 * x).toFixed(1).padStart(6);
const row = (name: string, own: Played[]) => {
  const diff = own.map(({ shares }) => shares.flightdesk / shares.nothing - 1);
  const worse = diff.filter((d) => d < -0.003);
  const claims = own.flatMap(({ claims }) => claims);
  const inside =
    claims.filter(({ low, high, truth }) => truth >= low && truth <= high).length / claims.length;
  const r = own.flatMap(({ reaction }) => reaction ?? []);
  return [
    name.padEnd(34),
    ...(["nothing", "greedy", "proportional", "Thompson", "flightdesk"] as const).flatMap((p) => {
      const v = own.map(({ shares }) => shares[p]);
      return [`${pc(q(v, 0.5))}/${pc(q(v, 0.1))}`];
    }),
    `worse ${pc(worse.length / own.length)} min ${pc(Math.min(...diff))}`,
    `moved ${pc(
      q(
        own.map((o) => o.moved),
        0.5,
      ),
    )} idle ${pc(
      q(
        own.map((o) => o.idle),
        0.9,
      ),
    )}`,
    `claims ${claims.length} in ${pc(inside)} told ${claims.reduce((s, c) => s + c.mid, 0).toFixed(0)} true ${claims.reduce((s, c) => s + c.truth, 0).toFixed(0)} bad ${pc(claims.filter((c) => c.truth < 0).length / claims.length)}`,
    r.length ? `react ${q(r, 0.5)}/${q(r, 0.9)}` : "",
  ].join(" ");
};
for (const { name, isEven } of kinds) {
  const own = done.filter(({ kind }) => kind === name);
  if (own.length) console.log(row((isEven ? "= " : "  ") + name, own));
}
console.log(row("ALL", done));
writeFileSync("/tmp/claims.json", JSON.stringify(done));
