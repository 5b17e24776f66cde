import type { Kind } from "../world.ts";
import { campaign, lie, plainLine, some, worldOf } from "./drafts.ts";
import {
  anyWeekdays,
  around,
  bending,
  between,
  drift,
  leisure,
  maybe,
  mildCurve,
  officeHours,
  season,
  spells,
  spread,
  times,
  whole,
} from "./forms.ts";
import {
  anyPacing,
  backLoading,
  frontLoading,
  ramping,
  reviewing,
  shaped,
  weekendsCaughtUp,
  weekendsLost,
  wobbling,
} from "./pacing.ts";
import { lateness, reporting } from "./sellers.ts";
import { lagsOf, response } from "./truth.ts";

const startsLate: Kind = {
  name: "the-best-line-starts-late",
  says: "The line that is best by far, and larger than told, begins one to three weeks late, and sellers' machines learn at first.",
  make: (chance) => {
    const plan = campaign(chance, {
      metric: "conversions",
      lines: [3, 8],
      budget: [40_000, 800_000],
      weekly: [12, 250],
      days: [42, 84],
    });
    const { days, drafts } = plan;
    const best = whole(chance, 0, drafts.length - 1);
    const dear = spread(chance, 0.7, 1.1);
    const lines = drafts.map((draft, index) => {
      const isBest = index === best;
      const rate = draft.claimed * dear * (isBest ? between(chance, 1.3, 2) : lie(chance, 0.2));
      const spends = isBest
        ? ramping(whole(chance, 6, 20), whole(chance, 0, 6))
        : maybe(chance, 0.5)
          ? reviewing(chance)
          : wobbling(chance, days, 0.15);
      const learning = { missing: between(chance, 0, 0.5), half: between(chance, 1, 4) };
      const mean = response({
        rate,
        planned: draft.planned,
        days,
        curve: isBest ? bending(between(chance, 0.2, 0.8)) : mildCurve(chance),
        learning,
      });
      return plainLine(draft, {
        mean,
        spends,
        luck: spells(chance, days, 0.12, 7),
        dispersion: between(chance, 1, 1.8),
      });
    });
    return worldOf(plan, lines, maybe(chance, 0.3) ? { buyerCounts: true } : {});
  },
};

const lostWeekends: Kind = {
  name: "weekends-are-lost",
  says: "Some lines do not deliver at weekends and never make up for it, so that more than a quarter of their money stays; others rest and catch up.",
  make: (chance) => {
    const plan = campaign(chance, {
      metric: maybe(chance, 0.5) ? "conversions" : "clicks",
      lines: [3, 10],
      budget: [30_000, 900_000],
      weekly: [30, 900],
    });
    const { days, drafts } = plan;
    const losing = some(chance, drafts.length, 0.3);
    const dear = spread(chance, 0.7, 1.2);
    const lines = drafts.map((draft, index) => {
      const spends = losing.has(index)
        ? weekendsLost
        : maybe(chance, 0.3)
          ? weekendsCaughtUp
          : wobbling(chance, days, 0.1);
      const mean = response({
        rate: draft.claimed * dear * lie(chance, 0.18),
        planned: draft.planned,
        days,
        curve: bending(spread(chance, 0.3, 1.5)),
        time: anyWeekdays(chance, 0.12),
      });
      return plainLine(draft, { mean, spends, luck: spells(chance, days, 0.1, 7) });
    });
    return worldOf(plan, lines);
  },
};

