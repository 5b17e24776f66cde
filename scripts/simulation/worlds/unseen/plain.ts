import type { Kind } from "../world.ts";
import { campaign, lie, plainLine, some, worldOf } from "./drafts.ts";
import {
  bending,
  between,
  filling,
  lingering,
  maybe,
  mildCurve,
  season,
  spells,
  spread,
  times,
  whole,
} from "./forms.ts";
import { anyPacing, evenPace, upTo, wobbling } from "./pacing.ts";
import { anyHabits } from "./sellers.ts";
import { response } from "./truth.ts";

const mildly: Kind = {
  name: "levels-differ-mildly",
  says: "Every line brings somewhat more or less than forecast, all bend, figures are plentiful and honest.",
  make: (chance) => {
    const metric = maybe(chance, 0.5) ? "clicks" : "conversions";
    const plan = campaign(chance, { metric, lines: [3, 9], budget: [40_000, 900_000], weekly: [150, 2500] });
    const { days } = plan;
    const dear = spread(chance, 0.7, 1.2);
    const sigma = between(chance, 0.25, 0.45);
    const lines = plan.drafts.map((draft) => {
      const rate = draft.claimed * dear * lie(chance, sigma);
      const mean = response({ rate, planned: draft.planned, days, curve: bending(spread(chance, 0.6, 3)) });
      return plainLine(draft, {
        mean,
        luck: spells(chance, days, between(chance, 0.03, 0.12), 1),
        dispersion: between(chance, 1, 2),
      });
    });
    return worldOf(plan, lines);
  },
};

const widely: Kind = {
  name: "levels-differ-widely",
  says: "Forecasts are wrong by up to a factor of two to either side, and the audiences of the better lines are large.",
  make: (chance) => {
    const plan = campaign(chance, {
      metric: "conversions",
      lines: [3, 10],
      budget: [60_000, 1_200_000],
      weekly: [25, 300],
      levels: 0.3,
    });
    const { days } = plan;
    const dear = spread(chance, 0.7, 1.1);
    const lines = plan.drafts.map((draft) => {
      const rate = draft.claimed * dear * lie(chance, 0.6);
      const mean = response({ rate, planned: draft.planned, days, curve: bending(spread(chance, 0.2, 1.2)) });
      const spends = anyPacing(chance, days);
      return plainLine(draft, {
        mean,
        luck: spells(chance, days, 0.12, whole(chance, 1, 7)),
        dispersion: between(chance, 1, 2),
        ...(spends ? { spends } : {}),
      });
    });
    return worldOf(plan, lines);
  },
};

const views: Kind = {
  name: "view-rates-differ",
  says: "Views to the end are fewer than told at some sellers from the first day on, with wobbling deliveries and a season for all.",
  make: (chance) => {
    const plan = campaign(chance, { metric: "completed_views", lines: [3, 8], budget: [80_000, 2_000_000] });
    const { days } = plan;
    const time = season(chance, days, between(chance, 0, 0.12));
    const short = some(chance, plan.drafts.length, 0.3);
    const lines = plan.drafts.map((draft, index) => {
      const kept = short.has(index) ? between(chance, 0.5, 0.75) : between(chance, 0.9, 1.03);
      const mean = response({
        rate: draft.claimed * kept,
        planned: draft.planned,
        days,
        curve: filling(between(chance, 0.15, 0.7)),
        time,
        ceiling: 970 / draft.cpm,
      });
      return plainLine(draft, {
        mean,
        spends: wobbling(chance, days, between(chance, 0.05, 0.25)),
        luck: spells(chance, days, 0.04, 1),
        dispersion: between(chance, 1.5, 6),
      });
    });
    return worldOf(plan, lines);
  },
};

const huge: Kind = {
  name: "huge-line-beside-small",
  says: "One line has more than half of the money; some of the small ones are truly better for several times what they have.",
  make: (chance) => {
    const plan = campaign(chance, {
      metric: "conversions",
      lines: [4, 12],
      budget: [100_000, 2_000_000],
      weekly: [20, 200],
      sizes: 0.3,
      claims: "impressions",
      mostPerLine: [0.72, 0.85],
    });
    const { days } = plan;
    const big = whole(chance, 0, plan.drafts.length - 1);
    const share = between(chance, 0.52, 0.7);
    const rest = plan.drafts.reduce((sum, draft, index) => sum + (index === big ? 0 : draft.planned), 0);
    const dear = spread(chance, 0.7, 1.2);
    const lines = plan.drafts.map((draft, index) => {
      const planned =
        Math.round((plan.total * (index === big ? share : ((1 - share) * draft.planned) / rest)) / 100) * 100;
      const better = index === big ? 1 : lie(chance, 0.4);
      const curve = index === big ? bending(between(chance, 0.8, 3)) : bending(between(chance, 0.3, 1));
      const mean = response({ rate: draft.claimed * dear * better, planned, days, curve });
      const forecast = draft.forecast?.map(({ spend, impressions }) => {
        const part = planned / draft.planned;
        return { spend: Math.round(spend * part), impressions: Math.round(impressions * part) };
      });
      return plainLine(
        { ...draft, planned, ...(forecast ? { forecast } : {}) },
        { mean, luck: lingering(chance, days, 0.12, 4), dispersion: between(chance, 1, 2) },
      );
    });
    return worldOf(plan, lines);
  },
};

const sparse: Kind = {
  name: "sparse-by-price-alone",
  says: "A line brings one to five outcomes a week, nothing but prices was known, and costs per outcome differ by factors of two to five.",
  make: (chance) => {
    const plan = campaign(chance, {
      metric: "conversions",
      lines: [3, 8],
      budget: [20_000, 150_000],
      weekly: [1.2, 4.5],
      claims: "none",
      sizes: 0.35,
      levels: between(chance, 0.35, 0.65),
      days: [35, 84],
    });
    const { days } = plan;
    const lines = plan.drafts.map((draft) => {
      const mean = response({ rate: draft.claimed, planned: draft.planned, days, curve: mildCurve(chance) });
      const reports = maybe(chance, 0.3) ? anyHabits(chance, days) : undefined;
      return plainLine(draft, { mean, ...(reports ? { reports } : {}) });
    });
    return worldOf(plan, lines, maybe(chance, 0.3) ? { buyerCounts: true } : {});
  },
};

const runsOut: Kind = {
  name: "cheap-impressions-run-out",
  says: "The cheap lines got most of the money and cannot spend it: they sell so much a day and no more, and less with time.",
  make: (chance) => {
    const plan = campaign(chance, {
      metric: "impressions",
      lines: [4, 10],
      budget: [30_000, 1_500_000],
      claims: "straight",
    });
    const { days } = plan;
    const byPrice = [...plan.drafts]
      .sort((a, b) => a.cpm - b.cpm)
      .slice(0, whole(chance, 1, Math.max(1, Math.floor(plan.drafts.length / 3))));
    const common = season(chance, days, 0.15);
    const lines = plan.drafts.map((draft) => {
      const scarce = byPrice.includes(draft);
      const most = (draft.planned / days) * (scarce ? between(chance, 0.3, 0.85) : between(chance, 1.3, 6));
      const fades = scarce ? between(chance, 0.6, 1.05) : 1;
      const wobble = spells(chance, days, 0.15, 1);
      const supply = times(common, wobble, (day) => most * fades ** (day / days));
      const mean = response({ rate: 1000 / draft.cpm, planned: draft.planned, days });
      return plainLine(draft, { mean, spends: upTo(supply, evenPace) });
    });
    return worldOf(plan, lines);
  },
};

export const kinds: readonly Kind[] = [mildly, widely, views, huge, sparse, runsOut];
