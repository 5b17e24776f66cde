import type { Chance } from "../chance.ts";
import type { Kind } from "../world.ts";
import { byDay, estimates, inPart, late, trickles, usual } from "./habits.ts";
import type { ByDay, Campaign } from "./kit.ts";
import {
  about,
  bend,
  between,
  campaign,
  happens,
  indexes,
  pick,
  times,
  weeklyLuck,
  weekShape,
  whole,
  world,
} from "./kit.ts";

const curved = (chance: Chance) => bend(between(chance, [0.65, 0.88]));
/** One of the larger half, where its loss is felt. */
function felt(chance: Chance, { sellers }: Campaign): number {
  const order = sellers.map((_, index) => index);
  order.sort((a, b) => (sellers[b]?.planned ?? 0) - (sellers[a]?.planned ?? 0));
  return order[whole(chance, [0, Math.floor((sellers.length - 1) / 2)])] ?? 0;
}
const midway = (chance: Chance, days: number): number => Math.round(days * between(chance, [0.25, 0.6]));
const breaks =
  (day: number, rest: number): ByDay =>
  (at) =>
    at < day ? 1 : rest;

export const broken: readonly Kind[] = [
  {
    name: "collapses-to-zero-overnight",
    says: "From one day on a large line spends as before and brings nothing, because its landing page is dead.",
    make: (chance) => {
      const plan = campaign(chance, {
        metric: pick(chance, ["conversions", "clicks"]),
        lines: [3, 8],
        weeks: [4, 10],
        euros: [30_000, 500_000],
        told: curved,
      });
      const gone = felt(chance, plan);
      const day = midway(chance, plan.days);
      const week = weekShape(chance, 0.1);
      return world(
        plan,
        (_, index) => ({
          ...usual(chance, plan),
          level: about(chance, 0.1),
          time: index === gone ? times(week, breaks(day, 0)) : week,
        }),
        { collapse: { line: gone, day } },
      );
    },
  },
  {
    name: "collapses-to-a-quarter-amid-noise",
    says: "A line falls to about a quarter for good while all lines have rough weeks that look alike for some days.",
    make: (chance) => {
      const plan = campaign(chance, {
        metric: pick(chance, ["conversions", "completed_views"]),
        lines: [3, 7],
        weeks: [5, 12],
        euros: [40_000, 700_000],
        told: curved,
      });
      const gone = felt(chance, plan);
      const day = midway(chance, plan.days);
      const rest = between(chance, [0.2, 0.3]);
      return world(
        plan,
        (_, index) => {
          const { luck = () => 1, ...other } = usual(chance, plan);
          return {
            ...other,
            luck: times(luck, weeklyLuck(chance, plan.days, between(chance, [0.15, 0.3]))),
            level: about(chance, 0.12),
            ...(index === gone && { time: breaks(day, rest) }),
          };
        },
        { collapse: { line: gone, day } },
      );
    },
  },
  {
    name: "collapses-while-told-slowly",
    says: "A line breaks down, but its seller reports days late or fills the last days with estimates from better times.",
    make: (chance) => {
      const plan = campaign(chance, {
        metric: "conversions",
        lines: [3, 7],
        weeks: [6, 12],
        euros: [40_000, 600_000],
        told: curved,
      });
      const gone = felt(chance, plan);
      const day = midway(chance, plan.days);
      const rest = between(chance, [0, 0.3]);
      const slowly = pick(chance, [
        byDay(late(whole(chance, [3, 6]))),
        byDay(estimates(whole(chance, [3, 6]))),
        byDay(late(2), trickles(between(chance, [2, 4]))),
        byDay(late(1), estimates(whole(chance, [4, 7]))),
      ]);
      return world(
        plan,
        (_, index) => ({
          ...usual(chance, plan),
          level: about(chance, 0.12),
          ...(index === gone && { time: breaks(day, rest), reports: slowly }),
          ...(happens(chance, 0.15) && { change: inPart(0.6) }),
        }),
        { collapse: { line: gone, day } },
      );
    },
  },
  {
    name: "collapses-beside-public-holidays",
    says: "On public holidays all lines bring little and recover; about then one line breaks down and does not, and one is better than told.",
    make: (chance) => {
      const plan = campaign(chance, {
        metric: pick(chance, ["conversions", "clicks"]),
        lines: [4, 8],
        weeks: [5, 10],
        euros: [50_000, 500_000],
        told: curved,
      });
      const weeks = plan.days / 7;
      const friday = 7 * whole(chance, [1, weeks - 4]) + 4;
      const feasts = new Set([friday, friday + 1, friday + 2, friday + 3, friday + 20]);
      const low = between(chance, [0.3, 0.55]);
      const gone = felt(chance, plan);
      const day = friday + whole(chance, [-2, 5]);
      const rest = between(chance, [0, 0.35]);
      const [good] = indexes(chance, plan.sellers.length, plan.sellers.length).filter(
        (index) => index !== gone,
      );
      const up = between(chance, [1.15, 1.5]);
      return world(
        plan,
        (_, index) => {
          const own = Math.min(1, low * about(chance, 0.15));
          const feast = (at: number) => (feasts.has(at) ? own : 1);
          return {
            ...usual(chance, plan),
            level: about(chance, 0.08) * (index === good ? up : 1),
            time: index === gone ? times(feast, breaks(day, rest)) : feast,
          };
        },
        { collapse: { line: gone, day } },
      );
    },
  },
];
