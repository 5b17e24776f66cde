import { symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { buildSync } from "esbuild";

const sources = resolve("test/stories/crash");

/** Where its modules believe to be: beside the solver's thread, a file of its own that the build has made. */
const place = pathToFileURL(resolve("dist/campaign/plan/runner.js")).href;

/**
 * Writes a runner and all that it imports as one file into a folder, and returns the path of what starts it: hundreds of
 * processes are started, and each would pay anew for finding and compiling some five hundred modules.
 */
export function compileRunner(folder: string, runner = join(sources, "runner.ts")): string {
  buildSync({
    entryPoints: [
      { in: runner, out: "runner" },
      { in: join(sources, "start-runner.ts"), out: "start-runner" },
    ],
    outdir: folder,
    outExtension: { ".js": ".cjs" },
    bundle: true,
    minify: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    // One loads a binary that lies beside it, the other is not there.
    external: ["libsql", "pg-native"],
    define: { "import.meta.url": JSON.stringify(place) },
  });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"), "junction");
  return join(folder, "start-runner.cjs");
}
