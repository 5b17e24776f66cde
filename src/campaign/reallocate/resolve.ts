import type { Curve } from "./response-curve.ts";
import { outcomeAt } from "./response-curve.ts";

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
  readonly level: number;
  readonly curve: Curve;
  /** Of a day. */
  readonly capacity?: number;
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
  const daily = Math.max(0, budget - line.spent) / daysLeft;
  return line.level * daysLeft * outcomeAt(line.curve, Math.min(daily, line.capacity ?? daily));
}

/**
 * The split of the money that brings most: each part goes where it brings most at the moment, then parts are exchanged
 * between lines in ever smaller steps while that brings more. Lines keep their bounds and groups theirs; money that brings
 * nothing anywhere stays unassigned. Undefined where even the least of all breaks a limit.
 */
export function resolve(split: Split): number[] | undefined {
  const { lines, total, groups } = split;
  const budgets = lines.map(({ least }) => least);
  let left = total - sum(budgets);
  const onGroup = groups.map(({ members }) => sum(members.map((place) => budgets[place] ?? 0)));
  if (left < 0 || groups.some(({ most }, g) => (onGroup[g] ?? 0) > most)) return undefined;
  const groupsOf = lines.map((_, place) =>
    groups.flatMap(({ members }, g) => (members.includes(place) ? [g] : [])),
  );

  const room = (place: number) =>
    Math.min(
      (lines[place]?.most ?? 0) - (budgets[place] ?? 0),
      ...(groupsOf[place] ?? []).map((g) => (groups[g]?.most ?? 0) - (onGroup[g] ?? 0)),
    );
  const value = (place: number, by: number) => {
    const line = lines[place];
    const now = budgets[place] ?? 0;
    return line === undefined
      ? 0
      : expectedOf(line, now + by, split.daysLeft) - expectedOf(line, now, split.daysLeft);
  };
  const put = (place: number, by: number) => {
    budgets[place] = (budgets[place] ?? 0) + by;
    for (const g of groupsOf[place] ?? []) onGroup[g] = (onGroup[g] ?? 0) + by;
  };
  const isShort = (place: number) =>
    (groupsOf[place] ?? []).some((g) => (onGroup[g] ?? 0) < (groups[g]?.least ?? 0));

  const part = Math.max(1, Math.ceil(left / parts));
  while (left > 0) {
    let [best, bestRate, bestBy] = [-1, 0, 0];
    for (let place = 0; place < lines.length; place += 1) {
      const by = Math.min(part, left, room(place));
      if (by <= 0) continue;
      const rate = value(place, by) / by + (isShort(place) ? urgency : 0);
      if (rate > bestRate) [best, bestRate, bestBy] = [place, rate, by];
    }
    if (best === -1) break;
    put(best, bestBy);
    left -= bestBy;
  }
  for (let by = part; by >= 1; by = Math.floor(by / 4))
    while (exchange(by)) {
      // Each exchange brings more than the one before took: there are finitely many.
    }
  return groups.some(({ least }, g) => (onGroup[g] ?? 0) < least) ? undefined : budgets;

  /** Moves one step from the line that misses it least to the one that makes most of it. */
  function exchange(by: number): boolean {
    let [giver, loss] = [-1, Number.POSITIVE_INFINITY];
    for (let place = 0; place < lines.length; place += 1) {
      if ((budgets[place] ?? 0) - by < (lines[place]?.least ?? 0)) continue;
      if ((groupsOf[place] ?? []).some((g) => (onGroup[g] ?? 0) - by < (groups[g]?.least ?? 0))) continue;
      const missed = -value(place, -by);
      if (missed < loss) [giver, loss] = [place, missed];
    }
    if (giver === -1) return false;
    put(giver, -by);
    let [taker, gain] = [giver, loss * (1 + 1e-9) + 1e-12];
    for (let place = 0; place < lines.length; place += 1) {
      if (place === giver || room(place) < by) continue;
      const brings = value(place, by);
      if (brings > gain) [taker, gain] = [place, brings];
    }
    put(taker, by);
    return taker !== giver;
  }
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
