import { execFileSync } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";

/**
 * What does importing the library cost? CPU time of a process that imports it and ends, against one that imports nothing,
 * in turn, and the best of each. Exits 1 where it takes more than four times. Needs a build.
 */
const rounds = 12;
const limit = 4;
const entry = pathToFileURL(fileURLToPath(new URL("../dist/index.js", import.meta.url))).href;

function cpuMs(program: string): number {
  const told = `${program}; const { user, system } = process.cpuUsage(); console.log((user + system) / 1000)`;
  return Number(execFileSync(process.execPath, ["--input-type=module", "-e", told], { encoding: "utf8" }));
}

let [empty, importing] = [Infinity, Infinity];
for (let round = 0; round < rounds; round++) {
  empty = Math.min(empty, cpuMs(""));
  importing = Math.min(importing, cpuMs(`await import(${JSON.stringify(entry)})`));
}
const ratio = importing / empty;
console.log(`an empty process ${empty.toFixed(1)} ms of CPU, with the library ${importing.toFixed(1)} ms`);
console.log(`importing the library against an empty process ${ratio.toFixed(2)} (limit ${limit})`);
if (ratio > limit) process.exitCode = 1;
