// Lines of which none is better at the plan.
import { between, happens, pick, power, scaled, straight, whole } from "../shapes.ts";
import type { Kind } from "../world.ts";
import {
  arriving,
  campaign,
  daily,
  everyday,
  hill,
  leveled,
  limited,
  logarithmic,
  type Making,
  off,
  someOf,
  startingOn,
  tides,
  together,
  uneven,
  usual,
  wave,
  weekShape,
  weighted,
  workdays,
  worldOf,
} from "./kit.ts";

const twins: Kind = {
  name: "even-twins-with-long-luck",
  says: "Lines alike in all, money split evenly; each has good and bad times of its own that last for weeks.",
  isEven: true,
  make: (chance) => {
    const curve = power(between(chance, 0.6, 0.9));
    const plan = campaign(chance, {
      metric: "conversions",
      lines: [2, 6],
      days: [35, 98],
      euros: [20_000, 400_000],
      weekly: [12, 150],
      split: "equal",
      believed: () => curve,
      slack: 0,
    });
    const spread = between(chance, 0.2, 0.45);
    const length = scaled(chance, 6, 25);
    const makings = plan.drafts.map(
      (): Making => ({
        luck: tides(chance, plan.days, spread, length),
        dispersion: between(chance, 1, 1.5),
        habit: everyday(chance),
      }),
    );
    return worldOf(plan, leveled(plan, makings));
  },
};

const wellPlanned: Kind = {
  name: "even-well-planned-quarter",
  says: "Six to twelve lines of different curves, planned as well as can be, forecasts right.",
  isEven: true,
  make: (chance) => {
    const plan = campaign(chance, {
      metric: happens(chance, 0.7) ? "conversions" : "clicks",
      lines: [6, 12],
      days: [63, 112],
      euros: [150_000, 1_500_000],
      weekly: [30, 900],
      slack: 0,
    });
    const week = weekShape(chance, 0.1);
    const makings = plan.drafts.map(
      (): Making => ({
        truth: { time: week },
        luck: daily(chance, plan.days, 0.1),
        dispersion: between(chance, 1, 2),
        habit: everyday(chance),
      }),
    );
    return worldOf(plan, leveled(plan, makings));
  },
};

const claims: Kind = {
  name: "even-sellers-count-differently",
  says: "Truly even; some sellers count twice what there is, others less, and the client counts itself or does not.",
  isEven: true,
  make: (chance) => {
    const plan = campaign(chance, {
      metric: "conversions",
      lines: [3, 8],
      days: [28, 70],
      euros: [50_000, 700_000],
      weekly: [10, 220],
      slack: 0.02,
    });
    const own = happens(chance, 0.55);
    const inForecast = happens(chance, 0.5);
    const makings = plan.drafts.map((): Making => {
      const by = pick(chance, [
        between(chance, 1.3, 2.4),
        between(chance, 0.9, 1.1),
        between(chance, 0.65, 0.9),
      ]);
      return {
        habit: { counts: () => by },
        ...(inForecast && { claim: { level: by } }),
        luck: together(daily(chance, plan.days, 0.08), tides(chance, plan.days, 0.1, 7)),
        dispersion: between(chance, 1, 1.6),
      };
    });
    return worldOf(plan, leveled(plan, makings), own ? { buyerCounts: true } : {});
  },
};

const forecasts: Kind = {
  name: "even-though-forecasts-are-wrong",
  says: "Truly even at the plan, which came from experience; the sellers' forecasts are wrong in level and shape.",
  isEven: true,
  make: (chance) => {
    const plan = campaign(chance, {
      metric: pick(chance, ["conversions", "conversions", "clicks"]),
      lines: [3, 9],
      days: [30, 84],
      euros: [40_000, 800_000],
      weekly: [15, 400],
    });
    const makings = plan.drafts.map(
      (): Making => ({
        claim: { level: off(chance, 0.35), curve: happens(chance, 0.35) ? straight : usual(chance) },
        luck: daily(chance, plan.days, between(chance, 0.05, 0.15)),
        dispersion: between(chance, 1, 2),
        habit: everyday(chance),
      }),
    );
    return worldOf(plan, leveled(plan, makings));
  },
};

const sparse: Kind = {
  name: "even-and-sparse",
  says: "Two to five even lines with one to four outcomes a week each: nothing can be known from them.",
  isEven: true,
  make: (chance) => {
    const plan = campaign(chance, {
      metric: "conversions",
      lines: [2, 5],
      days: [28, 77],
      euros: [6_000, 60_000],
      weekly: [0.8, 4],
      split: pick(chance, ["equal", "round", "spread"]),
      slack: 0,
      believed: (drawn) =>
        pick(drawn, [straight, power(between(drawn, 0.6, 0.9)), logarithmic(between(drawn, 1, 3))]),
    });
    const makings = plan.drafts.map(
      (): Making => ({
        ...(happens(chance, 0.3) && { tells: "impressions" }),
        habit: everyday(chance),
        luck: tides(chance, plan.days, 0.1, 4),
      }),
    );
    return worldOf(plan, leveled(plan, makings));
  },
};

