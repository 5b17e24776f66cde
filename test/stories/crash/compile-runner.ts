import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join, resolve } from "node:path";

/** It comes with tsx. */
const esbuild = resolve("node_modules/.bin/esbuild");

/** What packages that are not ECMAScript modules expect to find. */
const banner = 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

/**
 * Writes the runner and all that it imports as one file into a folder and returns its path: hundreds of processes are
 * started, and each would pay anew for finding and compiling some five hundred modules.
 */
export function compileRunner(folder: string): string {
  const source = resolve("test/stories/crash/runner.ts");
  const runner = join(folder, "runner.mjs");
  // libsql loads a binary that lies beside it.
  const options = ["--bundle", "--platform=node", "--format=esm", "--target=node20", "--external:libsql"];
  execFileSync(esbuild, [
    source,
    ...options,
    "--log-level=warning",
    `--banner:js=${banner}`,
    `--outfile=${runner}`,
  ]);
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"), "junction");
  return runner;
}
