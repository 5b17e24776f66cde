import { defineConfig } from "vitest/config";

// Ten models read every brief there: only where it is asked for.
const isAskedFor = process.argv.some((argument) => argument.includes("proposals"));

export default defineConfig({
  test: {
    include: ["evals/**/*.eval.ts"],
    exclude: isAskedFor ? [] : ["evals/proposals.eval.ts"],
    testTimeout: 60 * 60_000,
    maxWorkers: 1,
    // The engine has 512 MB for compiled patterns in a process: those of nine languages are compiled where they are used often.
    execArgv: ["--regexp-tier-up-ticks=200"],
  },
});
