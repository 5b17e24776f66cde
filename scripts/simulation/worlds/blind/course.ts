// What happens in the course of a flight, and how sellers report and deal.
import { between, filling, happens, pick, shuffled, whole } from "../shapes.ts";
import type { Kind, World } from "../world.ts";
import {
  afterDays,
  arriving,
  type Change,
  campaign,
  daily,
  evenly,
  everyday,
  type Habit,
  halted,
  increasesAfter,
  inSteps,
  learns,
  limited,
  type Making,
  made,
  noLess,
  noMore,
  off,
  someOf,
  startingOn,
  tides,
  together,
  uneven,
  upToTimes,
  wave,
  weekShape,
  within,
  worldOf,
} from "./kit.ts";

const review: Kind = {
  name: "course-review-then-learning",
  says: "Creatives lie in review for days, then the algorithms learn with the money; afterwards lines do about what was said.",
  make: (chance) => {
    const plan = campaign(chance, {
      metric: "conversions",
      lines: [3, 8],
      days: [21, 56],
      euros: [20_000, 400_000],
      weekly: [8, 150],
    });
    return worldOf(
      plan,
      plan.drafts.map(({ rate, planned }): Making => {
        const wait = whole(chance, 0, 6);
        return {
          truth: {
            rate: rate * off(chance, 0.2),
            active: plan.days - wait,
            memory: learns(between(chance, 0.2, 0.75), planned * between(chance, 0.04, 0.2)),
          },
          ...(wait > 0 && { spends: startingOn(wait) }),
          habit: { late: whole(chance, 0, 2) },
          luck: daily(chance, plan.days, 0.1),
          dispersion: between(chance, 1, 1.6),
        };
      }),
    );
  },
};

const lateStart: Kind = {
  name: "course-late-starts",
  says: "A third of the lines start weeks late, and press their money into what remains or cannot spend it all.",
  make: (chance) => {
    const plan = campaign(chance, {
      metric: pick(chance, ["conversions", "conversions", "clicks"]),
      lines: [3, 9],
      days: [30, 84],
      euros: [40_000, 700_000],
      weekly: [10, 250],
    });
    const behind = someOf(chance, plan.drafts.length, 0.3);
    return worldOf(
      plan,
      plan.drafts.map(({ rate, planned }, index): Making => {
        const first = Math.round(plan.days * between(chance, 0.12, 0.4));
        const most = (between(chance, 1.05, 1.5) * planned) / plan.days;
        const presses = happens(chance, 0.5);
        return {
          truth: { rate: rate * off(chance, 0.18) },
          ...(behind.has(index) && {
            spends: presses ? startingOn(first) : limited(() => most, startingOn(first)),
          }),
          habit: everyday(chance),
          luck: daily(chance, plan.days, 0.12),
          dispersion: between(chance, 1, 1.8),
        };
      }),
    );
  },
};

const worn: Kind = {
  name: "course-audiences-wear-out",
  says: "The more was spent on an audience, the less it answers; a new creative brings some lines back in mid-flight.",
  make: (chance) => {
    const plan = campaign(chance, {
      metric: pick(chance, ["conversions", "clicks"]),
      lines: [3, 8],
      days: [42, 110],
      euros: [50_000, 800_000],
      weekly: [15, 300],
      channels: ["social", "social", "display", "olv"],
    });
    return worldOf(
      plan,
      plan.drafts.map(({ rate, planned }): Making => {
        const floor = between(chance, 0.25, 0.6);
        const depth = planned * between(chance, 0.25, 1.6);
        const lasting = happens(chance, 0.25);
        const refreshed = happens(chance, 0.35);
        return {
          truth: {
            rate: rate * off(chance, 0.15) * (lasting ? 1 : between(chance, 1.05, 1.35)),
            ...(!lasting && { memory: (before) => floor + (1 - floor) * Math.exp(-before / depth) }),
            ...(refreshed && { refresh: Math.round(plan.days * between(chance, 0.35, 0.65)) }),
          },
          habit: everyday(chance),
          luck: daily(chance, plan.days, 0.1),
          dispersion: between(chance, 1, 2),
        };
      }),
    );
  },
};

const pool: Kind = {
  name: "course-lines-fish-in-one-pool",
  says: "Two to four lines reach the same people, of whom each forecast counts all as its own; the other lines have theirs.",
  make: (chance) => {
    const plan = campaign(chance, {
      metric: "conversions",
      lines: [4, 9],
      days: [35, 90],
      euros: [60_000, 900_000],
      weekly: [12, 220],
      believed: (drawn) => filling(between(drawn, 0.4, 1.4)),
    });
    const order = shuffled(
      chance,
      plan.drafts.map((_, index) => index),
    );
    const group = new Set(order.slice(0, whole(chance, 2, 4)));
    const all = plan.drafts.reduce((sum, { planned }, index) => (group.has(index) ? sum + planned : sum), 0);
    const size = all * between(chance, 0.6, 1.8);
    return worldOf(
      plan,
      plan.drafts.map(({ rate, planned }, index): Making => {
        const others = (all - planned) / plan.days;
        return {
          truth: {
            rate: rate * off(chance, 0.15),
            // What the others take is what their plans take.
            ...(group.has(index) && { memory: (before, day) => Math.exp(-(before + others * day) / size) }),
          },
          habit: everyday(chance),
          luck: daily(chance, plan.days, 0.1),
          dispersion: between(chance, 1, 1.6),
        };
      }),
    );
  },
};

