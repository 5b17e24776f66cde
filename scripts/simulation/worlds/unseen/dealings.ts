import type { Kind } from "../world.ts";
import { campaign, lie, plainLine, some, worldOf } from "./drafts.ts";
import { bending, between, lingering, maybe, mildCurve, oneOf, spells, spread, whole } from "./forms.ts";
import { anyPacing, evenPace, upTo, wobbling } from "./pacing.ts";
import {
  atLeast,
  boasting,
  delays,
  gaps,
  lateness,
  monthly,
  moody,
  refusesAll,
  refusesLess,
  refusesMore,
  reporting,
  restating,
  slowly,
  takesPart,
} from "./sellers.ts";
import { response } from "./truth.ts";

const stubborn: Kind = {
  name: "wishes-refused-cut-and-late",
  says: "The best line may not grow or only in part, the worst has a guaranteed booking, others change days after they were asked.",
  make: (chance) => {
    const plan = campaign(chance, {
      metric: "conversions",
      lines: [4, 10],
      budget: [50_000, 1_200_000],
      weekly: [20, 400],
      levels: 0.3,
    });
    const { days, drafts } = plan;
    const lies = drafts.map(() => lie(chance, 0.42));
    const order = [...lies].sort((a, b) => a - b);
    const lines = drafts.map((draft, index) => {
      const better = lies[index] ?? 1;
      const slow = slowly(delays(chance, days, whole(chance, 2, 7)), days);
      const usual = [
        slow,
        moody(chance, days, between(chance, 0.2, 0.7)),
        atLeast(draft.planned * between(chance, 0.4, 0.9)),
        takesPart(between(chance, 0.2, 0.7)),
      ];
      const change =
        better === order.at(-1)
          ? oneOf(chance, [refusesMore, takesPart(between(chance, 0.15, 0.5)), slow])
          : better === order[0]
            ? oneOf(chance, [refusesLess, refusesAll, atLeast(draft.planned * 0.8), slow])
            : oneOf(chance, usual);
      const mean = response({
        rate: draft.claimed * 0.9 * better,
        planned: draft.planned,
        days,
        curve: bending(spread(chance, 0.3, 1.5)),
      });
      return plainLine(draft, {
        mean,
        luck: spells(chance, days, 0.12, 7),
        ...(maybe(chance, 0.85) ? { change } : {}),
      });
    });
    return worldOf(plan, lines);
  },
};

const totals: Kind = {
  name: "lifetime-totals-only",
  says: "Most sellers give sums since the start, some of them days late; levels differ, and a line or two cannot spend what it has.",
  make: (chance) => {
    const plan = campaign(chance, {
      metric: maybe(chance, 0.5) ? "clicks" : "conversions",
      lines: [3, 9],
      budget: [30_000, 900_000],
      weekly: [20, 700],
    });
    const { days, drafts } = plan;
    const modern = maybe(chance, 0.5) ? some(chance, drafts.length, 0.2) : new Set<number>();
    const starved = some(chance, drafts.length, 0.1, maybe(chance, 0.6) ? 1 : 0);
    const lines = drafts.map((draft, index) => {
      const pace = draft.planned / days;
      const most = pace * between(chance, 0.4, 0.9);
      const spends = starved.has(index) ? upTo(() => most, evenPace) : anyPacing(chance, days);
      const reports = modern.has(index)
        ? undefined
        : reporting({ totals: true, late: lateness(chance, days, whole(chance, 0, 4)) });
      const mean = response({
        rate: draft.claimed * 0.9 * lie(chance, 0.35),
        planned: draft.planned,
        days,
        curve: bending(spread(chance, 0.3, 1.5)),
      });
      return plainLine(draft, {
        mean,
        luck: lingering(chance, days, 0.12, 3),
        ...(spends ? { spends } : {}),
        ...(reports ? { reports } : {}),
      });
    });
    return worldOf(plan, lines);
  },
};

const boasters: Kind = {
  name: "the-worst-boast-most",
  says: "Sellers count up to three times what is true, the worst of them most; mostly the client counts too, and the better lines are modest.",
  make: (chance) => {
    const plan = campaign(chance, {
      metric: "conversions",
      lines: [3, 8],
      budget: [40_000, 1_000_000],
      weekly: [8, 250],
      levels: 0.2,
    });
    const { days, drafts } = plan;
    const lines = drafts.map((draft) => {
      const better = lie(chance, 0.45);
      const boast =
        better < 0.9 ? boasting(chance, days, 1.2 / better, 3) : boasting(chance, days, 0.95, 1.3);
      const habits = maybe(chance, 0.2)
        ? { totals: true as const }
        : maybe(chance, 0.3)
          ? { late: lateness(chance, days, 1) }
          : {};
      const reports = reporting({
        boast,
        ...habits,
        ...(better < 0.9 && maybe(chance, 0.3) ? { inflates: between(chance, 1.05, 1.4) } : {}),
      });
      const mean = response({
        rate: draft.claimed * 0.85 * better,
        planned: draft.planned,
        days,
        curve: bending(spread(chance, 0.3, 1.2)),
      });
      return plainLine(draft, {
        mean,
        reports,
        luck: spells(chance, days, 0.12, 7),
        dispersion: between(chance, 1, 1.8),
      });
    });
    return worldOf(plan, lines, maybe(chance, 0.8) ? { buyerCounts: true } : {});
  },
};

const restated: Kind = {
  name: "restated-late-and-with-gaps",
  says: "Figures come days late, rise or fall for a week, are corrected at month's end, and days are missing; beneath it lines differ in level.",
  make: (chance) => {
    const plan = campaign(chance, {
      metric: maybe(chance, 0.6) ? "conversions" : "clicks",
      lines: [3, 10],
      budget: [30_000, 1_200_000],
      weekly: [15, 600],
    });
    const { days, drafts } = plan;
    const lines = drafts.map((draft) => {
      const better = lie(chance, 0.32);
      const settles = whole(chance, 4, 12);
      const first = better > 1 ? between(chance, 0.4, 1) : between(chance, 0.9, 1.6);
      const habits = oneOf(chance, [
        { shown: restating(first, settles), finalAt: maybe(chance, 0.75) ? settles : 3 },
        { shown: monthly(chance, days), hiddenUntil: gaps(chance, days, 0.08) },
        { late: lateness(chance, days, whole(chance, 1, 4)), finalAt: 6 },
        { hiddenUntil: gaps(chance, days, between(chance, 0.1, 0.35)) },
        {
          shown: restating(first, settles),
          late: lateness(chance, days, 1),
          hiddenUntil: gaps(chance, days, 0.05),
          finalAt: settles,
        },
      ]);
      const mean = response({
        rate: draft.claimed * 0.95 * better,
        planned: draft.planned,
        days,
        curve: mildCurve(chance),
      });
      return plainLine(draft, {
        mean,
        reports: reporting(habits),
        luck: spells(chance, days, 0.1, 7),
        spends: wobbling(chance, days, 0.12),
      });
    });
    return worldOf(plan, lines);
  },
};

export const kinds: readonly Kind[] = [stubborn, totals, boasters, restated];
