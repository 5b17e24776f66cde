import type { Brief } from "../../brief/brief.ts";
import type { ExchangeTable } from "../../lib/exchange.ts";
import type { Offer } from "../model/offers/offer.ts";
import { mostOfUniverse, universeOf } from "../model/people/universe.ts";
import { benchmarkFor, wantedChannels } from "../rank/benchmarks.ts";
import type { AllocationProblem, Stretch } from "./allocator.ts";
import { cannotBring, type Goal, unitsFor } from "./goal.ts";
import { isWhole } from "./limits/bounds.ts";
import { type Brought, concaveOver } from "./response.ts";

// What breaks ties, as shares of what the budget brings at best: with twelve packages under half a percent, so that no goal is
// given up for it.
/**
 * quality: that the best score there is counts for over none. spread: that a channel without money is ahead of one that has it
 * all. work: that one more package costs.
 */
const ties = { quality: 0.002, spread: 0.001, work: 0.0001, fade: 0 };
/**
 * The same where impressions stand in for what nobody states. No offer is known to serve the brief better then, so money is
 * spread: its last unit on an offer counts for so much less than its first. Defaults of this desk, which nobody has measured: the
 * best score outweighs a price that is a third lower, an untouched channel counts two fifths more than one that has all the
 * money, and the last unit of an offer half of its first.
 */
const tiesOfStandIn = { quality: 0.5, spread: 0.4, work: 0.0004, fade: 0.5 };
/** What the impressions of an offer count for that does not state what is planned for: it gets what nobody else has room for. */
const negligible = 0.001;

/** Points at which a curve which bends is evaluated, for an offer that may get the whole budget. */
const samples = 24;

/** An offer that may be bought, as its curve needs it. */
export interface Buyable {
  readonly offer: Offer;
  readonly most: number;
  /** 0 to 1. */
  readonly score: number;
}

/** What each offer brings of the goal, all on one scale of 0 to 1 for a minor unit, and what breaks ties on that scale. */
export interface Curves extends Pick<AllocationProblem, "packageWork" | "spread"> {
  readonly curves: readonly (readonly Stretch[])[];
}

export function curvesFor(
  goal: Goal,
  buyable: readonly Buyable[],
  { brief, exchange }: { readonly brief: Brief; readonly exchange?: ExchangeTable },
): Curves {
  const { minor: budget } = brief.budget;
  const { quality, spread, work, fade } = goal.isStandIn ? tiesOfStandIn : ties;
  const value = valueFor(goal, buyable, { brief, exchange });
  const own = buyable.map((one) => {
    if (goal.rated !== undefined && cannotBring(one.offer, goal.rated)) return [];
    const points = amountsOf(one, goal, budget).flatMap((amount) => {
      const units = unitsFor(one.offer, goal.metric, amount);
      return units === undefined
        ? []
        : [{ amount, units: value(one.offer, units) * (1 - (fade * amount) / (2 * one.most)) }];
    });
    if (points.every(({ units }) => units === 0)) return [];
    return better(concaveOver(points), quality * one.score);
  });
  const best = Math.max(0, ...own.map(([first]) => first?.rate ?? 0));
  const scaled = own.map((curve) => scaledBy(curve, best > 0 ? 1 / best : 0));
  const atBest = filled(scaled, budget);
  const impressions = buyable.map((one) =>
    better(
      concaveOver(
        amountsOf(one, goal, budget).map(
          (amount): Brought => ({ amount, units: unitsFor(one.offer, "impressions", amount) ?? 0 }),
        ),
      ),
      quality * one.score,
    ),
  );
  const most = Math.max(0, ...impressions.map(([first]) => first?.rate ?? 0));
  // Where nobody states anything, impressions are all there is.
  const part = most > 0 ? (atBest > 0 ? negligible * atBest : 1) / most : 0;
  return {
    curves: scaled.map((curve, i) => (curve.length > 0 ? curve : scaledBy(impressions[i] ?? [], part))),
    packageWork: work * atBest * budget,
    spread: spread * atBest,
  };
}

/**
 * What units count for. Reach as if each line reached people independently of the others: all of them together miss the
 * product of what each misses, so that the logarithms of what they miss add up. Impressions that stand in for something
 * else count by what their channel usually costs. All others count alike.
 */
function valueFor(
  { metric, isStandIn }: Goal,
  buyable: readonly Buyable[],
  { brief, exchange }: { readonly brief: Brief; readonly exchange?: ExchangeTable },
): (offer: Offer, units: number) => number {
  if (metric === "reach") {
    const all = buyable.reduce((sum, { offer, most }) => sum + (unitsFor(offer, metric, most) ?? 0), 0);
    const people = Math.max(1, universeOf(brief)?.people ?? all);
    return (_, reached) => -people * Math.log1p(-Math.min(mostOfUniverse, reached / people));
  }
  if (!isStandIn) return (_, units) => units;
  const context = { brief, sellers: [], exchange };
  const usual = benchmarkFor(context);
  return ({ channels }, units) => units * usual(wantedChannels(channels, context)).cpm;
}

/** Amounts at which its curve may bend. */
function amountsOf({ offer, most }: Buyable, { metric, isStandIn }: Goal, budget: number): number[] {
  if (isWhole(offer)) return [most];
  const own = metric === "reach" || metric === "impressions" ? undefined : offer.brings?.[metric];
  const bends = [...(offer.response ?? []), ...(own ?? [])].map(({ amount }) => amount);
  const amounts = bends.filter((at) => at > 0 && at < most);
  const count =
    metric === "reach" || isStandIn ? Math.max(4, Math.ceil(samples * Math.sqrt(most / budget))) : 1;
  const between = Array.from({ length: count }, (_, i) => Math.round((most * (i + 1)) / count));
  return [...new Set([...amounts, ...between])].sort((a, b) => a - b);
}

function better(curve: readonly Stretch[], by: number): Stretch[] {
  return scaledBy(curve, 1 + by);
}

function scaledBy(curve: readonly Stretch[], factor: number): Stretch[] {
  return curve.map(({ end, rate }) => ({ end, rate: rate * factor }));
}

/** What a minor unit of the budget brings on average where it goes to the best stretches, whatever else limits it. */
function filled(curves: readonly (readonly Stretch[])[], budget: number): number {
  const stretches = curves
    .flatMap((curve) => curve.map(({ end, rate }, i) => ({ width: end - (curve[i - 1]?.end ?? 0), rate })))
    .sort((a, b) => b.rate - a.rate);
  let [left, brought] = [budget, 0];
  for (const { width, rate } of stretches) {
    brought += Math.min(left, width) * rate;
    left -= Math.min(left, width);
  }
  return brought / budget;
}
