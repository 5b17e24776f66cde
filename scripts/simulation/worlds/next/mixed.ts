import type { Chance } from "../chance.ts";
import type { Kind } from "../world.ts";
import { byDay, claims, corrected, inPart, inTotal, noise, soldOut, trickles, usual } from "./habits.ts";
import {
  about,
  bend,
  between,
  campaign,
  happens,
  indexes,
  isWeekend,
  largest,
  paced,
  pick,
  rising,
  scaled,
  smallest,
  threshold,
  times,
  weekShape,
  whole,
  world,
} from "./kit.ts";

const curved = (chance: Chance) => bend(between(chance, [0.65, 0.88]));

export const mixed: readonly Kind[] = [
  {
    name: "ramps-up-after-a-late-start",
    says: "The best line starts days late and learns for one or two weeks, when it looks like the worst; another one starts late and is as told.",
    make: (chance) => {
      const plan = campaign(chance, {
        metric: "conversions",
        lines: [3, 7],
        weeks: [6, 12],
        euros: [40_000, 600_000],
        told: curved,
      });
      const [best, other] = indexes(chance, plan.sellers.length, 2);
      const up = between(chance, [1.5, 2.1]);
      return world(plan, (_, index) => {
        const common = { ...usual(chance, plan), level: about(chance, 0.08) };
        if (index !== best && index !== other) return common;
        const first = whole(chance, [3, 11]);
        const starts = paced((day) => (day < first ? 0 : 1));
        if (index === other) return { ...common, spends: starts };
        const time = rising(first, between(chance, [0.15, 0.4]), whole(chance, [7, 14]));
        return { ...common, level: up, spends: starts, time };
      });
    },
  },
  {
    name: "drifts-in-quality-both-ways",
    says: "One line loses half of its quality over the flight, another gains as much, and in the middle all look alike.",
    make: (chance) => {
      const plan = campaign(chance, {
        metric: pick(chance, ["clicks", "conversions", "completed_views"]),
        lines: [3, 8],
        weeks: [6, 12],
        euros: [50_000, 700_000],
        told: curved,
      });
      const { days } = plan;
      const [sinks, climbs] = indexes(chance, plan.sellers.length, 2);
      const down = between(chance, [0.3, 0.55]);
      const up = between(chance, [1.4, 1.9]);
      const line = (from: number, to: number) => (day: number) => from + ((to - from) * day) / (days - 1);
      return world(plan, (_, index) => ({
        ...usual(chance, plan),
        level: about(chance, 0.06),
        ...(index === sinks && { time: line(1.15, down) }),
        ...(index === climbs && { time: line(0.75, up) }),
      }));
    },
  },
  {
    name: "sleeps-on-weekends",
    says: "Offices buy: weekends bring little everywhere, two sellers do not serve them and leave that money unspent, and one seller is better on working days.",
    make: (chance) => {
      const plan = campaign(chance, {
        metric: pick(chance, ["conversions", "clicks"]),
        lines: [3, 7],
        weeks: [4, 10],
        euros: [20_000, 300_000],
        told: curved,
      });
      const [good, ...others] = indexes(chance, plan.sellers.length, plan.sellers.length);
      const lost = others.slice(0, 2);
      const low = between(chance, [0.2, 0.5]);
      const up = between(chance, [1.2, 1.6]);
      return world(plan, (_, index) => ({
        ...usual(chance, plan),
        level: about(chance, 0.08),
        time: (day) => (isWeekend(day) ? low : index === good ? up : 1),
        ...(lost.includes(index) && {
          spends: ({ day, left, spent }) => {
            const budget = spent.reduce((sum, spend) => sum + spend, left);
            return isWeekend(day) ? 0 : Math.max(0, Math.min(left, budget / plan.days));
          },
        }),
        ...(index === good && happens(chance, 0.5) && { spends: paced((day) => (isWeekend(day) ? 0.1 : 1)) }),
      }));
    },
  },
  {
    name: "tells-lifetime-totals-alone",
    says: "All sellers report totals since the start, some days old, which must be subtracted to be read; one is better than told and one wears down.",
    make: (chance) => {
      const plan = campaign(chance, {
        metric: pick(chance, ["conversions", "clicks", "completed_views"]),
        lines: [3, 6],
        weeks: [5, 10],
        euros: [30_000, 400_000],
        told: curved,
      });
      const [good, wears] = indexes(chance, plan.sellers.length, 2);
      const up = between(chance, [1.4, 1.9]);
      const end = between(chance, [0.35, 0.6]);
      return world(plan, (_, index) => ({
        ...noise(chance, plan),
        level: about(chance, 0.1) * (index === good ? up : 1),
        ...(index === wears && { time: (day) => 1 + ((end - 1) * day) / plan.days }),
        reports: happens(chance, 0.4)
          ? inTotal(whole(chance, [0, 2]), trickles(between(chance, [1, 3])))
          : inTotal(whole(chance, [0, 4])),
      }));
    },
  },
  {
    name: "counts-differ-from-the-buyer",
    says: "The buyer counts conversions itself; each seller claims its own multiple of them, the weakest most.",
    make: (chance) => {
      const plan = campaign(chance, {
        metric: "conversions",
        lines: [3, 8],
        weeks: [4, 10],
        euros: [30_000, 600_000],
        told: curved,
      });
      const [weak, good] = indexes(chance, plan.sellers.length, 2);
      const most = between(chance, [2, 3.2]);
      return world(
        plan,
        (_, index) => {
          const claim = index === weak ? most : scaled(chance, [0.9, 1.7]);
          return {
            ...noise(chance, plan),
            level:
              index === weak
                ? between(chance, [0.4, 0.6])
                : about(chance, 0.1) * (index === good ? between(chance, [1.2, 1.7]) : 1),
            boast: Math.max(1, claim * about(chance, 0.15)),
            reports: happens(chance, 0.5) ? byDay(claims(claim), trickles(1.5)) : byDay(claims(claim)),
          };
        },
        { buyerCounts: true },
      );
    },
  },
  {
    name: "needs-a-threshold-to-work",
    says: "The money is spread thin: two lines bring little below a certain daily pressure and a good deal above it, which their forecasts do not tell.",
    make: (chance) => {
      const plan = campaign(chance, {
        metric: pick(chance, ["conversions", "reach", "clicks"]),
        lines: [5, 10],
        weeks: [4, 10],
        euros: [60_000, 800_000],
        told: curved,
      });
      const thin = indexes(chance, plan.sellers.length, 2);
      return world(plan, (_, index) => ({
        ...usual(chance, plan),
        level: about(chance, 0.08),
        ...(thin.includes(index) && {
          level: between(chance, [0.45, 0.8]),
          curve: threshold(between(chance, [0.8, 1.4]), between(chance, [2.2, 3.5])),
        }),
        ...(index !== thin[0] && happens(chance, 0.15) && { change: inPart(0.5) }),
      }));
    },
  },
  {
    name: "wears-out-until-renewed",
    says: "Creatives tire with the money behind them: one line gets new ones midway and is as good as before, another never does and sinks.",
    make: (chance) => {
      const plan = campaign(chance, {
        metric: pick(chance, ["clicks", "conversions"]),
        lines: [3, 6],
        weeks: [6, 12],
        euros: [40_000, 500_000],
        told: curved,
      });
      const tired = largest(plan);
      const [renewed = 0] = indexes(chance, plan.sellers.length, plan.sellers.length).filter(
        (index) => index !== tired,
      );
      const day = Math.round(plan.days * between(chance, [0.35, 0.6]));
      const tires = (planned: number, from: number) => {
        const floor = between(chance, [0.2, 0.4]);
        const speed = between(chance, [1.5, 3.5]);
        return (spends: readonly number[]) => {
          const since = spends.length > from ? from : 0;
          const worn = spends.slice(since, -1).reduce((sum, spend) => sum + spend, 0) / planned;
          return floor + (1 - floor) * Math.exp(-speed * worn);
        };
      };
      return world(plan, ({ planned }, index) => ({
        ...usual(chance, plan),
        level: about(chance, 0.08) * (index === tired || index === renewed ? 1.2 : 1),
        ...(index === tired && { fresh: tires(planned, Infinity) }),
        ...(index === renewed && { fresh: tires(planned, day) }),
      }));
    },
  },
  {
    name: "peaks-in-season-and-corrects-later",
    says: "A season lifts shop-near lines for two weeks while the seller that looks best takes back a part of its counts more than a week later.",
    make: (chance) => {
      const plan = campaign(chance, {
        metric: "conversions",
        lines: [4, 9],
        weeks: [6, 12],
        euros: [60_000, 800_000],
        told: curved,
      });
      const [pretends, ...rest] = indexes(chance, plan.sellers.length, plan.sellers.length);
      const near = rest.slice(0, Math.ceil(rest.length / 2));
      const full = smallest(plan);
      const centre = plan.days * between(chance, [0.55, 0.8]);
      const width = between(chance, [4, 8]);
      const height = between(chance, [0.6, 1.3]);
      const week = weekShape(chance, 0.1);
      return world(plan, (_, index) => {
        const lift = height * (near.includes(index) ? 1 : 0.15) * about(chance, 0.1);
        const season = (day: number) => 1 + lift * Math.exp(-(((day - centre) / width) ** 2));
        const base = usual(chance, plan);
        if (index !== pretends) {
          const change = index === full && happens(chance, 0.4) ? { change: soldOut } : {};
          return { ...base, ...change, level: about(chance, 0.08), time: times(week, season) };
        }
        return {
          ...base,
          level: between(chance, [0.6, 0.8]),
          time: times(week, season),
          reports: byDay(corrected(between(chance, [1.6, 2.2]), whole(chance, [7, 12]))),
        };
      });
    },
  },
];
