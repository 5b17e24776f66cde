import type { Chance } from "../chance.ts";
import type { Kind } from "../world.ts";
import type { Reports } from "./habits.ts";
import {
  byDay,
  claims,
  corrected,
  estimates,
  gaps,
  inTotal,
  late,
  noise,
  skips,
  trickles,
  usual,
} from "./habits.ts";
import type { Metric } from "./kit.ts";
import {
  about,
  bend,
  between,
  campaign,
  dailyLuck,
  fills,
  happens,
  linear,
  paced,
  pick,
  rising,
  scaled,
  times,
  weeklyLuck,
  weekShape,
  whole,
  world,
} from "./kit.ts";

const curved = (chance: Chance) => bend(between(chance, [0.6, 0.85]));

const ragged = (chance: Chance, days: number): Reports =>
  pick<() => Reports>(chance, [
    () => byDay(late(whole(chance, [2, 5])), gaps(chance, days, 0.08)),
    () => byDay(gaps(chance, days, between(chance, [0.1, 0.3]))),
    () => byDay(skips(chance, days, between(chance, [0.2, 0.5])), trickles(between(chance, [1, 4]))),
    () => byDay(trickles(between(chance, [2, 5]))),
    () => byDay(corrected(between(chance, [1.2, 1.7]), whole(chance, [4, 9]))),
    () => byDay(corrected(between(chance, [0.5, 0.8]), whole(chance, [3, 8])), gaps(chance, days, 0.05)),
    () => byDay(estimates(whole(chance, [2, 5]))),
    () => inTotal(whole(chance, [0, 3])),
  ])();

export const even: readonly Kind[] = [
  {
    name: "stays-even-under-daily-luck",
    says: "All sellers keep what they told and bring the same for the next euro; only the luck of days differs.",
    isEven: true,
    make: (chance) => {
      const metric = pick<Metric>(chance, ["conversions", "conversions", "clicks"]);
      const straight = happens(chance, 0.3);
      const plan = campaign(chance, {
        metric,
        lines: [3, 9],
        weeks: [3, 10],
        euros: [15_000, 400_000],
        told: straight ? () => linear : curved,
        slack: 0,
      });
      return world(plan, () => ({
        luck: dailyLuck(chance, plan.days, between(chance, [0.1, 0.35])),
        dispersion: between(chance, [1, 4]),
      }));
    },
  },
  {
    name: "wavers-by-week-yet-even",
    says: "Equal sellers have good and bad weeks of their own that nobody can foresee and that do not last.",
    isEven: true,
    make: (chance) => {
      const plan = campaign(chance, {
        metric: pick(chance, ["conversions", "completed_views", "clicks"]),
        lines: [3, 7],
        weeks: [4, 12],
        euros: [30_000, 600_000],
        told: curved,
        slack: 0,
      });
      const { days } = plan;
      return world(plan, () => ({
        ...usual(chance, plan),
        luck: times(
          weeklyLuck(chance, days, between(chance, [0.15, 0.4])),
          dailyLuck(chance, days, between(chance, [0.05, 0.12])),
        ),
      }));
    },
  },
  {
    name: "garbles-reports-yet-even",
    says: "The sellers are equal, but their reports come late, with holes, as estimates, as totals, or are corrected afterwards.",
    isEven: true,
    make: (chance) => {
      const plan = campaign(chance, {
        metric: pick(chance, ["conversions", "conversions", "reach"]),
        lines: [3, 10],
        weeks: [3, 9],
        euros: [20_000, 300_000],
        told: curved,
        slack: 0,
      });
      return world(plan, () => ({
        ...noise(chance, plan),
        ...(happens(chance, 0.85) && { reports: ragged(chance, plan.days) }),
      }));
    },
  },
  {
    name: "follows-weekdays-yet-even",
    says: "Each seller's audience is larger on other weekdays and it spends with its audience, so that the next euro is worth the same everywhere on every day.",
    isEven: true,
    make: (chance) => {
      const plan = campaign(chance, {
        metric: pick(chance, ["clicks", "conversions", "completed_views"]),
        lines: [3, 8],
        weeks: [3, 10],
        euros: [15_000, 500_000],
        told: curved,
        slack: 0,
      });
      return world(plan, () => {
        const audience = weekShape(chance, between(chance, [0.1, 0.4]));
        return { ...usual(chance, plan), audience, spends: paced(audience) };
      });
    },
  },
  {
    name: "starts-slowly-yet-even",
    says: "Some lines begin days late or spend little at first and catch up; each reaches the audience it was bought for, and none more cheaply.",
    isEven: true,
    make: (chance) => {
      const plan = campaign(chance, {
        metric: pick(chance, ["reach", "conversions", "completed_views"]),
        lines: [3, 8],
        weeks: [4, 11],
        euros: [25_000, 800_000],
        told: () => fills(between(chance, [0.5, 1.5])),
        slack: 0,
      });
      return world(plan, () => {
        const first = happens(chance, 0.4) ? whole(chance, [1, 8]) : 0;
        const pace = rising(first, between(chance, [0.05, 0.4]), whole(chance, [4, 12]));
        const weight = (day: number) => (day < first ? 0 : pace(day));
        return {
          ...usual(chance, plan),
          pooled: true,
          ...(happens(chance, 0.7) && { spends: paced(weight) }),
        };
      });
    },
  },
  {
    name: "overpromises-everywhere-yet-even",
    says: "Every seller forecast the same multiple of what comes, and some count alike too much, so that all disappoint alike and nothing is gained by moving.",
    isEven: true,
    make: (chance) => {
      const plan = campaign(chance, {
        metric: pick(chance, ["conversions", "clicks", "completed_views"]),
        lines: [3, 10],
        weeks: [3, 12],
        euros: [15_000, 800_000],
        told: curved,
        slack: 0,
      });
      const boast = scaled(chance, [1.3, 3]);
      const claim = happens(chance, 0.3) ? about(chance, 0.15) : 1;
      return world(plan, () => ({
        ...noise(chance, plan),
        level: 1 / boast,
        ...(claim !== 1 && { reports: byDay(claims(claim)) }),
      }));
    },
  },
];