const outage: Kind = {
  name: "course-outage-that-may-end",
  says: "One line stops delivering or its landing page breaks, for some days or for good; another's tag merely counts late.",
  make: (chance) => {
    const plan = campaign(chance, {
      metric: "conversions",
      lines: [3, 8],
      days: [28, 77],
      euros: [30_000, 500_000],
      weekly: [15, 250],
    });
    const order = shuffled(
      chance,
      plan.drafts.map((_, index) => index),
    );
    const [hit = 0, blind = 1] = order;
    const from = Math.round(plan.days * between(chance, 0.15, 0.6));
    const ends = happens(chance, 0.6);
    const until = ends ? from + whole(chance, 3, 9) : Infinity;
    const stops = happens(chance, 0.5);
    const rest = between(chance, 0, 0.12);
    const dark = Math.round(plan.days * between(chance, 0.2, 0.7));
    const light = dark + whole(chance, 3, 7);
    return worldOf(
      plan,
      plan.drafts.map(({ rate }, index): Making => {
        const habit: Habit =
          index === blind
            ? {
                counts: (day, age) => (within(day, dark, light) && day + age <= light ? 0 : 1),
                finalAfter: 8,
              }
            : everyday(chance);
        return {
          truth: {
            rate: rate * off(chance, 0.15),
            ...(index === hit && !stops && { time: (day) => (within(day, from, until) ? rest : 1) }),
          },
          ...(index === hit && stops && { spends: halted(from, until) }),
          habit,
          luck: daily(chance, plan.days, 0.1),
          dispersion: between(chance, 1, 1.6),
        };
      }),
      ends ? {} : { collapse: { line: hit, day: from } },
    );
  },
};

const collapse: Kind = {
  name: "course-the-mainstay-collapses",
  says: "The largest or second largest line goes to pieces within days in mid-flight and stays so; reports of it may be late.",
  make: (chance): World => {
    const plan = campaign(chance, {
      metric: pick(chance, ["conversions", "conversions", "clicks"]),
      lines: [3, 9],
      days: [35, 98],
      euros: [50_000, 900_000],
      weekly: [12, 350],
    });
    const order = plan.drafts.map((_, index) => index);
    order.sort((a, b) => (plan.drafts[b]?.planned ?? 0) - (plan.drafts[a]?.planned ?? 0));
    const line = order[whole(chance, 0, 1)] ?? 0;
    const day = Math.round(plan.days * between(chance, 0.2, 0.65));
    const rest = pick(chance, [0, between(chance, 0.05, 0.15), between(chance, 0.2, 0.35)]);
    const over = whole(chance, 1, 4);
    const time = (at: number): number =>
      at < day ? 1 : Math.max(rest, 1 - ((1 - rest) * (at - day + 1)) / over);
    const own = plan.metric === "conversions" && happens(chance, 0.3);
    return worldOf(
      plan,
      plan.drafts.map(
        ({ rate }, index): Making => ({
          truth: {
            rate: rate * off(chance, 0.15) * (index === line ? 1.15 : 1),
            ...(index === line && { time }),
          },
          habit: happens(chance, 0.3) ? { late: whole(chance, 1, 4) } : everyday(chance),
          luck: together(daily(chance, plan.days, 0.08), tides(chance, plan.days, 0.12, 5)),
          dispersion: between(chance, 1, 1.6),
        }),
      ),
      { collapse: { line, day }, ...(own && { buyerCounts: true as const }) },
    );
  },
};

const totals: Kind = {
  name: "course-totals-from-audio-and-screens",
  says: "Audio, screens and TV report totals, late or once a week, and forecast impressions alone; levels differ by a quarter.",
  make: (chance) => {
    const plan = campaign(chance, {
      metric: pick(chance, ["conversions", "clicks"]),
      lines: [3, 7],
      days: [28, 84],
      euros: [30_000, 400_000],
      weekly: [8, 150],
      channels: ["audio", "dooh", "ctv"],
      split: "round",
    });
    return worldOf(
      plan,
      plan.drafts.map(
        ({ rate }): Making => ({
          truth: { rate: rate * off(chance, 0.27) },
          tells: pick(chance, ["impressions", "impressions", "nothing", "outcomes"]),
          habit: pick<Habit>(chance, [
            { totals: true, late: whole(chance, 1, 5) },
            { totals: true, weekly: whole(chance, 0, 6), late: whole(chance, 0, 2) },
            { weekly: 0, late: whole(chance, 0, 2), finalAfter: 10 },
            { totals: true },
            { late: whole(chance, 1, 3) },
          ]),
          ...(happens(chance, 0.4) && { spends: uneven(chance, plan.days, 0.2) }),
          luck: daily(chance, plan.days, 0.12),
          dispersion: between(chance, 1, 1.8),
        }),
      ),
    );
  },
};

