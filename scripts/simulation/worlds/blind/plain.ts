// Flights in which nothing dramatic happens.
import type { Chance } from "../chance.ts";
import { between, filling, happens, isWeekend, pick, whole } from "../shapes.ts";
import type { Kind } from "../world.ts";
import {
  type Brief,
  type Campaign,
  campaign,
  carryOver,
  type Draft,
  daily,
  everyday,
  type Making,
  nearlyStraight,
  off,
  tides,
  together,
  uneven,
  usual,
  wave,
  weekShape,
  workdays,
  worldOf,
} from "./kit.ts";

/** Lines that do about what was said. */
function calm(
  chance: Chance,
  brief: Brief,
  error: number,
  more: (plan: Campaign) => (draft: Draft, index: number) => Making,
) {
  const plan = campaign(chance, brief);
  const noise = between(chance, 0.04, 0.14);
  const making = more(plan);
  return worldOf(
    plan,
    plan.drafts.map((draft, index): Making => {
      const own = making(draft, index);
      return {
        habit: everyday(chance),
        luck: daily(chance, plan.days, noise),
        dispersion: between(chance, 1, 1.8),
        ...own,
        truth: { rate: draft.rate * off(chance, error), ...own.truth },
      };
    }),
  );
}

const dealer: Kind = {
  name: "plain-local-dealer-two-lines",
  says: "A dealer's two lines over two to five weeks, a handful of enquiries each week, forecasts about right.",
  make: (chance) =>
    calm(
      chance,
      {
        metric: "conversions",
        lines: [2, 2],
        days: [14, 35],
        euros: [3_000, 18_000],
        weekly: [4, 20],
        channels: ["display", "social", "audio"],
        split: "round",
      },
      0.15,
      ({ days }) => {
        const week = weekShape(chance, 0.1, between(chance, 0.7, 1.3));
        return () => ({ truth: { time: week }, luck: tides(chance, days, 0.12, 3) });
      },
    ),
};

const video: Kind = {
  name: "plain-video-awareness",
  says: "Completed views on OLV, CTV and social: nearly straight, forecasts right within some percent, dense counts.",
  make: (chance) =>
    calm(
      chance,
      {
        metric: "completed_views",
        lines: [3, 7],
        days: [21, 56],
        euros: [60_000, 900_000],
        price: [1.4, 4],
        channels: ["olv", "olv", "ctv", "social"],
        believed: nearlyStraight,
      },
      0.06,
      ({ days }) =>
        () => ({
          ...(happens(chance, 0.5) && { spends: uneven(chance, days, 0.15) }),
          dispersion: between(chance, 1.5, 4),
        }),
    ),
};

const quarter: Kind = {
  name: "plain-always-on-quarter",
  says: "A shop's always-on quarter with eight to fourteen lines: ordinary curves, levels a fifth off the forecasts, ordinary weeks.",
  make: (chance) =>
    calm(
      chance,
      {
        metric: "conversions",
        lines: [8, 14],
        days: [84, 120],
        euros: [250_000, 2_000_000],
        price: [1_200, 6_000],
      },
      0.2,
      ({ days }) => {
        const common = together(
          weekShape(chance, 0.08, between(chance, 0.8, 1.25)),
          wave(chance, days, 0.12),
        );
        return () => ({ truth: { time: common, curve: usual(chance) } });
      },
    ),
};

const installs: Kind = {
  name: "plain-app-installs",
  says: "Installs of an app over a month, many and cheap; ascribed over some days; forecasts off by an eighth.",
  make: (chance) =>
    calm(
      chance,
      {
        metric: "conversions",
        lines: [5, 9],
        days: [26, 36],
        euros: [40_000, 400_000],
        price: [180, 650],
        channels: ["social", "social", "display", "olv"],
      },
      0.13,
      ({ days }) => {
        const week = weekShape(chance, 0.05, between(chance, 1, 1.2));
        return () => ({
          truth: { time: week },
          spends: uneven(chance, days, 0.1),
          dispersion: between(chance, 1.5, 3),
        });
      },
    ),
};

