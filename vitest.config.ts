import { existsSync, statfsSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/longest-first.ts";

/** A killed process loses nothing of what the kernel has taken, so ledgers in memory will do, and wait for no disk. */
const memory = "/dev/shm";
const leastFree = 2 ** 30;
const hasMemory = existsSync(memory) && statfsSync(memory).bavail * statfsSync(memory).bsize > leastFree;

/** They put others in the place of modules. */
const alone = ["test/ledger/disk-full.test.ts"];

/** They go through the patterns of nine languages thousands of times, which the engine optimises only where little else was. */
const readers = ["test/campaign/brief/**/*.test.ts", "test/evals.test.ts"];

const common = {
  setupFiles: ["test/seed.ts"],
  testTimeout: 180_000,
  hookTimeout: 180_000,
  unstubEnvs: true,
  env: hasMemory ? { TMPDIR: memory } : {},
  // Whole campaigns make much that is soon gone.
  execArgv: ["--max-semi-space-size=32"],
};

export default defineConfig({
  test: {
    globalSetup: ["test/build.ts"],
    // One more than the cores of a small machine: who waits for a process or a slow seller leaves its core to another.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    reporters: ["default", ["json", { outputFile: "test-results.json" }]],
    projects: [
      // Three processes for all files of a project: modules are loaded, and the code compiled, once for each.
      {
        test: {
          ...common,
          name: "shared",
          include: ["test/**/*.test.ts"],
          exclude: [...alone, ...readers],
          isolate: false,
        },
      },
      { test: { ...common, name: "readers", include: readers, isolate: false } },
      { test: { ...common, name: "alone", include: alone } },
    ],
  },
});
