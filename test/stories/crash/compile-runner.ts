import { symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildSync } from "esbuild";

/** What packages that are not ECMAScript modules expect to find. */
const banner = 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

/**
 * Writes the runner and all that it imports as one file into a folder and returns its path: hundreds of processes are
 * started, and each would pay anew for finding and compiling some five hundred modules.
 */
export function compileRunner(folder: string): string {
  const source = resolve("test/stories/crash/runner.ts");
  const runner = join(folder, "runner.mjs");
  buildSync({
    entryPoints: [source],
    outfile: runner,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    // It loads a binary that lies beside it.
    external: ["libsql"],
    banner: { js: banner },
  });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"), "junction");
  return runner;
}
