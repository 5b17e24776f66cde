import type { Chance } from "../chance.ts";
import type { ForecastPoint, World, WorldLine } from "../world.ts";
import {
  around,
  bending,
  between,
  type Curve,
  filling,
  maybe,
  oneOf,
  shares,
  shuffled,
  spread,
  straight,
  whole,
} from "./forms.ts";

export type Metric = World["metric"];

/** A line as it was when the campaign was planned: what its seller said. */
export interface Draft {
  readonly name: string;
  readonly channel: string;
  readonly cpm: number;
  readonly planned: number;
  readonly forecast?: readonly ForecastPoint[];
  /** Outcomes per minor unit which it claims for what was planned. */
  readonly claimed: number;
}

export interface Campaign {
  readonly metric: Metric;
  readonly days: number;
  readonly total: number;
  readonly mostPerLine: number;
  readonly drafts: readonly Draft[];
}

export interface Wanted {
  readonly metric: Metric;
  readonly lines: readonly [number, number];
  /** In EUR. */
  readonly budget: readonly [number, number];
  readonly days?: readonly [number, number];
  /** Outcomes a week, of a line on average. */
  readonly weekly?: readonly [number, number];
  /** How unequal the lines are. */
  readonly sizes?: number;
  /** How much the claims of lines differ in level. */
  readonly levels?: number;
  readonly claims?: "bent" | "straight" | "none" | "impressions";
  /** A curve claimed by all instead. */
  readonly claimed?: (chance: Chance) => Curve;
  readonly mostPerLine?: readonly [number, number];
}

const prices: Readonly<Record<string, readonly [number, number]>> = {
  display: [120, 700],
  olv: [700, 2200],
  ctv: [1800, 4200],
  audio: [600, 1900],
  social: [300, 1200],
  dooh: [700, 2600],
};

const channelsFor: Readonly<Record<Metric, readonly string[]>> = {
  conversions: ["display", "display", "social", "social", "olv", "audio"],
  clicks: ["display", "display", "social", "olv"],
  completed_views: ["olv", "olv", "ctv", "social", "audio"],
  impressions: ["display", "olv", "ctv", "audio", "social", "dooh"],
  reach: ["olv", "ctv", "display", "social", "dooh", "audio"],
};

const houses = [
  "nord",
  "kiosk",
  "alster",
  "merkur",
  "linde",
  "pharos",
  "radius",
  "tribune",
  "vela",
  "atlas",
  "quartz",
  "morgen",
  "signal",
  "harbour",
  "lumen",
  "zenit",
];

function campaignDays(chance: Chance, range: readonly [number, number] | undefined): number {
  const [low, high] = range ?? [28, 84];
  const days = whole(chance, low, high);
  return maybe(chance, 0.5) ? Math.max(28, Math.min(84, 7 * Math.round(days / 7))) : days;
}

/** What the claims of lines say is best, with at least a little for each: unit after unit to the line that claims most for it. */
function bestByClaims(
  claims: readonly ((spend: number) => number)[],
  total: number,
  most: number,
  least: number,
): number[] {
  const step = total / 600;
  const planned = claims.map(() => least);
  for (let left = total - least * claims.length; left > step / 2; left -= step) {
    let best = -1;
    let gain = -1;
    claims.forEach((claim, index) => {
      const has = planned[index] ?? 0;
      const more = claim(has + step) - claim(has);
      if (has + step <= most && more > gain) {
        gain = more;
        best = index;
      }
    });
    if (best < 0) break;
    planned[best] = (planned[best] ?? 0) + step;
  }
  return planned;
}

/** Clicks for 0.30 EUR or more, conversions for 2 to 3,000 EUR. */
export const plausible = (metric: Metric, rate: number): number =>
  Math.max(1 / 300_000, Math.min(metric === "clicks" ? 1 / 30 : 1 / 200, rate));

const euros = (amount: number): number => Math.max(100, Math.round(amount / 100) * 100);

function pointsOf(
  claim: (spend: number) => number,
  size: number,
  cpm: number,
  withOutcomes: boolean,
): ForecastPoint[] {
  return [0.2, 0.4, 0.7, 1, 1.4, 2, 3].map((part) => {
    const spend = euros(size * part);
    const impressions = Math.round((spend / cpm) * 1000);
    return withOutcomes
      ? { spend, impressions, outcomes: Math.round(claim(spend) * 1000) / 1000 }
      : { spend, impressions };
  });
}