const hasty: Kind = {
  name: "hasty-sellers-and-weekdays",
  says: "Some sellers spend most of their money in the first weeks, one keeps it for the end; weekdays matter and levels differ.",
  make: (chance) => {
    const plan = campaign(chance, {
      metric: "conversions",
      lines: [4, 10],
      budget: [40_000, 1_000_000],
      weekly: [20, 300],
    });
    const { days, drafts } = plan;
    const hurried = some(chance, drafts.length, 0.45);
    const time = season(chance, days, between(chance, 0, 0.2));
    const lines = drafts.map((draft, index) => {
      const weekday = maybe(chance, 0.4)
        ? officeHours(chance)
        : maybe(chance, 0.5)
          ? leisure(chance)
          : anyWeekdays(chance, 0.15);
      const slow = maybe(chance, 0.25) ? backLoading(between(chance, 0.4, 0.8)) : shaped(weekday);
      const spends = hurried.has(index) ? frontLoading(between(chance, 1.5, 3.2)) : slow;
      const mean = response({
        rate: draft.claimed * 0.9 * lie(chance, 0.4),
        planned: draft.planned,
        days,
        curve: bending(spread(chance, 0.3, 1.2)),
        time: times(time, weekday),
      });
      return plainLine(draft, {
        mean,
        spends,
        luck: spells(chance, days, 0.15, whole(chance, 4, 10)),
        dispersion: between(chance, 1, 2),
      });
    });
    return worldOf(plan, lines);
  },
};

const lagged: Kind = {
  name: "the-best-convert-late",
  says: "Conversions come days or weeks after the impression, latest at the lines that are best; what shows first is not what is good.",
  make: (chance) => {
    const plan = campaign(chance, {
      metric: "conversions",
      lines: [3, 8],
      budget: [40_000, 1_200_000],
      weekly: [15, 250],
      days: [42, 84],
    });
    const { days, drafts } = plan;
    const dear = spread(chance, 0.75, 1.15);
    const lines = drafts.map((draft) => {
      const better = lie(chance, 0.4);
      const lags = lagsOf(
        Math.max(0.3, (better > 1 ? between(chance, 3, 8) : between(chance, 0.3, 3)) * around(chance, 0.2)),
        21,
      );
      const mean = response({
        rate: draft.claimed * dear * better * 1.1,
        planned: draft.planned,
        days,
        curve: bending(spread(chance, 0.3, 1.5)),
        lags,
      });
      const spends = anyPacing(chance, days);
      const reports = maybe(chance, 0.3)
        ? { reports: reporting({ late: lateness(chance, days, 1), finalAt: 7 }) }
        : {};
      return plainLine(draft, {
        mean,
        luck: spells(chance, days, 0.12, 5),
        ...(spends ? { spends } : {}),
        ...reports,
      });
    });
    return worldOf(plan, lines, maybe(chance, 0.5) ? { buyerCounts: true } : {});
  },
};

const drifting: Kind = {
  name: "drift-under-weekly-luck",
  says: "Lines get better and worse over the flight, by up to two and a half times; good and bad weeks, for one or for all, hide it.",
  make: (chance) => {
    const plan = campaign(chance, {
      metric: maybe(chance, 0.6) ? "conversions" : "clicks",
      lines: [3, 9],
      budget: [50_000, 1_500_000],
      weekly: [25, 900],
      days: [42, 84],
    });
    const { days, drafts } = plan;
    const common = spells(chance, days, between(chance, 0.1, 0.35), whole(chance, 5, 9));
    const own = between(chance, 0.12, 0.35);
    const moving = some(chance, drafts.length, 0.6, 2);
    const lines = drafts.map((draft, index) => {
      const end = moving.has(index) ? spread(chance, 0.4, 2.5) : 1;
      const rate = (draft.claimed * 0.95 * lie(chance, 0.15)) / Math.sqrt(end) ** between(chance, 0, 1);
      const mean = response({
        rate,
        planned: draft.planned,
        days,
        curve: mildCurve(chance),
        time: drift(days, end),
      });
      return plainLine(draft, {
        mean,
        luck: times(common, spells(chance, days, own, 7)),
        dispersion: between(chance, 1, 1.6),
      });
    });
    return worldOf(plan, lines);
  },
};

export const kinds: readonly Kind[] = [startsLate, lostWeekends, hasty, lagged, drifting];
