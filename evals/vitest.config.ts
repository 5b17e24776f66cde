import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["evals/**/*.eval.ts"], testTimeout: 30 * 60_000, maxWorkers: 1 },
});
