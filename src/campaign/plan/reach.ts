import type { Offer } from "../model/offer.ts";
import type { Plan, ReachEstimate } from "../model/plan.ts";
import { lineReach } from "./line-reach.ts";

/**
 * Bounds of how many people all lines reach together. No seller tells whom it shares with another, so the truth is
 * somewhere between all overlap and none. Undefined where no line tells a reach.
 */
export function estimateReach(
  { lines }: Pick<Plan, "lines">,
  offers: readonly Offer[],
  /** People in the brief's countries; absent where it is not known. */
  population: number | undefined,
): ReachEstimate | undefined {
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  const most = population ?? Number.POSITIVE_INFINITY;
  const told: number[] = [];
  const without: string[] = [];
  for (const line of lines) {
    const offer = byId.get(line.offerId);
    const reach = offer && lineReach(line, offer);
    if (reach === undefined) without.push(line.lineId);
    else told.push(Math.min(reach, most));
  }
  if (told.length === 0) return undefined;
  const low = Math.max(...told);
  const sum = told.reduce((total, reach) => total + reach, 0);
  const high = Math.min(most, sum);
  return {
    low: Math.floor(low),
    // Exact arithmetic keeps it between the bounds; rounding must not take it out.
    independent: Math.floor(Math.min(high, Math.max(low, independentOf(told, population ?? sum)))),
    high: Math.floor(high),
    assumption: assumptionFor(population),
    without,
  };
}

function independentOf(told: readonly number[], people: number): number {
  if (people === 0) return 0;
  const missed = told.reduce((share, reach) => share * (1 - reach / people), 1);
  return people * (1 - missed);
}

function assumptionFor(population: number | undefined): string {
  const universe =
    population === undefined
      ? "the people that the lines would reach without overlap, as the population of the brief's countries is not known"
      : `the ${population.toLocaleString("en-US")} people of the brief's countries`;
  return `the lowest is the largest line alone, the highest is no overlap at all; the figure between takes each line as a draw of its own from ${universe}`;
}
