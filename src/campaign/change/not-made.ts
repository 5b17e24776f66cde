import { formatMoney, fromDecimal } from "../../lib/money.ts";
import type { MediaBuy } from "../../protocol/records/media-buy.ts";
import { isTerminal, mediaBuyStates } from "../../protocol/states.ts";
import type { Difference } from "./buy-change.ts";

/** What was asked for and the buy, read back, does not show: one sentence for each field. A field that is not told is not made. */
export function notMade(differences: readonly Difference[], buy: MediaBuy): string[] {
  return differences.flatMap((difference) => {
    const has = told(difference, buy);
    return has === undefined ? [] : [`${has.what} is ${has.now}, not ${has.wanted}`];
  });
}

interface Told {
  readonly what: string;
  readonly now: string;
  readonly wanted: string;
}

/** How a field stands against what was asked for; undefined where it is as asked. */
function told(difference: Difference, buy: MediaBuy): Told | undefined {
  switch (difference.field) {
    case "status": {
      const { after } = difference;
      // A buy that is told to run before its flight, or without creatives, waits for them.
      const runs = buy.status !== "paused" && !isTerminal(mediaBuyStates, buy.status);
      const made = after === "active" ? runs : buy.status === after;
      return made ? undefined : { what: "the status", now: buy.status, wanted: after };
    }
    case "end": {
      const now = typeof buy["end_time"] === "string" ? buy["end_time"] : undefined;
      const made = now !== undefined && Date.parse(now) === Date.parse(difference.after);
      return made ? undefined : { what: "the end", now: now ?? notTold, wanted: difference.after };
    }
    case "budget": {
      const { budget } = packageOf(difference.packageId, buy) ?? {};
      const now = budget === undefined ? undefined : fromDecimal(budget, difference.after.currency);
      return now?.minor === difference.after.minor
        ? undefined
        : {
            what: `the budget of ${difference.packageId}`,
            now: now === undefined ? notTold : formatMoney(now),
            wanted: formatMoney(difference.after),
          };
    }
    case "paused": {
      const now: unknown = packageOf(difference.packageId, buy)?.["paused"];
      const made = now === difference.after || (now === undefined && !difference.after);
      return made
        ? undefined
        : {
            what: `whether ${difference.packageId} is paused`,
            now: typeof now === "boolean" ? String(now) : notTold,
            wanted: String(difference.after),
          };
    }
    case "creatives": {
      const ids: unknown = packageOf(difference.packageId, buy)?.["creative_ids"];
      const now = Array.isArray(ids) ? ids.map(String).sort().join(", ") : undefined;
      const wanted = [...difference.after].sort().join(", ");
      return now === wanted
        ? undefined
        : { what: `what ${difference.packageId} runs`, now: now || notTold, wanted };
    }
  }
}

const notTold = "not told";

function packageOf(id: string, { packages }: MediaBuy) {
  return packages?.find(({ package_id }) => package_id === id);
}