const sale: Kind = {
  name: "plain-sale-of-ten-days",
  says: "A sale of ten days to two weeks: demand of all rises to its last days; forecasts about right.",
  make: (chance) =>
    calm(
      chance,
      { metric: "conversions", lines: [3, 6], days: [10, 14], euros: [8_000, 150_000], price: [700, 3_500] },
      0.16,
      ({ days }) => {
        const peak = between(chance, 1.5, 2.4);
        const length = whole(chance, 2, 4);
        const first = between(chance, 1, 1.4);
        return () => ({
          truth: { time: (day) => (day >= days - length ? peak : day === 0 ? first : 0.85) },
          ...(happens(chance, 0.3) && { habit: { late: 1 } }),
        });
      },
    ),
};

const leads: Kind = {
  name: "plain-business-leads",
  says: "Leads of a business supplier, one to five a week on a line, hardly any at weekends; some lines run on workdays alone.",
  make: (chance) =>
    calm(
      chance,
      {
        metric: "conversions",
        lines: [3, 6],
        days: [56, 105],
        euros: [25_000, 160_000],
        weekly: [1.2, 5],
        channels: ["display", "social", "audio", "olv"],
      },
      0.22,
      ({ days }) => {
        const rest = between(chance, 0.15, 0.4);
        const bare = happens(chance, 0.4);
        return () => {
          const off5 = happens(chance, 0.4);
          return {
            truth: {
              time: (day) => (isWeekend(day) ? rest : 1.2),
              ...(off5 && { active: Math.max(1, Math.round((days * 5) / 7)) }),
            },
            ...(off5 && { spends: workdays }),
            ...(bare && { tells: "impressions" }),
            dispersion: 1,
          };
        };
      },
    ),
};

const travel: Kind = {
  name: "plain-travel-bookings",
  says: "Bookings that come up to two weeks after the money, with a season of all and good Sundays; forecasts off by a seventh.",
  make: (chance) =>
    calm(
      chance,
      {
        metric: "conversions",
        lines: [4, 9],
        days: [42, 77],
        euros: [80_000, 700_000],
        price: [2_500, 12_000],
      },
      0.15,
      ({ days }) => {
        const common = together(wave(chance, days, between(chance, 0.15, 0.35)), weekShape(chance, 0.1, 1.2));
        const weather = tides(chance, days, 0.1, 5);
        return () => ({
          truth: { time: common, carry: carryOver(between(chance, 0.8, 4.5)) },
          luck: together(weather, daily(chance, days, 0.08)),
        });
      },
    ),
};

const rounded: Kind = {
  name: "plain-shares-in-round-numbers",
  says: "Clicks to a shop, split by habit in steps of five in a hundred; curves of very different depth, forecast as they are.",
  make: (chance) =>
    calm(
      chance,
      {
        metric: "clicks",
        lines: [4, 8],
        days: [28, 63],
        euros: [20_000, 250_000],
        price: [40, 190],
        split: "round",
        slack: between(chance, 0.12, 0.3),
      },
      0.1,
      ({ days }) =>
        () => ({ spends: uneven(chance, days, 0.12), dispersion: between(chance, 1.5, 3.5) }),
    ),
};

const launch: Kind = {
  name: "plain-reach-of-a-launch",
  says: "Reach of a new brand: each line fills an audience of its own size; forecasts of it right within a tenth.",
  make: (chance) =>
    calm(
      chance,
      {
        metric: "reach",
        lines: [3, 6],
        days: [18, 42],
        euros: [70_000, 600_000],
        price: [0.9, 2.4],
        channels: ["olv", "ctv", "dooh", "social", "audio"],
        believed: (drawn) => filling(between(drawn, 0.4, 1.5)),
      },
      0.08,
      () => () => ({ truth: { cumulative: true }, habit: pick(chance, [{}, { late: 1 }, { late: 2 }]) }),
    ),
};

export const kinds: readonly Kind[] = [
  dealer,
  video,
  quarter,
  installs,
  sale,
  leads,
  travel,
  rounded,
  launch,
];
