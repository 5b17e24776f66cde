import type { Kind } from "../world.ts";
import { campaign, lie, plainLine, some, worldOf } from "./drafts.ts";
import {
  around,
  bending,
  between,
  filling,
  kneed,
  lingering,
  maybe,
  season,
  spells,
  spread,
  sShaped,
  straight,
  whole,
} from "./forms.ts";
import { anyPacing, wobbling } from "./pacing.ts";
import { response } from "./truth.ts";

const knees: Kind = {
  name: "knees-near-the-pace",
  says: "All money is spent, but some lines run out of people somewhat below or above their pace, which no forecast tells.",
  make: (chance) => {
    const plan = campaign(chance, {
      metric: maybe(chance, 0.5) ? "conversions" : "clicks",
      lines: [3, 9],
      budget: [40_000, 1_200_000],
      weekly: [40, 800],
      levels: 0.12,
      claims: "straight",
      mostPerLine: [0.25, 0.55],
    });
    const { days, drafts } = plan;
    const kneeing = some(chance, drafts.length, 0.45, 2);
    const dear = spread(chance, 0.8, 1.1);
    const lines = drafts.map((draft, index) => {
      const isLarge = draft.planned > plan.total / drafts.length;
      const knee = isLarge ? between(chance, 0.45, 1) : between(chance, 0.8, 1.8);
      const usedUp = maybe(chance, 0.25)
        ? {
            usedUp: {
              at: between(chance, 0.5, 0.9),
              sharpness: between(chance, 8, 25),
              rest: between(chance, 0.1, 0.4),
            },
          }
        : {};
      const shape =
        kneeing.has(index) || isLarge
          ? { curve: kneed(knee, between(chance, 4, 12), between(chance, 0.02, 0.15)), ...usedUp }
          : { curve: bending(between(chance, 0.2, 0.8)) };
      const mean = response({
        rate: draft.claimed * dear * lie(chance, 0.12),
        planned: draft.planned,
        days,
        ...shape,
      });
      return plainLine(draft, {
        mean,
        luck: spells(chance, days, 0.08, 3),
        spends: wobbling(chance, days, between(chance, 0.05, 0.2)),
      });
    });
    return worldOf(plan, lines);
  },
};

const toldStraight: Kind = {
  name: "told-straight-saturates-early",
  says: "Forecasts are straight lines; truly the lines bend, some so early that a third of the money would bring nearly all.",
  make: (chance) => {
    const plan = campaign(chance, {
      metric: "conversions",
      lines: [3, 12],
      budget: [40_000, 1_500_000],
      weekly: [10, 250],
      levels: 0.2,
      claims: "straight",
    });
    const { days, drafts } = plan;
    const early = some(chance, drafts.length, 0.35);
    const lines = drafts.map((draft, index) => {
      const isEarly =
        early.has(index) || (draft.planned > (1.2 * plan.total) / drafts.length && maybe(chance, 0.6));
      const curve = isEarly ? filling(between(chance, 2, 4.5)) : bending(spread(chance, 0.3, 2));
      const rate = draft.claimed * (isEarly ? between(chance, 0.55, 1.1) : between(chance, 0.65, 1.05));
      const spends = anyPacing(chance, days);
      return plainLine(draft, {
        mean: response({ rate, planned: draft.planned, days, curve }),
        luck: lingering(chance, days, 0.1, 5),
        dispersion: between(chance, 1, 2),
        ...(spends ? { spends } : {}),
      });
    });
    return worldOf(plan, lines);
  },
};

const thresholds: Kind = {
  name: "thin-lines-below-a-threshold",
  says: "Some lines bring next to nothing until they are loud enough: a few have too little to get there, others more than they need.",
  make: (chance) => {
    const plan = campaign(chance, {
      metric: maybe(chance, 0.7) ? "conversions" : "clicks",
      lines: [4, 10],
      budget: [50_000, 1_500_000],
      weekly: [30, 500],
      claims: maybe(chance, 0.5) ? "impressions" : "straight",
      levels: 0.15,
    });
    const { days, drafts } = plan;
    const curved = some(chance, drafts.length, 0.4, 2);
    const lines = drafts.map((draft, index) => {
      const half = spread(chance, 0.35, 1.8);
      const steepness = between(chance, 1.6, 3);
      const isS = curved.has(index);
      const share = isS ? 2 / (1 + half ** steepness) : 1;
      const mean = response({
        rate: draft.claimed * 0.85 * share * lie(chance, 0.15),
        planned: draft.planned,
        days,
        curve: isS ? sShaped(half, steepness) : bending(spread(chance, 0.4, 2)),
        window: 3,
      });
      return plainLine(draft, { mean, luck: spells(chance, days, 0.1, 7) });
    });
    return worldOf(plan, lines);
  },
};

const reached: Kind = {
  name: "cheap-reach-is-saturated",
  says: "New people are counted: the cheap lines soon show to the same ones, which their forecasts play down, the dear ones still find others.",
  make: (chance) => {
    const plan = campaign(chance, {
      metric: "reach",
      lines: [3, 9],
      budget: [60_000, 2_000_000],
      claimed: (more) => filling(between(more, 0.2, 0.9)),
    });
    const { days, drafts } = plan;
    const prices = drafts.map(({ cpm }) => cpm).sort((a, b) => a - b);
    const middle = prices[Math.floor(prices.length / 2)] ?? 0;
    const lines = drafts.map((draft) => {
      const isCheap = draft.cpm < middle || maybe(chance, 0.1);
      const wear = isCheap ? between(chance, 1.5, 3.5) : between(chance, 0.2, 0.9);
      const mean = response({
        rate: draft.claimed * (isCheap ? between(chance, 0.55, 0.9) : between(chance, 0.85, 1.1)),
        planned: draft.planned,
        days,
        curve: straight,
        wear,
        ceiling: 1000 / draft.cpm,
      });
      return plainLine(draft, {
        mean,
        spends: wobbling(chance, days, 0.1),
        dispersion: between(chance, 1, 5),
        luck: spells(chance, days, 0.03, 2),
      });
    });
    return worldOf(plan, lines);
  },
};

const worn: Kind = {
  name: "creatives-wear-out",
  says: "The more a line has shown, the less the next impression brings; some wear out twice as fast as others, and some not at all.",
  make: (chance) => {
    const plan = campaign(chance, {
      metric: maybe(chance, 0.5) ? "clicks" : "conversions",
      lines: [3, 8],
      budget: [40_000, 1_000_000],
      weekly: [30, 1200],
      days: [35, 84],
    });
    const { days, drafts } = plan;
    const time = season(chance, days, between(chance, 0, 0.15));
    const lines = drafts.map((draft) => {
      const wear = maybe(chance, 0.25) ? 0 : between(chance, 0.3, 2.2);
      const mean = response({
        rate: draft.claimed * 0.9 * around(chance, 0.15),
        planned: draft.planned,
        days,
        curve: bending(between(chance, 0.2, 1)),
        wear,
        time,
      });
      const luck = spells(chance, days, between(chance, 0.05, 0.2), whole(chance, 3, 10));
      return plainLine(draft, {
        mean,
        luck,
        dispersion: between(chance, 1, 2),
        spends: wobbling(chance, days, 0.1),
      });
    });
    return worldOf(plan, lines);
  },
};

export const kinds: readonly Kind[] = [knees, toldStraight, thresholds, reached, worn];
