import type { Brief, Overlap } from "../../../brief/brief.ts";
import { formatCount, percent } from "../../../lib/english.ts";
import { type Offer, type Range, sumOfRanges } from "../../model/offers/offer.ts";
import type { Plan, ReachEstimate } from "../../model/offers/plan.ts";
import { mostOfUniverse, type Universe } from "../../model/people/universe.ts";
import { lineReach } from "./line-reach.ts";

/**
 * How much less all lines reach than independent draws would: people who like one medium are likelier to see the next. Medians
 * of markets with tastes correlated by 0, 0.3 and 0.6.
 */
const usuallyLost: Readonly<Record<Overlap, number>> = { none: 0, usual: 0.05, strong: 0.11 };

/**
 * Bounds of how many people all lines reach together. No seller knows whom it shares with another, so the truth is somewhere
 * between all overlap and none. Undefined where no line gives a reach.
 */
export function estimateReach(
  { lines }: Pick<Plan, "lines">,
  offers: readonly Offer[],
  { universe, overlap = "usual" }: { readonly universe?: Universe; readonly overlap?: Brief["overlap"] },
): ReachEstimate | undefined {
  const lost = typeof overlap === "string" ? usuallyLost[overlap] : overlap.lost;
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  const most = (universe?.people ?? Number.POSITIVE_INFINITY) * mostOfUniverse;
  const reached = lines.map((line) => {
    const offer = byId.get(line.offerId);
    return { line, people: offer && lineReach(line, offer) };
  });
  const ranges = reached.flatMap(({ line, people }) =>
    people === undefined ? [] : [aroundReach(people, byId.get(line.offerId))],
  );
  if (ranges.length === 0) return undefined;
  const reaches = ranges.map(({ mid }) => Math.min(mid, most));
  const low = Math.min(most, Math.max(...ranges.map((range) => range.low)));
  const sum = reaches.reduce((total, reach) => total + reach, 0);
  const high = Math.min(most, sumOfRanges(ranges).high);
  const between = independentOf(reaches, universe?.people ?? sum) * (1 - lost);
  return {
    low: Math.floor(low + binaryError),
    // Exact arithmetic keeps it between the bounds; rounding must not take it out.
    expected: Math.floor(Math.min(high, Math.max(low, between, ...reaches)) + binaryError),
    high: Math.floor(high + binaryError),
    overlap: typeof overlap === "string" ? overlap : "given",
    assumption: assumptionFor(universe, overlap, lost),
    without: reached.flatMap(({ line, people }) => (people === undefined ? [line.lineId] : [])),
  };
}

/** Of people: whole figures stay whole. */
const binaryError = 1e-6;

/** As wide as what its seller states is of the brief's group, or as what its channel usually reaches. */
function aroundReach(mid: number, { inGroup, reach, isReachUsual }: Partial<Offer> = {}): Range {
  const isSure = !isReachUsual && (inGroup === undefined || inGroup.low === inGroup.high);
  if (isSure || !reach || !(reach.mid > 0)) return { low: mid, mid, high: mid };
  const { low, mid: all, high } = reach;
  return { low: (mid * low) / all, mid, high: (mid * high) / all };
}

function independentOf(reaches: readonly number[], people: number): number {
  if (people === 0) return 0;
  const missed = reaches.reduce((share, reach) => share * (1 - reach / people), 1);
  return people * (1 - missed);
}

function assumptionFor(universe: Universe | undefined, overlap: NonNullable<Brief["overlap"]>, lost: number) {
  const among =
    universe === undefined
      ? "the people that the lines would reach without overlap, as nobody counts the people of the brief's places here"
      : `the ${formatCount(universe.people)} people of ${universe.where} (${universe.source})`;
  const words = { none: "no overlap", usual: "the usual overlap", strong: "a strong overlap" };
  const which = typeof overlap === "string" ? `${words[overlap]} of tastes` : `overlap (${overlap.source})`;
  const less = lost === 0 ? "" : `, less ${percent(lost)} for ${which}`;
  return `the lowest is the largest line alone, the highest is no overlap at all; the figure between takes each line as a draw of its own from ${among}${less}`;
}