const desk: Kind = {
  name: "course-order-desks",
  says: "Levels differ by a third, and sellers take changes as they please: none, late, in steps, down to a volume, up to a stock.",
  make: (chance) => {
    const plan = campaign(chance, {
      metric: pick(chance, ["conversions", "clicks"]),
      lines: [4, 10],
      days: [28, 90],
      euros: [50_000, 900_000],
      weekly: [12, 300],
    });
    const last = Math.round(plan.days * between(chance, 0.4, 0.8));
    return worldOf(
      plan,
      plan.drafts.map(({ rate, planned }): Making => {
        const change = pick<Change>(chance, [
          made,
          made,
          noMore("sold out"),
          noLess(between(chance, 0.6, 1), planned),
          afterDays(whole(chance, 2, 10), plan.days),
          increasesAfter(whole(chance, 3, 14), plan.days),
          inSteps(between(chance, 0.1, 0.3)),
          upToTimes(between(chance, 1.1, 1.8), planned),
          ({ day }) => (day < last ? { type: "made" } : { type: "refused", reason: "orders are closed" }),
          () => ({ type: "refused", reason: "fixed by contract" }),
        ]);
        return {
          truth: { rate: rate * off(chance, 0.32) },
          change,
          habit: everyday(chance),
          luck: daily(chance, plan.days, 0.1),
          dispersion: between(chance, 1, 1.8),
        };
      }),
    );
  },
};

const restated: Kind = {
  name: "course-counts-restated",
  says: "Some sellers take invalid outcomes back after a week or two, others find more of them; days are missing and come later.",
  make: (chance) => {
    const plan = campaign(chance, {
      metric: pick(chance, ["conversions", "clicks"]),
      lines: [3, 9],
      days: [28, 84],
      euros: [30_000, 600_000],
      weekly: [10, 400],
    });
    return worldOf(
      plan,
      plan.drafts.map(({ rate }): Making => {
        const after = whole(chance, 5, 14);
        const high = between(chance, 1.1, 1.6);
        const arrive = arriving(between(chance, 2, 5), after);
        const gap = daily(chance, plan.days, 1);
        const rare = between(chance, 1.5, 3);
        const habit = pick<Habit>(chance, [
          { counts: (_, age) => (age > after ? 1 : high), finalAfter: after },
          { counts: arrive, finalAfter: after },
          { counts: (day, age) => arrive(day, age) * (age > after + 4 ? 1 : high), finalAfter: after + 4 },
          { hides: (day, age) => gap(day) > rare && age < after, finalAfter: 4 },
          { late: 1 },
        ]);
        return {
          truth: { rate: rate * off(chance, 0.2) },
          habit,
          luck: daily(chance, plan.days, 0.1),
          dispersion: between(chance, 1, 2),
        };
      }),
    );
  },
};

const christmas: Kind = {
  name: "course-run-in-to-christmas",
  says: "Demand of all climbs to the last day of delivery and falls; auctions get dear for a week or two, screens and radio do not.",
  make: (chance) => {
    const plan = campaign(chance, {
      metric: "conversions",
      lines: [4, 10],
      days: [40, 75],
      euros: [80_000, 1_500_000],
      price: [1_000, 5_000],
    });
    const peak = plan.days - whole(chance, 4, 10);
    const height = between(chance, 1.6, 2.6);
    const after = between(chance, 0.5, 0.9);
    const dear = Math.round(plan.days * between(chance, 0.25, 0.55));
    const long = whole(chance, 6, 14);
    const week = weekShape(chance, 0.08, 1.15);
    const demand = (day: number): number => (day > peak ? after : 0.75 + (height - 0.75) * (day / peak) ** 2);
    const small = wave(chance, plan.days, 0.06);
    return worldOf(
      plan,
      plan.drafts.map(({ rate, channel }): Making => {
        const auction = channel === "social" || channel === "display" || channel === "olv";
        const left = auction ? between(chance, 0.5, 0.85) : 1;
        const rush = (day: number): number => (within(day, dear, dear + long) ? left : 1);
        return {
          truth: { rate: rate * off(chance, 0.18), time: together(demand, week, small, rush) },
          ...(happens(chance, 0.3) && { spends: uneven(chance, plan.days, 0.12, evenly) }),
          habit: everyday(chance),
          luck: daily(chance, plan.days, 0.1),
          dispersion: between(chance, 1, 2),
        };
      }),
    );
  },
};

export const kinds: readonly Kind[] = [
  review,
  lateStart,
  worn,
  pool,
  outage,
  collapse,
  totals,
  desk,
  restated,
  christmas,
];
