import type { Bundle } from "./bundles.ts";
import type { BundleRun } from "./run-bundle.ts";

export const header = [
  "| bundle | at | passed | failed | skipped | why skipped |",
  "| --- | --- | ---: | ---: | ---: | --- |",
];

export function row({ id, path }: Bundle, { passed, failed, skipped, skips }: BundleRun): string {
  const why = skips.length === 0 ? "" : skips.join("; ");
  return `| ${id} | \`${path}\` | ${passed} | ${failed} | ${skipped} | ${why} |`;
}

/** A row without its padding. */
export function cells(line: string): string {
  return line
    .split("|")
    .map((cell) => cell.trim())
    .join("|");
}
