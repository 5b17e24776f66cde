import { sumOver } from "../../lib/money.ts";
/** How what is left is to be split. Amounts in minor units over the whole flight. */
export interface Split {
  readonly lines: readonly SplitLine[];
  /** All of them together. */
  readonly total: number;
  readonly daysLeft: number;
  readonly groups: readonly SplitGroup[];
}

export interface SplitLine {
  readonly spent: number;
  readonly least: number;
  readonly most: number;
  /** Outcomes that a day is expected to bring at this pace. */
  readonly brings: (pace: number) => number;
}

/** Lines that together may have from `least` to `most`. */
export interface SplitGroup {
  /** Places in `lines`. */
  readonly members: readonly number[];
  readonly least: number;
  readonly most: number;
}

/** Parts that the money is given away in at first. */
const parts = 240;
/** Outweighs all that money can bring: what a group is to have at least comes first. */
const urgency = 1e6;

/** What a line is expected to bring in the days that are left with this budget. */
export function expectedOf(line: SplitLine, budget: number, daysLeft: number): number {
  if (daysLeft <= 0) return 0;
  return daysLeft * line.brings(Math.max(0, budget - line.spent) / daysLeft);
}

/**
 * The split of the money that brings most: each part goes where it brings most at the moment, then parts are exchanged
 * between lines in ever smaller steps while that brings more. Lines keep their bounds and groups theirs; money that brings
 * nothing anywhere stays unassigned. Undefined where even the least of all breaks a limit.
 */
export function resolve({ lines, total, daysLeft, groups: all }: Split): number[] | undefined {
  const groups = all.map((group) => ({
    ...group,
    has: sumOver(group.members, (place) => lines[place]?.least ?? 0),
  }));
  const places = lines.map((line, place) => ({
    line,
    budget: line.least,
    groups: groups.filter(({ members }) => members.includes(place)),
  }));
  type Place = (typeof places)[number];
  let left = total - sumOver(lines, ({ least }) => least);
  if (left < 0 || groups.some(({ has, most }) => has > most)) return undefined;

  const room = ({ line, budget, groups: own }: Place) =>
    Math.min(line.most - budget, ...own.map(({ has, most }) => most - has));
  const value = ({ line, budget }: Place, by: number) =>
    expectedOf(line, budget + by, daysLeft) - expectedOf(line, budget, daysLeft);
  const put = (place: Place, by: number) => {
    place.budget += by;
    for (const group of place.groups) group.has += by;
  };
  const canSpare = ({ line, budget, groups: own }: Place, by: number) =>
    budget - by >= line.least && own.every(({ has, least }) => has - by >= least);

  const part = Math.max(1, Math.ceil(left / parts));
  const portion = (place: Place) => Math.min(part, left, room(place));
  const rate = (place: Place) => {
    const by = portion(place);
    const isShort = place.groups.some(({ has, least }) => has < least);
    return value(place, by) / by + (isShort ? urgency : 0);
  };
  while (left > 0) {
    const open = places.filter((place) => portion(place) > 0);
    const best = largest(open, rate, 0);
    if (best === undefined) break;
    const by = portion(best);
    put(best, by);
    left -= by;
  }
  for (let by = part; by >= 1; by = Math.floor(by / 4))
    while (exchange(by)) {
      // Each exchange brings more than the one before took: there are finitely many.
    }
  return groups.some(({ has, least }) => has < least) ? undefined : places.map(({ budget }) => budget);

  /** Moves one step from the line that misses it least to the one that makes most of it. */
  function exchange(by: number): boolean {
    const givers = places.filter((place) => canSpare(place, by));
    const giver = largest(givers, (place) => value(place, -by));
    if (giver === undefined) return false;
    const loss = -value(giver, -by);
    put(giver, -by);
    const takers = places.filter((place) => place !== giver && room(place) >= by);
    const taker = largest(takers, (place) => value(place, by), loss * (1 + 1e-9) + 1e-12);
    put(taker ?? giver, by);
    return taker !== undefined;
  }
}

/** The first of those that are worth most, and more than `over`. */
function largest<Item>(
  items: readonly Item[],
  worth: (item: Item) => number,
  over = Number.NEGATIVE_INFINITY,
): Item | undefined {
  let [best, most]: [Item | undefined, number] = [undefined, over];
  for (const item of items) {
    const own = worth(item);
    if (own > most) [best, most] = [item, own];
  }
  return best;
}
