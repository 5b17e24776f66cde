import type { Reporter, TestModule } from "vitest/node";
import { noBrowser } from "./chromium.ts";

/** Ends a run with one line on what was not tried, so that a green run without a browser does not pass for a whole one. */
export class SaySkipped implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const skipped = modules.flatMap((module) => [...module.children.allTests("skipped")]);
    if (skipped.length === 0) return;
    const files = [...new Set(skipped.map(({ module }) => module.relativeModuleId))].join(", ");
    console.log(
      `skipped: ${skipped.length} tests of ${files}${noBrowser === undefined ? "" : ` (${noBrowser})`}`,
    );
  }
}