const start: Kind = {
  name: "even-with-slow-start-and-broken-tag",
  says: "Even lines that all learn at first and share a season; reports come at different times, and one line's tag counts nothing for a week.",
  isEven: true,
  make: (chance) => {
    const plan = campaign(chance, {
      metric: "conversions",
      lines: [3, 8],
      days: [35, 80],
      euros: [40_000, 600_000],
      weekly: [12, 200],
      slack: 0.02,
    });
    const from = between(chance, 0.3, 0.7);
    const length = whole(chance, 5, 15);
    const common = together(wave(chance, plan.days, between(chance, 0.1, 0.3)), (day) =>
      day >= length ? 1 : from + ((1 - from) * day) / length,
    );
    const broken = whole(chance, 0, plan.drafts.length - 1);
    const first = Math.round(plan.days * between(chance, 0.25, 0.6));
    const last = first + whole(chance, 4, 9);
    const repaired = happens(chance, 0.6);
    const makings = plan.drafts.map((_, index): Making => {
      const full = whole(chance, 4, 11);
      const arrive = arriving(between(chance, 1, 3), full);
      const dead = (day: number, age: number): boolean =>
        index === broken && day >= first && day < last && (!repaired || day + age < last + 3);
      return {
        truth: { time: common },
        luck: daily(chance, plan.days, 0.1),
        dispersion: between(chance, 1, 1.5),
        habit: {
          late: whole(chance, 0, 3),
          finalAfter: full,
          counts: (day, age) => (dead(day, age) ? 0 : arrive(day, age)),
        },
      };
    });
    return worldOf(plan, leveled(plan, makings));
  },
};

const paces: Kind = {
  name: "even-whatever-the-pace",
  says: "Each euro brings the same everywhere; lines spend early, late, on workdays or after a late start, but all of it.",
  isEven: true,
  make: (chance) => {
    const plan = campaign(chance, {
      metric: pick(chance, ["conversions", "clicks", "completed_views"]),
      lines: [3, 8],
      days: [21, 60],
      euros: [30_000, 300_000],
      price: [60, 200],
      channels: ["olv", "social", "ctv"],
      believed: () => straight,
      slack: 0,
    });
    const makings = plan.drafts.map((): Making => {
      const fall = between(chance, 1, 2.2);
      const first = Math.round(plan.days * between(chance, 0.1, 0.3));
      return {
        spends: pick(chance, [
          weighted((day) => Math.exp((-fall * day) / plan.days)),
          weighted((day) => Math.exp((fall * day) / plan.days)),
          workdays,
          startingOn(first),
          uneven(chance, plan.days, 0.3),
        ]),
        luck: daily(chance, plan.days, between(chance, 0.08, 0.2)),
        dispersion: between(chance, 1, 2.5),
        habit: everyday(chance),
      };
    });
    return worldOf(plan, leveled(plan, makings));
  },
};

const soldOut: Kind = {
  name: "even-as-the-best-are-sold-out",
  says: "One or two lines are clearly better, but sell out at just what they have; the others are even among themselves.",
  isEven: true,
  make: (chance) => {
    const plan = campaign(chance, {
      metric: "conversions",
      lines: [4, 9],
      days: [30, 75],
      euros: [60_000, 700_000],
      weekly: [15, 250],
      slack: 0,
      believed: (drawn) =>
        happens(drawn, 0.5) ? hill(between(drawn, 1, 3)) : power(between(drawn, 0.6, 0.8)),
    });
    const best = new Set([...someOf(chance, plan.drafts.length, 0.15)].slice(0, 2));
    const makings = plan.drafts.map(
      ({ planned }, index): Making => ({
        luck: daily(chance, plan.days, 0.1),
        dispersion: between(chance, 1, 1.5),
        habit: everyday(chance),
        ...(best.has(index) && { spends: limited(() => planned / plan.days) }),
      }),
    );
    const better = leveled(plan, makings).map((making, index): Making => {
      if (!best.has(index)) return making;
      const draft = plan.drafts[index];
      return { ...making, truth: { ...making.truth, rate: (draft?.rate ?? 0) * between(chance, 1.35, 1.9) } };
    });
    return worldOf(plan, leveled(plan, better, best));
  },
};

export const kinds: readonly Kind[] = [twins, wellPlanned, claims, forecasts, sparse, start, paces, soldOut];
