import { isObject } from "../../lib/json-object.ts";
import { eachEnd, type Range } from "../model/offers/offer.ts";

/**
 * A seller's figure as a range: one number, low and high under either pair of names, or all three. Undefined for one that
 * contradicts itself or is beyond counting.
 */
export function readRange(raw: unknown): Range | undefined {
  if (typeof raw === "number") return inOrder(raw, raw, raw);
  if (!isObject(raw)) return undefined;
  const least = raw["low"] ?? raw["min"];
  const most = raw["high"] ?? raw["max"];
  const between = typeof least === "number" && typeof most === "number" ? (least + most) / 2 : undefined;
  const middle = raw["mid"] ?? between;
  return inOrder(least ?? middle, middle, most ?? middle);
}

/** Whether the seller gives an expected figure between its ends; else their middle is taken. */
export function hasMiddle(raw: unknown): boolean {
  return isObject(raw) && raw["mid"] !== undefined;
}

function inOrder(low: unknown, mid: unknown, high: unknown): Range | undefined {
  if (typeof low !== "number" || typeof mid !== "number" || typeof high !== "number") return undefined;
  const isRange = low >= 0 && low <= mid && mid <= high && high <= Number.MAX_SAFE_INTEGER;
  return isRange ? { low, mid, high } : undefined;
}

/** `over` for each one of `under`, as wide as both can be apart. Undefined where that may be none, unless none is a figure, too. */
export function shareOf(
  over: Range | undefined,
  under: Range | undefined,
  mayBeNone = false,
): Range | undefined {
  if (over === undefined || under === undefined || !(under.low > 0) || !(over.low > 0 || mayBeNone))
    return undefined;
  const high = Math.min(1, over.high / under.low);
  const mid = Math.min(high, over.mid / under.mid);
  return { low: Math.min(mid, over.low / under.high), mid, high };
}

export function product(one: Range, other: Range): Range {
  return eachEnd((end) => one[end] * other[end]);
}

/** As wide as all of them together. */
export function widest(ranges: readonly Range[], mid: number): Range {
  return {
    low: Math.min(...ranges.map(({ low }) => low)),
    mid,
    high: Math.max(...ranges.map(({ high }) => high)),
  };
}

/** As wide as both can be apart; undefined where the lower may be none. */
export function quotient(over: Range, under: Range): Range | undefined {
  if (!(under.low > 0)) return undefined;
  return { low: over.low / under.high, mid: over.mid / under.mid, high: over.high / under.low };
}
