import type { Feedback } from "../feedback.ts";
import { overlaps } from "./periods.ts";

/** Whether there is an index that covers any of it: no day of a package is told twice, as itself or in its buy. */
export function isTold(
  told: readonly Feedback[],
  { mediaBuyId, packageId, period }: Pick<Feedback, "mediaBuyId" | "packageId" | "period">,
): boolean {
  return told.some(
    (one) =>
      one.mediaBuyId === mediaBuyId &&
      (one.packageId === undefined || packageId === undefined || one.packageId === packageId) &&
      overlaps(one.period, period),
  );
}
