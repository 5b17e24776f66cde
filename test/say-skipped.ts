import type { Reporter, TestModule } from "vitest/node";

/** Ends a run with one line on what was not tried, so that a green run without a browser does not pass for a whole one. */
export class SaySkipped implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const skipped = modules.flatMap((module) => [...module.children.allTests("skipped")]);
    if (skipped.length === 0) return;
    const files = [...new Set(skipped.map(({ module }) => module.relativeModuleId))];
    const reasons = skipped.flatMap(({ fullName }) => /\(skipped: (?<why>[^)]+)\)/.exec(fullName)?.[1] ?? []);
    process.stdout.write(
      `skipped: ${skipped.length} tests of ${files.join(", ")} ${[...new Set(reasons)].join("; ")}\n`,
    );
  }
}