export function campaign(chance: Chance, wanted: Wanted): Campaign {
  const { metric } = wanted;
  const claims = wanted.claims ?? "bent";
  const count = whole(chance, wanted.lines[0], wanted.lines[1]);
  const days = campaignDays(chance, wanted.days);
  const total = 100 * Math.round(spread(chance, wanted.budget[0], wanted.budget[1]) / 100) * 100;
  const bounds = wanted.mostPerLine ?? [1.6 / count, Math.min(0.85, 3.2 / count)];
  const drawnMost = Math.max(1.15 / count, Math.round(between(chance, bounds[0], bounds[1]) * 100) / 100);
  const names = shuffled(chance, houses);
  const parts = shares(chance, count, wanted.sizes ?? 0.5);
  const sizes = parts.map((share) => share * total);
  const [low, high] = wanted.weekly ?? [30, 400];
  const usual = plausible(metric, (spread(chance, low, high) * count * (days / 7)) / total);
  const levels = wanted.levels ?? 0.25;
  const rough = sizes.map((size, index) => {
    const channel = oneOf(chance, channelsFor[metric]);
    const [cheap, dear] = prices[channel] ?? [300, 2000];
    const cpm = Math.round(spread(chance, cheap, dear));
    const level = levelOf(chance, metric, channel, cpm, usual, levels);
    const bent = maybe(chance, 0.5) ? bending(spread(chance, 0.6, 4)) : filling(between(chance, 0.5, 1.6));
    const curve =
      wanted.claimed?.(chance) ?? (claims === "straight" || metric === "impressions" ? straight : bent);
    /** Of impressions no more than all can count; elsewhere the level is that at the line's own size. */
    const steepest = metric === "completed_views" || metric === "reach" ? curve(1e-4) / 1e-4 : 1;
    return {
      name: `${names[index] ?? "line"}-${channel}`,
      channel,
      cpm,
      size,
      claim: (spend: number) => ((level * size) / steepest) * curve(spend / size),
    };
  });
  const byClaims = claims === "bent" || claims === "straight";
  /** Where people made the shares, none is over their own limit. */
  const mostPerLine = Math.min(
    0.95,
    byClaims ? drawnMost : Math.max(drawnMost, Math.ceil(Math.max(...parts) * 100) / 100 + 0.02),
  );
  const planned = byClaims
    ? bestByClaims(
        rough.map(
          ({ claim, size }) =>
            (spend) =>
              spend > 3 * size ? claim(3 * size) + (spend - 3 * size) * 1e-12 : claim(spend),
        ),
        total,
        mostPerLine * total,
        (total * 0.22) / count,
      )
    : sizes;
  const drafts = rough.map(({ name, channel, cpm, size, claim }, index): Draft => {
    const mine = euros(planned[index] ?? size);
    const draft = { name, channel, cpm, planned: mine, claimed: claim(mine) / mine };
    return claims === "none"
      ? draft
      : { ...draft, forecast: pointsOf(claim, Math.max(size, mine / 3), cpm, byClaims) };
  });
  return { metric, days, total, mostPerLine, drafts };
}

/** Outcomes per minor unit: from impressions where the metric hangs on them. */
function levelOf(
  chance: Chance,
  metric: Metric,
  channel: string,
  cpm: number,
  usual: number,
  levels: number,
): number {
  const bought = 1000 / cpm;
  if (metric === "impressions") return bought;
  if (metric === "reach") return (bought / between(chance, 1.6, 3)) * around(chance, levels / 2);
  if (metric === "completed_views") {
    const share =
      { ctv: between(chance, 0.82, 0.95), olv: between(chance, 0.5, 0.8), audio: between(chance, 0.72, 0.9) }[
        channel
      ] ?? between(chance, 0.12, 0.3);
    return bought * share;
  }
  return usual * around(chance, levels);
}

/** Lines with nothing else to tell about them. */
export function plainLine(draft: Draft, more: Pick<WorldLine, "mean"> & Partial<WorldLine>): WorldLine {
  const { name, channel, planned, cpm, forecast } = draft;
  return { name, channel, planned, cpm, ...(forecast === undefined ? {} : { forecast }), ...more };
}

export function worldOf(from: Campaign, lines: readonly WorldLine[], more: Partial<World> = {}): World {
  return { metric: from.metric, days: from.days, mostPerLine: from.mostPerLine, lines, ...more };
}

/** An untrue level, no more than twice off to either side. */
export const lie = (chance: Chance, sigma: number): number =>
  Math.max(0.5, Math.min(2, around(chance, sigma)));

/** Which lines are meant: at least `least`. */
export function some(chance: Chance, count: number, probability: number, least = 1): ReadonlySet<number> {
  const order = shuffled(
    chance,
    Array.from({ length: count }, (_, index) => index),
  );
  return new Set(order.filter((_, place) => place < least || maybe(chance, probability)));
}
