import type { LiveLine } from "./live-line.ts";

/** Part of its pace that a line must spend for it to count as able to. */
const able = 0.9;
/** Money over its cap that a line is left with, so that a cap that is lifted shows. */
const headroom = 1.03;

/**
 * Most that a line can spend in a day, learned from what it left unspent; undefined while it spends what it is given. More
 * spend later lifts it.
 */
export function capacityOf({ seen }: Pick<LiveLine, "seen">): number | undefined {
  let cap: number | undefined;
  for (const { days, spend, pace } of seen) {
    if (days === 0) continue;
    const daily = spend / days;
    if (pace > 0 && spend < able * pace) cap = daily * headroom;
    else if (cap !== undefined && daily >= cap * able) cap = Math.max(cap, daily * headroom);
  }
  return cap;
}
