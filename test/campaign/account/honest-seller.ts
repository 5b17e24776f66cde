import { addDays } from "../../../src/lib/days.ts";

const hourMs = 3_600_000;
const dayHours = 24;

/** A change of ours as its seller hears it. */
export interface Change {
  /** UTC, at a full hour. */
  readonly at: string;
  readonly budget?: number;
  /** The new last day. */
  readonly end?: string;
  readonly paused?: boolean;
  readonly canceled?: true;
}

export interface Habits {
  /** What it makes of money that a pause left: spreads it over what follows, or waits for a new order, or never touches it. */
  readonly idle?: "at once" | "with a new order" | "never";
  /** From when it lets a change count. */
  readonly counts?: "at once" | "for the whole day" | "from the next day";
  /** Hours that its clock is ahead of UTC. It runs the order's days by its own clock. */
  readonly zone?: number;
  readonly frontLoaded?: boolean;
  /** Part of what was ordered that it delivers. */
  readonly delivers?: number;
}

/**
 * What a seller spends on each day from the first to the last one of an order, in minor units: hour by hour, so that nothing of
 * how flightdesk computes is in it.
 */
export function honestDays(
  order: { readonly start: string; readonly end: string; readonly budget: number },
  changes: readonly Change[],
  { idle = "with a new order", counts = "at once", zone = 0, frontLoaded = false, delivers = 1 }: Habits = {},
): ReadonlyMap<string, number> {
  const begin = Date.parse(order.start);
  const hoursTo = (at: number) => Math.round((at - begin) / hourMs);
  const lengthTo = (end: string) => hoursTo(Date.parse(end)) + dayHours;
  const heard = changes.map((change) => {
    const hour = hoursTo(Date.parse(change.at)) + zone;
    const midnight = hour - (((hour % dayHours) + dayHours) % dayHours);
    if (counts === "at once") return { ...change, hour };
    return { ...change, hour: counts === "for the whole day" ? midnight : midnight + dayHours };
  });
  const last = changes.reduce((day, { end = "" }) => (end > day ? end : day), order.end);
  let { budget } = order;
  let length = lengthTo(order.end);
  let [paused, over, spent, left] = [false, false, 0, 0];
  const weigh = (hour: number) => (frontLoaded ? 1.5 - (hour + 0.5) / length : 1);
  const days = new Map<string, number>();
  for (let hour = 0, open = [...heard]; hour < lengthTo(last); hour++) {
    while (open[0] !== undefined && open[0].hour <= hour) {
      const { budget: to = budget, end, paused: switched = paused, canceled } = open[0];
      const isNew = to !== budget || (end !== undefined && lengthTo(end) !== length);
      if (idle === "at once" || (idle === "with a new order" && isNew)) left = 0;
      [budget, paused, over] = [to, switched, over || canceled === true];
      if (end !== undefined) length = lengthTo(end);
      open = open.slice(1);
    }
    let ahead = 0;
    for (let one = hour; one < length; one++) ahead += weigh(one);
    const wanted = over || ahead === 0 ? 0 : (Math.max(0, budget - spent - left) * weigh(hour)) / ahead;
    if (paused) left += wanted;
    else spent += wanted;
    const day = addDays(order.start, Math.floor(hour / dayHours));
    days.set(day, (days.get(day) ?? 0) + (paused ? 0 : wanted));
  }
  return inWholeUnits(days, delivers);
}

function inWholeUnits(days: ReadonlyMap<string, number>, delivers: number): ReadonlyMap<string, number> {
  let [exact, whole] = [0, 0];
  return new Map(
    [...days].map(([day, own]) => {
      exact += own * delivers;
      // Binary sums are off by less than this.
      const to = Math.floor(exact + 1e-6);
      const units = to - whole;
      whole = to;
      return [day, units];
    }),
  );
}
