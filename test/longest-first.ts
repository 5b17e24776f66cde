import { statSync } from "node:fs";
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What takes longest, by the start of its path: whoever starts late must be short, or the last minutes are one file alone. */
const longest = [
  "test/stories/workers",
  "test/stories/crash-chance",
  "test/stories/crash-points",
  "test/interop/storyboards/",
  "test/stories/injection",
  "test/stories/faults",
  "test/console/browser",
  "test/stories/stop",
  "test/stories/serve",
  "test/stories/credentials",
  "test/stories/",
  "test/cli/",
  "test/interop/",
  "test/campaign/plan/",
  "test/campaign/reallocate/",
  "test/evals",
];

const projects = ["shared", "readers", "alone"];

/** In the order of `longest`, then the larger file first; those of one project together, as processes are not shared among them. */
export class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(
      files.toSorted(
        (one, other) =>
          projects.indexOf(one.project.name) - projects.indexOf(other.project.name) ||
          place(one) - place(other) ||
          size(other) - size(one),
      ),
    );
  }
}

function place({ moduleId }: TestSpecification): number {
  const path = relative(process.cwd(), moduleId);
  const found = longest.findIndex((start) => path.startsWith(start));
  return found === -1 ? longest.length : found;
}

function size({ moduleId }: TestSpecification): number {
  return statSync(moduleId).size;
}
