import type { Chance } from "../chance.ts";
import type { Kind, World, WorldLine } from "../world.ts";
import { breakOf } from "./breaks.ts";
import {
  type Campaign,
  campaign,
  lie,
  type Metric,
  plainLine,
  some,
  type Wanted,
  worldOf,
} from "./drafts.ts";
import {
  anyWeekdays,
  around,
  type ByDay,
  bending,
  between,
  drift,
  filling,
  kneed,
  maybe,
  mildCurve,
  oneOf,
  season,
  shuffled,
  spells,
  spread,
  times,
  whole,
} from "./forms.ts";
import {
  backLoading,
  evenPace,
  frontLoading,
  ramping,
  reviewing,
  upTo,
  weekendsCaughtUp,
  weekendsLost,
  wobbling,
} from "./pacing.ts";
import { anyChange, anyHabits, boasting, gaps, reporting } from "./sellers.ts";
import { lagsOf, response, type Truth } from "./truth.ts";

/** What is to become a line. */
interface Making {
  truth: Truth;
  line: Partial<WorldLine>;
  luck: ByDay;
}

type Extra = { -readonly [Key in "buyerCounts" | "collapse"]?: World[Key] };

/** Something that is the matter with some of the lines. */
type Trouble = (chance: Chance, makings: Making[], plan: Campaign, extra: Extra) => void;

/** On some lines alone. */
const onSome =
  (probability: number, apply: (chance: Chance, making: Making, plan: Campaign) => void): Trouble =>
  (chance, makings, plan) => {
    const meant = some(chance, makings.length, probability);
    makings.forEach((making, index) => {
      if (meant.has(index)) apply(chance, making, plan);
    });
  };

const alter = (making: Making, change: Partial<Truth>): void => {
  making.truth = { ...making.truth, ...change };
};

const levels = onSome(0.7, (chance, making) =>
  alter(making, { rate: making.truth.rate * lie(chance, 0.45) }),
);
const saturation = onSome(0.4, (chance, making) =>
  alter(making, {
    curve: maybe(chance, 0.5)
      ? filling(between(chance, 1.5, 3.5))
      : kneed(between(chance, 0.5, 1.3), between(chance, 4, 10), 0.08),
  }),
);
const wear = onSome(0.5, (chance, making) => alter(making, { wear: between(chance, 0.4, 2) }));
const drifts = onSome(0.5, (chance, making, { days }) =>
  alter(making, { time: times(making.truth.time ?? (() => 1), drift(days, spread(chance, 0.4, 2.3))) }),
);
const lags = onSome(0.5, (chance, making) => alter(making, { lags: lagsOf(between(chance, 1, 6), 18) }));
const learning = onSome(0.5, (chance, making) =>
  alter(making, { learning: { missing: between(chance, 0.3, 0.7), half: between(chance, 1.5, 6) } }),
);

const ownLuck: Trouble = (chance, makings, { days }) => {
  const sigma = between(chance, 0.2, 0.4);
  for (const making of makings)
    making.luck = times(making.luck, spells(chance, days, sigma, whole(chance, 6, 18)));
};

const commonLuck: Trouble = (chance, makings, { days }) => {
  const common = spells(chance, days, between(chance, 0.2, 0.4), whole(chance, 6, 18));
  for (const making of makings) making.luck = times(making.luck, common);
};

const seasons: Trouble = (chance, makings, { days }) => {
  const common = times(season(chance, days, between(chance, 0.1, 0.35)), anyWeekdays(chance, 0.2));
  for (const making of makings) alter(making, { time: times(making.truth.time ?? (() => 1), common) });
};

const paces = onSome(0.5, (chance, making, { days }) => {
  making.line = {
    ...making.line,
    spends: oneOf(chance, [
      reviewing(chance),
      ramping(whole(chance, 3, 16), 4),
      weekendsCaughtUp,
      weekendsLost,
      frontLoading(between(chance, 1.3, 2.6)),
      backLoading(0.6),
    ]),
  };
  if (maybe(chance, 0.2)) making.line = { ...making.line, spends: wobbling(chance, days, 0.35) };
});

const shortage = onSome(0.3, (chance, making, { days }) => {
  const most = (making.truth.planned / days) * between(chance, 0.35, 0.9);
  const wobble = spells(chance, days, 0.15, 1);
  making.line = { ...making.line, spends: upTo((day) => most * wobble(day), evenPace) };
});

