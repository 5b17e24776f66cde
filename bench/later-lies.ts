import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { text } from "node:stream/consumers";
import { lies, sellers } from "./later-lies-cases.ts";
import type { Cell, Tried } from "./later-lies-run.ts";

/**
 * Does the desk find what a seller does after the purchase? Twelve lies of six sellers, over MCP and A2A, each on a campaign of
 * EUR 45,000.00 that was bought honestly; and what honest sellers do, which is to raise nothing. For each lie: within a day of
 * turns after the first answer that shows it, a person must be asked about it and `status` must say so; the larger amount must be
 * bound, the buy paused where a pause is due, no money of ours added, not even when a person tries; and all of this must hold in
 * a new process on the same ledger. `npx tsx bench/later-lies.ts "spends while paused" lifetime` tries some of it.
 * Exits 1 where a cell fails.
 */
const [wantedCase = "", wantedSeller = ""] = process.argv.slice(2);

const begun = performance.now();

const wanted = sellers.flatMap((which, n) => (which.join(" ").includes(wantedSeller) ? [n] : []));
const processes = Math.min(wanted.length, availableParallelism(), 4);
const parts = await Promise.all(
  Array.from({ length: processes }, async (_, part): Promise<Tried> => {
    const own = wanted.filter((__, n) => n % processes === part).join(",");
    const child = spawn(process.execPath, ["--import", "tsx", "bench/later-lies-run.ts", own, wantedCase], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    // It prints what it is to print, or nothing.
    return JSON.parse(await text(child.stdout));
  }),
);
const results = parts.flatMap((part) => part.results);
const flown = parts.flatMap((part) => part.flown);
results.sort(
  (one, other) =>
    lies.findIndex((lie) => one.lie === `${lie.name}, ${lie.begins}`) -
    lies.findIndex((lie) => other.lie === `${lie.name}, ${lie.begins}`),
);

const yes = (is: boolean | undefined) => (is ? "yes" : "NO");
const line = (...columns: readonly string[]) => process.stdout.write(`| ${columns.join(" | ")} |\n`);
line(
  "lie",
  "seller",
  "first shown",
  "seen",
  "bound",
  "paused",
  "money added",
  "new process",
  "what is wrong",
);
line("---", "---", "---", "---", "---", "---", "---", "---", "---");
for (const { lie, seller, shown, seen: isSeen, bound, paused, added: isAdded, again, notes } of results)
  line(
    lie,
    seller,
    shown,
    yes(isSeen),
    yes(bound),
    yes(paused),
    isAdded ? "YES" : "none",
    yes(again),
    notes.join("; "),
  );
process.stdout.write("\n");
for (const [title, keyOf] of [
  ["lie", ({ lie }: Cell) => lie.replace(/, .*/, "")],
  ["seller", ({ seller }: Cell) => seller],
] as const) {
  line(
    title,
    "cells",
    "seen",
    "bound",
    "paused as it should be",
    "no money added",
    "in a new process",
    "all of it",
  );
  line("---", "---:", "---:", "---:", "---:", "---:", "---:", "---:");
  for (const key of new Set(results.map(keyOf))) {
    const own = results.filter((cell) => keyOf(cell) === key);
    const count = (is: (cell: Cell) => boolean | undefined) => `${own.filter(is).length}`;
    line(
      key,
      `${own.length}`,
      count((one) => one.seen),
      count((one) => one.bound),
      count((one) => one.paused),
      count((one) => !one.added),
      count((one) => one.again),
      count((one) => one.isOk),
    );
  }
  process.stdout.write("\n");
}
line("honest", "seller", "what is raised");
line("---", "---", "---");
for (const { name, seller, problems } of flown)
  line(name, seller, problems.length === 0 ? "nothing" : problems.join("; "));
const failing = results.filter(({ isOk }) => !isOk).length;
const raised = flown.filter(({ problems }) => problems.length > 0).length;
process.stdout.write(
  `\n${results.length} cells and ${flown.length} honest flights in ${((performance.now() - begun) / 1000).toFixed(0)} s\n` +
    `lies that are not found and acted on ${failing} (limit 0)\nhonest flights that raise something ${raised} (limit 0)\n`,
);
if (failing > 0 || raised > 0) process.exitCode = 1;
