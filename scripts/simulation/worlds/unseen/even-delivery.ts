import type { Kind } from "../world.ts";
import { campaign, plainLine, some, worldOf } from "./drafts.ts";
import { toldTruly, usualRate } from "./even.ts";
import {
  anyWeekdays,
  bending,
  between,
  leisure,
  maybe,
  mildCurve,
  officeHours,
  oneOf,
  spells,
  spread,
  straight,
  whole,
} from "./forms.ts";
import { ramping, reviewing, shaped, weekendsCaughtUp, wobbling } from "./pacing.ts";
import { boasting, gaps, reporting } from "./sellers.ts";
import { lagsOf, levelled, response } from "./truth.ts";

const ramps: Kind = {
  name: "even-through-slow-starts",
  says: "Creatives are reviewed, some lines start one or two weeks late, all catch up, and all are the same at the margin.",
  isEven: true,
  make: (chance) => {
    const plan = campaign(chance, {
      metric: maybe(chance, 0.7) ? "conversions" : "clicks",
      lines: [3, 9],
      budget: [30_000, 800_000],
      claims: "impressions",
      days: [35, 84],
    });
    const { days, total, drafts } = plan;
    const late = some(chance, drafts.length, 0.35);
    const bend = maybe(chance, 0.5) ? straight : bending(between(chance, 0.2, 0.8));
    const raw = drafts.map((draft, index) => {
      const spends = late.has(index)
        ? ramping(whole(chance, 4, 15), whole(chance, 0, 7))
        : oneOf(chance, [reviewing(chance), wobbling(chance, days, 0.15), ramping(0, whole(chance, 3, 9))]);
      return plainLine(draft, {
        mean: response({ window: 1, rate: 1, planned: draft.planned, days, curve: bend }),
        spends,
        luck: spells(chance, days, between(chance, 0, 0.2), 7),
      });
    });
    return worldOf(plan, levelled(raw, days, usualRate(chance, total, drafts.length, days, [4, 300])));
  },
};

const weekends: Kind = {
  name: "even-with-empty-weekends",
  says: "Some lines rest at weekends and catch up, others live by them; the lines are the same at the margin.",
  isEven: true,
  make: (chance) => {
    const plan = campaign(chance, {
      metric: maybe(chance, 0.7) ? "conversions" : "clicks",
      lines: [3, 10],
      budget: [20_000, 900_000],
      claims: "impressions",
    });
    const { days, total, drafts } = plan;
    const resting = some(chance, drafts.length, 0.4);
    const raw = drafts.map((draft, index) => {
      const rests = resting.has(index);
      const weight = rests
        ? officeHours(chance)
        : maybe(chance, 0.5)
          ? leisure(chance)
          : anyWeekdays(chance, 0.2);
      const spends = rests
        ? weekendsCaughtUp
        : shaped(maybe(chance, 0.5) ? weight : anyWeekdays(chance, 0.1));
      const lags = maybe(chance, 0.3) ? { lags: lagsOf(between(chance, 0.4, 1.2), 5) } : {};
      return plainLine(draft, {
        mean: response({
          window: 1,
          rate: 1,
          planned: draft.planned,
          days,
          curve: mildCurve(chance),
          time: weight,
          ...lags,
        }),
        spends,
        luck: spells(chance, days, 0.12, 7),
      });
    });
    const lines = levelled(raw, days, usualRate(chance, total, drafts.length, days, [10, 500]));
    return worldOf(
      plan,
      lines.map((line) => toldTruly(line, days, 1)),
    );
  },
};

const boasts: Kind = {
  name: "even-under-boasts",
  says: "The lines are the same at the margin, but some sellers count up to three times what there is; the client may or may not count itself.",
  isEven: true,
  make: (chance) => {
    const plan = campaign(chance, {
      metric: "conversions",
      lines: [3, 9],
      budget: [30_000, 1_000_000],
      claims: "impressions",
    });
    const { days, total, drafts } = plan;
    const loud = some(chance, drafts.length, 0.4);
    const raw = drafts.map((draft, index) => {
      const boast = loud.has(index) ? boasting(chance, days, 1.25, 3) : boasting(chance, days, 0.92, 1.12);
      const hiddenUntil = maybe(chance, 0.3) ? { hiddenUntil: gaps(chance, days, 0.1) } : {};
      const reports = reporting({
        boast,
        ...hiddenUntil,
        ...(maybe(chance, 0.2) ? { inflates: between(chance, 1.05, 1.3) } : {}),
      });
      const mean = response({
        window: 1,
        rate: 1,
        planned: draft.planned,
        days,
        curve: bending(spread(chance, 0.3, 2)),
      });
      return plainLine(draft, {
        mean,
        reports,
        luck: spells(chance, days, between(chance, 0.05, 0.2), 7),
        dispersion: between(chance, 1, 1.6),
      });
    });
    const lines = levelled(raw, days, usualRate(chance, total, drafts.length, days, [6, 250]));
    return worldOf(plan, lines, maybe(chance, 0.65) ? { buyerCounts: true } : {});
  },
};

export const kinds: readonly Kind[] = [ramps, weekends, boasts];
