import type { Chance } from "../chance.ts";
import type { Changed, Report, ReportedDay, TrueDay, Wish } from "../world.ts";
import type { Campaign, Metric, Range, Truth } from "./kit.ts";
import { between, dailyLuck, happens, pick, times, weeklyLuck, whole } from "./kit.ts";

// Reports.
export type Step = (rows: readonly ReportedDay[], morning: number) => readonly ReportedDay[];
export type Reports = (morning: number, truth: readonly TrueDay[]) => Report;

const counted = (value: number): number => Math.max(0, Math.round(value));
function rowsOf(morning: number, truth: readonly TrueDay[], steps: readonly Step[]): readonly ReportedDay[] {
  const rows = truth.slice(0, morning).map(({ spend, impressions, outcomes }, day) => ({
    day,
    spend,
    impressions,
    outcomes,
    final: morning - day > 3,
  }));
  return steps
    .reduce<readonly ReportedDay[]>((list, step) => step(list, morning), rows)
    .map((row) => ({
      ...row,
      spend: counted(row.spend),
      impressions: counted(row.impressions),
      outcomes: counted(row.outcomes),
    }));
}
export const byDay =
  (...steps: readonly Step[]): Reports =>
  (morning, truth) => ({ type: "days", days: rowsOf(morning, truth, steps) });
/** Lifetime totals, some days old. */
export const inTotal =
  (late: number, ...steps: readonly Step[]): Reports =>
  (morning, truth) => {
    const through = Math.max(-1, morning - 1 - late);
    const rows = rowsOf(morning, truth, steps).filter(({ day }) => day <= through);
    const sum = (of: (row: ReportedDay) => number) => rows.reduce((all, row) => all + of(row), 0);
    return {
      type: "total",
      through,
      spend: sum(({ spend }) => spend),
      impressions: sum(({ impressions }) => impressions),
      outcomes: sum(({ outcomes }) => outcomes),
    };
  };
const each =
  (view: (row: ReportedDay, age: number) => ReportedDay): Step =>
  (rows, morning) =>
    rows.map((row) => view(row, morning - row.day));
export const late =
  (days: number): Step =>
  (rows, morning) =>
    rows.filter(({ day }) => day < morning - days);
/** Days that nobody ever reports. */
export function gaps(chance: Chance, days: number, share: number): Step {
  const lost = Array.from({ length: days }, () => happens(chance, share));
  return (rows) => rows.filter(({ day }) => !lost[day]);
}
/** No file on some mornings: what was known the last time stays. */
export function skips(chance: Chance, days: number, share: number): Step {
  const last: number[] = [];
  for (let morning = 0; morning <= days; morning += 1) {
    last.push(happens(chance, share) ? (last[morning - 1] ?? 0) : morning);
  }
  return (rows, morning) => rows.filter(({ day }) => day < (last[morning] ?? morning));
}
/** Outcomes come in over days. */
export const trickles = (pace: number): Step => {
  const last = Math.ceil(3 * pace);
  const full = 1 - Math.exp(-3);
  return each((row, age) =>
    age > last
      ? row
      : { ...row, outcomes: row.outcomes * Math.min(1, (1 - Math.exp(-age / pace)) / full), final: false },
  );
};
/** At first by a factor wrong, set right after some days. */
export const corrected = (by: number, after: number): Step =>
  each((row, age) => (age > after ? row : { ...row, outcomes: row.outcomes * by, final: false }));
/** Claims this much for ever. */
export const claims = (by: number): Step => each((row) => ({ ...row, outcomes: row.outcomes * by }));
/** The last days are reckoned from the days before, until they are counted. */
export const estimates =
  (days: number): Step =>
  (rows, morning) => {
    const old = rows.filter(({ day }) => morning - day > days);
    const spend = old.reduce((sum, row) => sum + row.spend, 0);
    if (spend <= 0) return rows.map((row) => ({ ...row, final: false }));
    const rate = old.reduce((sum, row) => sum + row.outcomes, 0) / spend;
    return rows.map((row) =>
      morning - row.day > days ? row : { ...row, outcomes: rate * row.spend, final: false },
    );
  };

// What is usual.
const dispersions: Readonly<Record<Metric, Range>> = {
  conversions: [1, 1.8],
  clicks: [1.2, 3],
  completed_views: [1.5, 6],
  impressions: [1, 4],
  reach: [1.5, 6],
};
export const noise = (chance: Chance, { metric, days }: Campaign): Pick<Truth, "luck" | "dispersion"> => ({
  luck: times(
    dailyLuck(chance, days, between(chance, [0.05, 0.16])),
    weeklyLuck(chance, days, between(chance, [0.02, 0.1])),
  ),
  dispersion: between(chance, dispersions[metric]),
});
const usualReports = (chance: Chance, { metric, days }: Campaign): Reports | undefined =>
  pick<() => Reports | undefined>(chance, [
    () => undefined,
    () => undefined,
    () => byDay(late(whole(chance, [1, 2]))),
    () => byDay(skips(chance, days, between(chance, [0.05, 0.2]))),
    () => byDay(trickles(metric === "conversions" ? between(chance, [1, 3]) : between(chance, [0.3, 0.8]))),
    () => byDay(corrected(between(chance, [0.9, 1.15]), whole(chance, [2, 4]))),
  ])();
/** Luck, noise and the small faults of everyday reports. */
export function usual(chance: Chance, plan: Campaign): Truth {
  const reports = usualReports(chance, plan);
  return { ...noise(chance, plan), ...(reports && { reports }) };
}

// Changes.
const made = (to?: number): Changed =>
  to === undefined ? { type: "made" } : { type: "made", to: Math.round(to) };
const refused = (reason: string): Changed => ({ type: "refused", reason });
export const soldOut = ({ from, to }: Wish): Changed =>
  to > from ? refused("no more inventory in the period") : made();
export const firm = ({ from, to }: Wish): Changed =>
  to < from ? refused("firm booking, cannot be reduced") : made();
export const fixed = (): Changed => refused("programme sponsorship, the order cannot be changed");
export const inPart =
  (share: number) =>
  ({ from, to, spent }: Wish): Changed =>
    made(Math.max(spent, from + share * (to - from)));
/** Made after some days, or not at all where the flight is over by then. */
export const slow =
  (wait: number, days: number) =>
  ({ day }: Wish): Changed =>
    day + wait < days ? { type: "made", on: day + wait } : refused("too close to the end of the flight");
/** Up to a multiple of what was planned. */
export const roomUpTo =
  (most: number) =>
  ({ from, to }: Wish): Changed => {
    if (to <= most) return made();
    return from >= most ? refused("all available inventory is booked") : made(most);
  };
export const untilDay =
  (last: number, then: (wish: Wish) => Changed) =>
  (wish: Wish): Changed =>
    wish.day <= last ? then(wish) : refused("the period for changes has ended");
/** Once a week, and never by more than a share. */
export const onMondays =
  (share: number) =>
  ({ day, from, to, spent }: Wish): Changed => {
    if (day % 7 !== 0) return refused("changes are taken on Mondays");
    return made(Math.max(spent, Math.min(from * (1 + share), Math.max(from * (1 - share), to))));
  };
/** Small changes are not worth the seller's work. */
export const atLeast =
  (least: number) =>
  ({ from, to }: Wish): Changed =>
    Math.abs(to - from) < least ? refused("below the least change that is handled") : made();
