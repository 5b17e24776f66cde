import type { Feedback } from "../../model/learned/feedback.ts";
import { isSameBuy } from "../../model/step/buy-identity.ts";
import { overlaps } from "./periods.ts";

/** Whether there is an index that covers any of it: no day of a package is sent twice, as itself or in its buy. */
export function isReported(
  posted: readonly Feedback[],
  { packageId, period, ...buy }: Pick<Feedback, "sellerId" | "mediaBuyId" | "packageId" | "period">,
): boolean {
  return posted.some(
    (one) =>
      isSameBuy(one, buy) &&
      (one.packageId === undefined || packageId === undefined || one.packageId === packageId) &&
      overlaps(one.period, period),
  );
}
