import { symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildSync } from "esbuild";

const sources = resolve("test/stories/crash");

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
    // It loads a binary that lies beside it.
    external: ["libsql"],
    define: { "import.meta.url": "moduleUrl" },
    banner: { js: 'const moduleUrl = require("node:url").pathToFileURL(__filename).href;' },
  });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"), "junction");
  return join(folder, "start-runner.cjs");
}