const habits = onSome(0.7, (chance, making, { days }) => {
  const reports = anyHabits(chance, days);
  if (reports) making.line = { ...making.line, reports };
});

const changes = onSome(0.7, (chance, making, { days }) => {
  const change = anyChange(chance, days, making.truth.planned);
  if (change) making.line = { ...making.line, change };
});

const boasts: Trouble = (chance, makings, { days }, extra) => {
  for (const making of makings) {
    const boast = maybe(chance, 0.5) ? boasting(chance, days, 1.2, 2.6) : boasting(chance, days, 0.95, 1.15);
    making.line = {
      ...making.line,
      reports: reporting({ boast, ...(maybe(chance, 0.25) ? { hiddenUntil: gaps(chance, days, 0.1) } : {}) }),
    };
  }
  if (maybe(chance, 0.8)) extra.buyerCounts = true;
};

const breakdown: Trouble = (chance, makings, plan, extra) => {
  const collapse = breakOf(chance, plan);
  const making = makings[collapse.line];
  if (making === undefined) return;
  alter(making, { broken: { day: collapse.day, rest: oneOf(chance, [0, 0, between(chance, 0.2, 0.4)]) } });
  extra.collapse = collapse;
};

function mixture(
  chance: Chance,
  wanted: Wanted,
  troubles: readonly Trouble[],
  spreadOfLevels: number,
): World {
  const plan = campaign(chance, wanted);
  const { days, drafts } = plan;
  const noise = between(chance, 0.03, 0.12);
  const dear = spread(chance, 0.75, 1.15);
  const makings = drafts.map((draft): Making => {
    const rate = draft.claimed * dear * Math.max(0.5, Math.min(2, around(chance, spreadOfLevels)));
    const truth: Truth = {
      rate,
      planned: draft.planned,
      days,
      curve: maybe(chance, 0.5) ? mildCurve(chance) : bending(spread(chance, 0.3, 2)),
    };
    return { truth, line: { dispersion: between(chance, 1, 2) }, luck: spells(chance, days, noise, 2) };
  });
  const extra: Extra = {};
  /** What stands there twice is twice as likely. */
  const drawn = [...new Set(shuffled(chance, troubles))].slice(0, whole(chance, 2, 3));
  for (const trouble of drawn) trouble(chance, makings, plan, extra);
  const lines = drafts.map((draft, index) => {
    const making = makings[index];
    if (making === undefined) throw new Error("a line was lost");
    return plainLine(draft, { ...making.line, mean: response(making.truth), luck: making.luck });
  });
  return worldOf(plan, lines, extra);
}

const sometimes = (chance: Chance): Metric => (maybe(chance, 0.65) ? "conversions" : "clicks");

const market: Kind = {
  name: "mixed-market",
  says: "Two or three of: wrong levels, saturation, wear-out, drift, late conversions, learning, long luck of one or all, a season.",
  make: (chance) =>
    mixture(
      chance,
      { metric: sometimes(chance), lines: [3, 12], budget: [25_000, 2_000_000], weekly: [6, 700] },
      [levels, saturation, wear, drifts, lags, learning, ownLuck, commonLuck, seasons],
      0.12,
    ),
};

const sellers: Kind = {
  name: "mixed-sellers",
  says: "Lines differ in level, and two or three of: odd paces, shortage, odd reports, refusals, boasts, long luck.",
  make: (chance) =>
    mixture(
      chance,
      { metric: "conversions", lines: [3, 12], budget: [25_000, 2_000_000], weekly: [6, 500] },
      [paces, shortage, habits, changes, boasts, ownLuck],
      0.35,
    ),
};

const anything: Kind = {
  name: "mixed-anything",
  says: "Two or three of all that can be the matter, a breakdown among it; forecasts bent, straight or of impressions alone.",
  make: (chance) =>
    mixture(
      chance,
      {
        metric: sometimes(chance),
        lines: [3, 10],
        budget: [20_000, 1_500_000],
        weekly: [3, 500],
        claims: oneOf(chance, ["bent", "bent", "straight", "impressions", "none"]),
        levels: 0.2,
        days: [35, 84],
      },
      [
        levels,
        saturation,
        wear,
        drifts,
        lags,
        ownLuck,
        commonLuck,
        seasons,
        paces,
        shortage,
        habits,
        changes,
        boasts,
        breakdown,
        breakdown,
      ],
      0.15,
    ),
};

export const kinds: readonly Kind[] = [market, sellers, anything];
