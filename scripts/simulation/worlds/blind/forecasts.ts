// What sellers foretell, and what they count.
import { between, happens, knee, pick, sCurve, shuffled, straight, whole } from "../shapes.ts";
import type { Kind } from "../world.ts";
import {
  arriving,
  campaign,
  daily,
  everyday,
  type Making,
  off,
  someOf,
  tides,
  together,
  usual,
  worldOf,
} from "./kit.ts";

const bothWays: Kind = {
  name: "forecasts-high-and-one-too-low",
  says: "Forecasts are too high or too low as a whole and each off by a third; one careful seller does far better than it says.",
  make: (chance) => {
    const plan = campaign(chance, {
      metric: pick(chance, ["conversions", "conversions", "clicks"]),
      lines: [3, 10],
      days: [28, 84],
      euros: [30_000, 900_000],
      weekly: [8, 300],
    });
    const common = between(chance, 0.5, 1.3);
    const careful = whole(chance, 0, plan.drafts.length - 1);
    return worldOf(
      plan,
      plan.drafts.map(({ rate }, index): Making => {
        const own = index === careful ? between(chance, 1.4, 2) : off(chance, 0.3, 0.45, 1.5);
        return {
          truth: { rate: rate * common * own },
          luck: daily(chance, plan.days, 0.1),
          dispersion: between(chance, 1, 2),
          habit: everyday(chance),
        };
      }),
    );
  },
};

const knees: Kind = {
  name: "forecasts-straight-where-stock-ends",
  says: "Forecasts go straight up; in truth good placements are used up on a day at an amount below or above the plan's.",
  make: (chance) => {
    const plan = campaign(chance, {
      metric: pick(chance, ["conversions", "clicks"]),
      lines: [4, 9],
      days: [28, 75],
      euros: [40_000, 800_000],
      weekly: [12, 350],
      believed: () => straight,
    });
    return worldOf(
      plan,
      plan.drafts.map(({ rate }): Making => {
        const curve = knee(between(chance, 0.4, 1.7), between(chance, 0.05, 0.45));
        return {
          truth: { rate: rate * off(chance, 0.15), curve },
          luck: daily(chance, plan.days, 0.1),
          dispersion: between(chance, 1, 2),
          habit: everyday(chance),
        };
      }),
    );
  },
};

const thin: Kind = {
  name: "forecasts-hide-thresholds",
  says: "The money is spread thin: on some lines little works below a weight that the plan hardly reaches; forecasts bend as usual.",
  make: (chance) => {
    const plan = campaign(chance, {
      metric: pick(chance, ["conversions", "clicks"]),
      lines: [5, 12],
      days: [35, 90],
      euros: [50_000, 600_000],
      weekly: [8, 200],
    });
    const bent = someOf(chance, plan.drafts.length, 0.45, 2);
    return worldOf(
      plan,
      plan.drafts.map(({ rate }, index): Making => {
        const thinly = between(chance, 0.55, 1);
        return {
          truth: bent.has(index)
            ? { rate: rate * thinly, curve: sCurve(between(chance, 0.6, 1.8), between(chance, 1.7, 3)) }
            : { rate: rate * off(chance, 0.12) },
          luck: daily(chance, plan.days, 0.12),
          dispersion: between(chance, 1, 1.6),
          habit: everyday(chance),
        };
      }),
    );
  },
};

const gardens: Kind = {
  name: "boasts-beside-the-clients-counts",
  says: "Social and CTV sellers claim what they merely showed; others count last clicks alone; the client counts for itself.",
  make: (chance) => {
    const plan = campaign(chance, {
      metric: "conversions",
      lines: [4, 10],
      days: [28, 90],
      euros: [60_000, 1_200_000],
      weekly: [8, 260],
    });
    return worldOf(
      plan,
      plan.drafts.map(({ channel, rate }): Making => {
        const loud = channel === "social" || channel === "ctv" || channel === "olv";
        const by = loud ? between(chance, 1.4, 3) : between(chance, 0.7, 1.05);
        const full = loud ? whole(chance, 3, 9) : 3;
        const arrive = arriving(1.6, full);
        return {
          truth: { rate: rate * off(chance, 0.25), curve: usual(chance) },
          claim: { level: loud ? between(chance, 1, by) : 1 },
          habit: { counts: (day, age) => by * arrive(day, age), finalAfter: full },
          luck: together(daily(chance, plan.days, 0.08), tides(chance, plan.days, 0.12, 6)),
          dispersion: between(chance, 1, 1.6),
        };
      }),
      { buyerCounts: true },
    );
  },
};

const windows: Kind = {
  name: "boasts-alone-and-a-longer-window",
  says: "No counts but the sellers': most claim too many, and one widens its window in mid-flight, which looks like success.",
  make: (chance) => {
    const plan = campaign(chance, {
      metric: "conversions",
      lines: [3, 8],
      days: [35, 84],
      euros: [40_000, 700_000],
      weekly: [8, 200],
    });
    const order = shuffled(
      chance,
      plan.drafts.map((_, index) => index),
    );
    const day = Math.round(plan.days * between(chance, 0.2, 0.65));
    const wider = between(chance, 1.25, 1.8);
    return worldOf(
      plan,
      plan.drafts.map(({ rate }, index): Making => {
        const by = happens(chance, 0.65) ? between(chance, 1.1, 1.8) : between(chance, 0.9, 1.05);
        return {
          truth: { rate: rate * off(chance, 0.2) },
          claim: { level: happens(chance, 0.5) ? by : 1 },
          habit: { counts: (at) => by * (index === order[0] && at >= day ? wider : 1) },
          luck: daily(chance, plan.days, 0.12),
          dispersion: between(chance, 1, 1.6),
        };
      }),
    );
  },
};

export const kinds: readonly Kind[] = [bothWays, knees, thin, gardens, windows];
