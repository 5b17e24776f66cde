import type { Chance } from "../chance.ts";
import type { Changed, Kind, Wish } from "../world.ts";
import {
  atLeast,
  firm,
  fixed,
  inPart,
  onMondays,
  roomUpTo,
  slow,
  soldOut,
  untilDay,
  usual,
} from "./habits.ts";
import type { Metric } from "./kit.ts";
import {
  about,
  bend,
  between,
  campaign,
  fills,
  happens,
  indexes,
  pick,
  plateau,
  weekShape,
  whole,
  world,
} from "./kit.ts";

const curved = (chance: Chance) => bend(between(chance, [0.65, 0.88]));

export const bound: readonly Kind[] = [
  {
    name: "refuses-to-cut-the-weak-line",
    says: "The weakest seller is booked firm and gives nothing back; a good one would take more, and the money must come from the middling ones.",
    make: (chance) => {
      const plan = campaign(chance, {
        metric: pick(chance, ["conversions", "clicks"]),
        lines: [4, 8],
        weeks: [4, 9],
        euros: [40_000, 500_000],
        told: curved,
      });
      const [weak, strong] = indexes(chance, plan.sellers.length, 2);
      const down = between(chance, [0.35, 0.6]);
      const up = between(chance, [1.4, 1.9]);
      return world(plan, (_, index) => ({
        ...usual(chance, plan),
        level: about(chance, 0.08) * (index === weak ? down : index === strong ? up : 1),
        ...(index === weak && { change: firm }),
      }));
    },
  },
  {
    name: "refuses-more-at-the-best-line",
    says: "The best seller is sold out or takes a little more at most; the second best is open and better than the rest.",
    make: (chance) => {
      const plan = campaign(chance, {
        metric: pick(chance, ["conversions", "completed_views"]),
        lines: [4, 8],
        weeks: [4, 10],
        euros: [50_000, 800_000],
        told: curved,
      });
      const [best, second] = indexes(chance, plan.sellers.length, 2);
      const up = between(chance, [1.7, 2.2]);
      const next = between(chance, [1.35, 1.6]);
      const open = happens(chance, 0.5) ? between(chance, [1.05, 1.25]) : undefined;
      return world(plan, ({ planned }, index) => ({
        ...usual(chance, plan),
        level: about(chance, 0.08) * (index === best ? up : index === second ? next : 0.95),
        ...(index === best && {
          change: open === undefined ? soldOut : roomUpTo(Math.round(open * planned)),
        }),
      }));
    },
  },
  {
    name: "grants-a-part-of-each-wish",
    says: "Most sellers make a part of each change, both up and down; one line is better than told and one is worse.",
    make: (chance) => {
      const metric = pick<Metric>(chance, ["conversions", "clicks", "reach"]);
      const plan = campaign(chance, {
        metric,
        lines: [3, 6],
        weeks: [4, 10],
        euros: [30_000, 400_000],
        told: () => (metric === "reach" ? fills(between(chance, [0.8, 1.5])) : curved(chance)),
      });
      const [good, bad] = indexes(chance, plan.sellers.length, 2);
      return world(plan, (_, index) => ({
        ...usual(chance, plan),
        pooled: metric === "reach",
        level:
          index === good
            ? between(chance, [1.35, 1.8])
            : index === bad
              ? between(chance, [0.45, 0.7])
              : about(chance, 0.1),
        ...(happens(chance, 0.8) && { change: inPart(between(chance, [0.25, 0.65])) }),
      }));
    },
  },
  {
    name: "changes-only-days-later",
    says: "Sellers make each change three to nine days after it was asked, one cannot change at all, and one seller is much better than told.",
    make: (chance) => {
      const plan = campaign(chance, {
        metric: "conversions",
        lines: [4, 7],
        weeks: [5, 12],
        euros: [50_000, 600_000],
        told: curved,
      });
      const [good, stuck] = indexes(chance, plan.sellers.length, 2);
      const up = between(chance, [1.5, 2]);
      const week = weekShape(chance, 0.12);
      return world(plan, (_, index) => ({
        ...usual(chance, plan),
        time: week,
        level: about(chance, 0.1) * (index === good ? up : 1),
        change: index === stuck ? fixed : slow(whole(chance, [3, 9]), plan.days),
      }));
    },
  },
  {
    name: "closes-changes-before-half-time",
    says: "Some sellers take changes only in the first weeks and some only large ones, while a line that is used up sooner than told shows itself early.",
    make: (chance) => {
      const plan = campaign(chance, {
        metric: pick(chance, ["conversions", "completed_views", "clicks"]),
        lines: [3, 7],
        weeks: [6, 12],
        euros: [60_000, 800_000],
        told: () => bend(between(chance, [0.75, 0.9])),
      });
      const [full, good] = indexes(chance, plan.sellers.length, 2);
      const curve = plateau(between(chance, [0.4, 0.65]), between(chance, [0.05, 0.2]));
      const up = between(chance, [1.25, 1.6]);
      const last = Math.round(plan.days * between(chance, [0.3, 0.5]));
      return world(plan, ({ planned }, index) => {
        const handles: (wish: Wish) => Changed = pick(chance, [
          atLeast(Math.round(planned * between(chance, [0.05, 0.15]))),
          () => ({ type: "made" }),
        ]);
        return {
          ...usual(chance, plan),
          level: about(chance, 0.07) * (index === good ? up : 1),
          ...(index === full && { curve }),
          change: happens(chance, 0.6) ? untilDay(last, handles) : handles,
        };
      });
    },
  },
  {
    name: "takes-changes-on-mondays-alone",
    says: "Changes are taken once a week and by a fifth to two fifths of a line at most; two lines differ from what was told and one of them is sponsored and fixed.",
    make: (chance) => {
      const plan = campaign(chance, {
        metric: pick(chance, ["clicks", "conversions"]),
        lines: [4, 9],
        weeks: [6, 12],
        euros: [40_000, 700_000],
        told: curved,
      });
      const [good, weak, stuck] = indexes(chance, plan.sellers.length, 3);
      const step = between(chance, [0.2, 0.4]);
      const fixedOne = happens(chance, 0.5) ? weak : stuck;
      return world(plan, (_, index) => ({
        ...usual(chance, plan),
        level:
          about(chance, 0.08) *
          (index === good ? between(chance, [1.5, 2]) : index === weak ? between(chance, [0.4, 0.7]) : 1),
        change: index === fixedOne ? fixed : onMondays(step),
      }));
    },
  },
];
