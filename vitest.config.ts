import { existsSync, statfsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/longest-first.ts";
import { SaySkipped } from "./test/say-skipped.ts";

/** A killed process loses nothing of what the kernel has taken, so ledgers in memory will do, and wait for no disk. */
const memory = "/dev/shm";
const leastFree = 2 ** 30;
const hasMemory = existsSync(memory) && statfsSync(memory).bavail * statfsSync(memory).bsize > leastFree;

/** They put others in the place of modules. */
const alone = ["test/cli/guard-home.test.ts", "test/ledger/disk-full.test.ts"];

/** They go through the patterns of nine languages thousands of times. */
const readers = ["test/brief/**/*.test.ts", "test/evals.test.ts"];

const sources = `${resolve("src")}/`;
const build = `${resolve("dist")}/`;

/** What is published is what is tested: Node loads the build, as it does at users, and none of it goes through vite. */
const published = {
  name: "published",
  enforce: "pre" as const,
  resolveId(source: string, importer?: string) {
    if (importer === undefined || !source.startsWith(".")) return undefined;
    const path = resolve(dirname(importer), source);
    return path.startsWith(sources)
      ? `${build}${path.slice(sources.length).replace(/\.ts$/, ".js")}`
      : undefined;
  },
};

/** Whole campaigns make much that is soon gone. */
const manySoonGone = "--max-semi-space-size=32";

const common = {
  setupFiles: ["test/seed.ts"],
  testTimeout: 180_000,
  hookTimeout: 180_000,
  unstubEnvs: true,
  env: hasMemory ? { TMPDIR: memory } : {},
  execArgv: [manySoonGone, "--no-regexp-tier-up"],
};

/** Three processes for all files of a project: modules are loaded, and the code compiled, once for each. */
const overTheBuild = {
  ...common,
  isolate: false,
  server: { deps: { external: [/^(?!.*\/node_modules\/).*\/dist\//] } },
};

export default defineConfig({
  test: {
    globalSetup: ["test/build.ts"],
    // One more than the cores of a small machine: who waits for a process or a slow seller leaves its core to another.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    reporters: ["default", new SaySkipped(), ["json", { outputFile: "test-results.json" }]],
    projects: [
      {
        plugins: [published],
        test: {
          ...overTheBuild,
          name: "shared",
          include: ["test/**/*.test.ts"],
          exclude: [...alone, ...readers],
        },
      },
      {
        plugins: [published],
        test: {
          ...overTheBuild,
          name: "readers",
          include: readers,
          // The engine has 512 MB for compiled patterns in a process: those of nine languages, compiled where they are few, fit in once.
          isolate: true,
          execArgv: [manySoonGone, "--regexp-tier-up-ticks=200"],
        },
      },
      { test: { ...common, name: "alone", include: alone } },
    ],
  },
});
