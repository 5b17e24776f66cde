import type { Chance } from "../chance.ts";
import type { Kind, WorldLine } from "../world.ts";
import { campaign, plainLine, plausible, some, worldOf } from "./drafts.ts";
import {
  anyWeekdays,
  bending,
  between,
  type Curve,
  filling,
  lingering,
  maybe,
  mildCurve,
  season,
  slide,
  spells,
  spread,
  straight,
  times,
  whole,
} from "./forms.ts";
import { wobbling } from "./pacing.ts";
import { levelled, outcomesOf, response } from "./truth.ts";

/** What the lines bring at the margin, per minor unit. */
export const usualRate = (
  chance: Chance,
  total: number,
  lines: number,
  days: number,
  weekly: readonly [number, number],
): number => plausible("conversions", (spread(chance, weekly[0], weekly[1]) * lines * (days / 7)) / total);

/** Its true outcomes by budget, at which the whole market is optimistic or not by the same factor. */
export function toldTruly(line: WorldLine, days: number, factor: number): WorldLine {
  const forecast = [0.25, 0.5, 0.75, 1, 1.5, 2, 3].map((part) => {
    const spend = Math.round((line.planned * part) / 100) * 100;
    return {
      spend,
      impressions: Math.round((spend / line.cpm) * 1000),
      outcomes: Math.round(outcomesOf(line, days, spend) * factor * 1000) / 1000,
    };
  });
  return { ...line, forecast };
}

const counting: Kind = {
  name: "even-but-for-counting",
  says: "All lines are the same at the margin; what differs is the luck of small counts.",
  isEven: true,
  make: (chance) => {
    const plan = campaign(chance, {
      metric: "conversions",
      lines: [3, 12],
      budget: [20_000, 600_000],
      claims: maybe(chance, 0.5) ? "none" : "impressions",
    });
    const { days, total, drafts } = plan;
    const bend = maybe(chance, 0.4) ? straight : bending(spread(chance, 0.3, 3));
    const raw = drafts.map((draft) => {
      const mean = response({ window: 1, rate: 1, planned: draft.planned, days, curve: bend });
      return plainLine(draft, { mean, dispersion: maybe(chance, 0.5) ? between(chance, 1, 2.5) : 1 });
    });
    const lines = levelled(raw, days, usualRate(chance, total, drafts.length, days, [1.5, 25]));
    const told = maybe(chance, 0.5) ? lines : lines.map((line) => toldTruly(line, days, 1.2));
    return worldOf(plan, told, maybe(chance, 0.3) ? { buyerCounts: true } : {});
  },
};

const longLuck: Kind = {
  name: "even-with-luck-that-stays",
  says: "All lines are the same at the margin, and each has its good and bad spells of one to three weeks.",
  isEven: true,
  make: (chance) => {
    const metric = maybe(chance, 0.5) ? "clicks" : "conversions";
    const plan = campaign(chance, {
      metric,
      lines: [3, 10],
      budget: [40_000, 1_500_000],
      claims: "impressions",
      days: [42, 84],
    });
    const { days, total, drafts } = plan;
    const sigma = between(chance, 0.2, 0.5);
    const raw = drafts.map((draft) => {
      const long = whole(chance, 7, 21);
      const luck = maybe(chance, 0.5)
        ? spells(chance, days, sigma, long)
        : lingering(chance, days, sigma, long / 2);
      return plainLine(draft, {
        mean: response({ window: 1, rate: 1, planned: draft.planned, days, curve: mildCurve(chance) }),
        luck,
        dispersion: between(chance, 1, 2),
      });
    });
    const lines = levelled(raw, days, usualRate(chance, total, drafts.length, days, [40, 1500]));
    const factor = spread(chance, 0.8, 1.3);
    return worldOf(
      plan,
      lines.map((line) => toldTruly(line, days, factor)),
    );
  },
};

const priced: Kind = {
  name: "even-at-very-different-prices",
  says: "Prices of impressions differ by up to ten times and rates make up for it, at the margin and on average.",
  isEven: true,
  make: (chance) => {
    const plan = campaign(chance, {
      metric: maybe(chance, 0.6) ? "conversions" : "clicks",
      lines: [3, 10],
      budget: [30_000, 1_000_000],
      claims: "impressions",
      sizes: 0.7,
    });
    const { days, total, drafts } = plan;
    const curve: Curve = maybe(chance, 0.35) ? straight : filling(between(chance, 0.3, 1));
    const cheap = spread(chance, 90, 500);
    const raw = drafts.map((draft) => {
      const cpm = Math.round(spread(chance, cheap, cheap * 10));
      const forecast = draft.forecast?.map(({ spend }) => ({
        spend,
        impressions: Math.round((spend / cpm) * 1000),
      }));
      const spends = maybe(chance, 0.4) ? { spends: wobbling(chance, days, 0.2) } : {};
      const mean = response({ window: 1, rate: 1, planned: draft.planned, days, curve });
      return plainLine(
        { ...draft, cpm, ...(forecast ? { forecast } : {}) },
        { mean, luck: spells(chance, days, between(chance, 0.05, 0.25), 7), ...spends },
      );
    });
    return worldOf(plan, levelled(raw, days, usualRate(chance, total, drafts.length, days, [8, 600])));
  },
};

const seasonal: Kind = {
  name: "even-under-one-season",
  says: "A season, a sale and good and bad weeks for all; averages differ widely, margins do not.",
  isEven: true,
  make: (chance) => {
    const plan = campaign(chance, {
      metric: "conversions",
      lines: [3, 9],
      budget: [50_000, 2_000_000],
      claims: "impressions",
    });
    const { days, total, drafts } = plan;
    const end = slide(whole(chance, 7, days - 14), whole(chance, 5, 25), spread(chance, 0.6, 1.6));
    const time = times(
      season(chance, days, between(chance, 0.1, 0.35)),
      anyWeekdays(chance, 0.15),
      maybe(chance, 0.5) ? end : () => 1,
    );
    const common = spells(chance, days, between(chance, 0.1, 0.3), whole(chance, 5, 14));
    const first = some(chance, drafts.length, 0.4);
    const raw = drafts.map((draft, index) => {
      const curve = first.has(index) ? filling(between(chance, 1, 1.8)) : bending(between(chance, 0.2, 0.6));
      const luck = times(common, spells(chance, days, 0.1, 7));
      return plainLine(draft, {
        mean: response({ window: 1, rate: 1, planned: draft.planned, days, curve, time }),
        luck,
        dispersion: between(chance, 1, 2),
      });
    });
    const lines = levelled(raw, days, usualRate(chance, total, drafts.length, days, [15, 400]));
    const factor = spread(chance, 0.8, 1.4);
    return worldOf(
      plan,
      lines.map((line) => toldTruly(line, days, factor)),
      maybe(chance, 0.4) ? { buyerCounts: true } : {},
    );
  },
};

export const kinds: readonly Kind[] = [counting, longLuck, priced, seasonal];
