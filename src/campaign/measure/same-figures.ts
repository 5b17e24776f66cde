import type { Told } from "./figures.ts";

const figures = ["impressions", "clicks", "completionRate", "spendMinor", "conversions"] as const;

/** Whether two versions of a row tell the same, but for whether they are final. */
export function hasSameFigures(a: Told, b: Told): boolean {
  return figures.every((figure) => a[figure] === b[figure]);
}

/** Whether `is` takes back a figure that `was` told. One that was not told before is news and no restatement. */
export function restates(is: Told, was: Told): boolean {
  return figures.some((figure) => was[figure] !== undefined && is[figure] !== was[figure]);
}
