import { formatMoney } from "../../../lib/money.ts";
import type { Difference } from "../../model/step/buy-change.ts";

/** A difference for people: which field, how it is and how it is to be. */
export function differenceWords(difference: Difference) {
  switch (difference.field) {
    case "status":
      return { what: "status", before: difference.before, after: difference.after };
    case "end":
      return { what: "end", before: difference.before ?? notStated, after: difference.after };
    case "budget":
      return {
        what: `budget of ${difference.packageId}`,
        before: formatMoney(difference.before),
        after: formatMoney(difference.after),
      };
    case "paused":
      return {
        what: difference.packageId,
        before: pausedWord(difference.before),
        after: pausedWord(difference.after),
      };
    case "creatives":
      return {
        what: `creatives of ${difference.packageId}`,
        before: difference.before === undefined ? notStated : difference.before.join(", ") || "none",
        after: difference.after.join(", "),
      };
  }
}

const notStated = "not stated";

function pausedWord(paused: boolean | undefined): string {
  return paused === undefined ? notStated : paused ? "paused" : "runs";
}
