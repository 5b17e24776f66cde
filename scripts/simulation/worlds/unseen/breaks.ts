import type { Chance } from "../chance.ts";
import type { Kind } from "../world.ts";
import { type Campaign, campaign, lie, plainLine, worldOf } from "./drafts.ts";
import {
  bending,
  between,
  lingering,
  maybe,
  mildCurve,
  oneOf,
  series,
  spells,
  spread,
  times,
  whole,
} from "./forms.ts";
import { anyPacing, wobbling } from "./pacing.ts";
import { boasting, delays, lateness, refusesLess, reporting, slowly } from "./sellers.ts";
import { response } from "./truth.ts";

/** One of the larger lines, on a day on which something can still be done. */
export function breakOf(chance: Chance, { days, drafts }: Campaign): { line: number; day: number } {
  const bySize = drafts.map(({ planned }, line) => ({ planned, line })).sort((a, b) => b.planned - a.planned);
  const { line } = oneOf(chance, bySize.slice(0, Math.max(1, Math.ceil(bySize.length / 2))));
  return { line, day: whole(chance, Math.floor(days * 0.25), Math.floor(days * 0.65)) };
}

const toNothing: Kind = {
  name: "a-rich-line-falls-to-nothing",
  says: "Outcomes are plentiful; one of the larger lines brings nothing more from some day on, though it spends.",
  make: (chance) => {
    const metric = oneOf(chance, ["clicks", "conversions", "completed_views"] as const);
    const plan = campaign(chance, {
      metric,
      lines: [3, 9],
      budget: [40_000, 1_500_000],
      weekly: [200, 3000],
    });
    const { days, drafts } = plan;
    const collapse = breakOf(chance, plan);
    const rest = maybe(chance, 0.7) ? 0 : between(chance, 0.01, 0.05);
    const lines = drafts.map((draft, index) => {
      const broken = index === collapse.line ? { broken: { day: collapse.day, rest } } : {};
      const mean = response({
        rate: draft.claimed * 0.9 * lie(chance, 0.12),
        planned: draft.planned,
        days,
        curve: mildCurve(chance),
        ceiling: 980 / draft.cpm,
        ...broken,
      });
      return plainLine(draft, {
        mean,
        luck: spells(chance, days, between(chance, 0.04, 0.12), 2),
        spends: wobbling(chance, days, 0.12),
        dispersion: between(chance, 1, 3),
      });
    });
    return worldOf(plan, lines, { collapse });
  },
};

const toAThird: Kind = {
  name: "falls-to-a-third-amid-weekly-luck",
  says: "A line falls to a quarter or two fifths of itself for good, while all others have bad weeks which pass.",
  make: (chance) => {
    const plan = campaign(chance, {
      metric: "conversions",
      lines: [3, 9],
      budget: [50_000, 1_200_000],
      weekly: [40, 400],
      days: [42, 84],
    });
    const { days, drafts } = plan;
    const collapse = breakOf(chance, plan);
    const rest = between(chance, 0.25, 0.4);
    const sigma = between(chance, 0.15, 0.35);
    const common = spells(chance, days, between(chance, 0, 0.2), 7);
    const lines = drafts.map((draft, index) => {
      const broken = index === collapse.line ? { broken: { day: collapse.day, rest } } : {};
      /** One that passes: a fortnight at half. */
      const badFrom = whole(chance, 7, days);
      const badDays = Math.min(12, days - badFrom);
      const otherwise = (days - 0.5 * badDays) / (days - badDays);
      const bad = maybe(chance, 0.3)
        ? series(days + 1, (day) => (day >= badFrom && day < badFrom + 12 ? 0.5 : otherwise))
        : series(days + 1, () => 1);
      const mean = response({
        rate: draft.claimed * 0.95 * lie(chance, 0.15),
        planned: draft.planned,
        days,
        curve: mildCurve(chance),
        ...broken,
      });
      return plainLine(draft, {
        mean,
        luck: times(common, spells(chance, days, sigma, 7), (day) => bad[day] ?? 1),
        dispersion: between(chance, 1, 2),
      });
    });
    return worldOf(plan, lines, { collapse });
  },
};

const sparse: Kind = {
  name: "a-sparse-line-dies-unseen",
  says: "Lines bring two to eight outcomes a week; one brings none any more, which chance alone does to the others for a week at a time.",
  make: (chance) => {
    const plan = campaign(chance, {
      metric: "conversions",
      lines: [3, 7],
      budget: [20_000, 200_000],
      weekly: [2, 8],
      sizes: 0.35,
      days: [49, 84],
      claims: maybe(chance, 0.5) ? "bent" : "none",
    });
    const { days, drafts } = plan;
    const collapse = breakOf(chance, plan);
    const rest = maybe(chance, 0.75) ? 0 : between(chance, 0.1, 0.33);
    const lines = drafts.map((draft, index) => {
      const broken = index === collapse.line ? { broken: { day: collapse.day, rest } } : {};
      const mean = response({
        rate: draft.claimed * lie(chance, 0.1),
        planned: draft.planned,
        days,
        curve: mildCurve(chance),
        ...broken,
      });
      const spends = anyPacing(chance, days);
      return plainLine(draft, { mean, luck: lingering(chance, days, 0.1, 4), ...(spends ? { spends } : {}) });
    });
    return worldOf(plan, lines, { collapse, ...(maybe(chance, 0.5) ? { buyerCounts: true as const } : {}) });
  },
};

const hidden: Kind = {
  name: "a-breakdown-told-late",
  says: "The largest line or one near it breaks down, and its seller, who reports late, in sums or with modelled conversions, is slow to admit it.",
  make: (chance) => {
    const plan = campaign(chance, {
      metric: "conversions",
      lines: [3, 8],
      budget: [60_000, 2_000_000],
      weekly: [15, 300],
      sizes: 0.7,
      days: [42, 84],
    });
    const { days, drafts } = plan;
    const collapse = breakOf(chance, plan);
    const rest = maybe(chance, 0.5) ? between(chance, 0, 0.1) : between(chance, 0.2, 0.4);
    const models = maybe(chance, 0.4);
    const lines = drafts.map((draft, index) => {
      const isBroken = index === collapse.line;
      const broken = isBroken ? { broken: { day: collapse.day, rest } } : {};
      const mean = response({
        rate: draft.claimed * 0.9 * lie(chance, 0.2),
        planned: draft.planned,
        days,
        curve: bending(spread(chance, 0.3, 2)),
        ...broken,
      });
      const boast = models
        ? { boast: isBroken ? boasting(chance, days, 1.4, 2.2) : boasting(chance, days, 1, 1.4) }
        : {};
      const habits =
        isBroken || maybe(chance, 0.4)
          ? {
              late: lateness(chance, days, whole(chance, 2, 5)),
              finalAt: 7,
              ...(maybe(chance, 0.5) ? { totals: true as const } : {}),
            }
          : {};
      const change = maybe(chance, 0.25)
        ? { change: isBroken && maybe(chance, 0.3) ? refusesLess : slowly(delays(chance, days, 4), days) }
        : {};
      return plainLine(draft, {
        mean,
        reports: reporting({ ...boast, ...habits }),
        luck: spells(chance, days, 0.12, 7),
        ...change,
      });
    });
    return worldOf(plan, lines, {
      collapse,
      ...(models || maybe(chance, 0.3) ? { buyerCounts: true as const } : {}),
    });
  },
};

export const kinds: readonly Kind[] = [toNothing, toAThird, sparse, hidden];
