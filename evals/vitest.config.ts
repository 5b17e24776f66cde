import { defineConfig } from "vitest/config";

// Ten models read every brief there: only where it is asked for.
const isAskedFor = process.argv.some((argument) => argument.includes("proposals"));

export default defineConfig({
  test: {
    include: ["evals/**/*.eval.ts"],
    exclude: isAskedFor ? [] : ["evals/proposals.eval.ts"],
    testTimeout: 60 * 60_000,
    maxWorkers: 1,
  },
});
