import type { Chance } from "../chance.ts";
import type { Kind } from "../world.ts";
import { usual } from "./habits.ts";
import type { Seller } from "./kit.ts";
import {
  about,
  bend,
  between,
  campaign,
  dailyLuck,
  fills,
  happens,
  indexes,
  largest,
  linear,
  pick,
  plateau,
  scaled,
  smallest,
  weekShape,
  whole,
  world,
} from "./kit.ts";

const curved = (chance: Chance) => bend(between(chance, [0.6, 0.85]));

export const learned: readonly Kind[] = [
  {
    name: "excels-one-seller-clearly",
    says: "One seller brings half as much again to twice what it told; another works by memory, so that its outcomes come over the days after.",
    make: (chance) => {
      const plan = campaign(chance, {
        metric: "conversions",
        lines: [4, 7],
        weeks: [5, 10],
        euros: [60_000, 400_000],
        told: curved,
      });
      const [star = 0, slow] = indexes(chance, plan.sellers.length, 2);
      const level = between(chance, [1.5, 2.1]);
      const week = weekShape(chance, 0.1);
      return world(plan, (_, index) => ({
        ...usual(chance, plan),
        time: week,
        level: about(chance, 0.08) * (index === star ? level : 1),
        ...(index === slow && { carry: between(chance, [0.4, 0.75]) }),
      }));
    },
  },
  {
    name: "saturates-at-the-largest-line",
    says: "The largest line has a smaller audience than told: beyond a part of its money hardly anything comes.",
    make: (chance) => {
      const plan = campaign(chance, {
        metric: pick(chance, ["completed_views", "clicks", "conversions"]),
        lines: [3, 6],
        weeks: [4, 9],
        euros: [50_000, 800_000],
        told: () => bend(between(chance, [0.8, 0.92])),
        shares: 0.45,
        cap: [0.5, 0.75],
      });
      const full = largest(plan);
      const curve = plateau(between(chance, [0.4, 0.75]), between(chance, [0.02, 0.12]));
      return world(plan, (_, index) => ({
        ...usual(chance, plan),
        level: about(chance, 0.08),
        ...(index === full && { curve }),
      }));
    },
  },
  {
    name: "overclaims-in-one-forecast",
    says: "One seller's forecast promised far more than comes and so was planned with much of the money; the others keep their word more or less.",
    make: (chance) => {
      const plan = campaign(chance, {
        metric: pick(chance, ["conversions", "completed_views"]),
        lines: [3, 8],
        weeks: [3, 8],
        euros: [30_000, 500_000],
        told: curved,
        shares: 0.5,
      });
      const boaster = largest(plan);
      const boast = scaled(chance, [1.7, 3]);
      return world(plan, (_, index) => ({
        ...usual(chance, plan),
        level: about(chance, 0.1) / (index === boaster ? boast : 1),
      }));
    },
  },
  {
    name: "steepens-where-told-to-flatten",
    says: "A small line brings what was told at its plan, but goes on nearly straight where its seller told that it flattens.",
    make: (chance) => {
      const plan = campaign(chance, {
        metric: pick(chance, ["conversions", "clicks"]),
        lines: [3, 7],
        weeks: [5, 12],
        euros: [40_000, 600_000],
        told: () => fills(between(chance, [1.2, 1.9])),
        shares: 0.45,
        cap: [0.45, 0.7],
      });
      const steep = smallest(plan);
      const curve = bend(between(chance, [0.88, 1]));
      return world(plan, (_, index) => ({
        ...usual(chance, plan),
        level: about(chance, 0.06),
        ...(index === steep && { curve }),
      }));
    },
  },
  {
    name: "disappoints-at-two-of-many",
    says: "Among eight to ten lines two bring a third to two thirds of what was told, and nothing but the counts shows it.",
    make: (chance) => {
      const plan = campaign(chance, {
        metric: pick(chance, ["clicks", "conversions"]),
        lines: [8, 10],
        weeks: [4, 12],
        euros: [100_000, 800_000],
        told: () => bend(between(chance, [0.65, 0.9])),
        cap: [0.25, 0.5],
      });
      const weak = indexes(chance, plan.sellers.length, 2);
      return world(plan, (_, index) => ({
        ...usual(chance, plan),
        level: about(chance, 0.1) * (weak.includes(index) ? between(chance, [0.33, 0.65]) : 1),
      }));
    },
  },
  {
    name: "scatters-levels-on-a-small-budget",
    says: "Every forecast is off by its own third, the budget is small and conversions are few.",
    make: (chance) => {
      const plan = campaign(chance, {
        metric: "conversions",
        lines: [3, 6],
        weeks: [4, 10],
        euros: [15_000, 40_000],
        told: curved,
        price: [2500, 9000],
        slack: 0.12,
      });
      return world(plan, () => ({ ...usual(chance, plan), level: about(chance, 0.35) }));
    },
  },
  {
    name: "hides-reach-behind-impressions",
    says: "Sellers forecast impressions alone; how many people they reach differs widely and some audiences are soon seen by all.",
    make: (chance) => {
      const plan = campaign(chance, {
        metric: "reach",
        lines: [3, 7],
        weeks: [3, 8],
        euros: [60_000, 700_000],
        told: () => fills(between(chance, [0.8, 1.4])),
        cap: [0.45, 0.7],
      });
      const silent = happens(chance, 0.4) ? whole(chance, [0, plan.sellers.length - 1]) : -1;
      return world(plan, (_, index) => ({
        ...usual(chance, plan),
        pooled: true,
        telling: index === silent ? "nothing" : "impressions",
        curve: fills(between(chance, [0.5, 3.2])),
        level: about(chance, 0.4),
      }));
    },
  },
  {
    name: "underdelivers-for-want-of-stock",
    says: "At about one price for all impressions one or two sellers have too little inventory and leave money unspent unless it is moved.",
    make: (chance) => {
      const drawn = campaign(chance, {
        metric: "impressions",
        lines: [3, 7],
        weeks: [3, 10],
        euros: [20_000, 500_000],
        told: () => linear,
        cap: [0.5, 0.8],
      });
      const price = between(chance, [350, 1100]);
      const sellers = drawn.sellers.map((seller): Seller => {
        const cpm = Math.round(price * about(chance, 0.015));
        return { ...seller, cpm, expected: (1000 * seller.planned) / cpm };
      });
      const plan = { ...drawn, sellers };
      const short = indexes(chance, sellers.length, sellers.length > 4 ? 2 : 1);
      return world(plan, ({ planned }, index) => {
        const most = (planned * between(chance, [0.35, 0.75])) / plan.days;
        return {
          ...usual(chance, plan),
          luck: dailyLuck(chance, plan.days, 0.02),
          dispersion: 1,
          ...(short.includes(index) && {
            spends: ({ left, daysLeft }) => Math.max(0, Math.min(left / daysLeft, most)),
          }),
        };
      });
    },
  },
];
