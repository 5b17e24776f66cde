import type { Sensitivity } from "../model/offers/ranking.ts";
import { scoreOf, sumBeside } from "./score.ts";
import type { ScoredOffer } from "./scored-offer.ts";
import { allPoints, criterionNames, type Weights, withPoints } from "./weights.ts";

/** How far each criterion's weight may go, the others in proportion, with the same offer first. Empty with fewer than two. */
export function sensitivityOf(inOrder: readonly ScoredOffer[], weights: Weights): Sensitivity[] {
  const [first, ...all] = inOrder.filter(({ row }) => row.gate === "pass");
  if (first === undefined || all.length === 0) return [];
  const others = all.filter((other) => mayLead(other, first));
  return criterionNames.flatMap((criterion, index) => {
    const holds = (points: number) => {
      const shifted = points < 0 || points > 100 ? undefined : withPoints(weights, index, points);
      return shifted !== undefined && leads(first, others, shifted);
    };
    const weight = (weights[index] ?? 0) / 100;
    const [lowest, highest] = boundsOf(first, others, weights, index);
    // Scores are rounded and weights are shared out in hundredths: the ends are tried, and moved until they are exact.
    let from = Math.min(Math.ceil(lowest), Math.ceil(weight));
    let to = Math.max(Math.floor(highest), Math.floor(weight));
    while (from <= to && !holds(from)) from += 1;
    while (holds(from - 1)) from -= 1;
    while (to >= from && !holds(to)) to -= 1;
    while (holds(to + 1)) to += 1;
    return from <= to ? [{ criterion, weight, from, to }] : [];
  });
}

/** What is better in nothing stands behind at any weights, but for a tie that its id decides. */
function mayLead(other: ScoredOffer, first: ScoredOffer): boolean {
  return other.row.offerId < first.row.offerId || other.steps.some((step, i) => step > (first.steps[i] ?? 0));
}

function leads(first: ScoredOffer, others: readonly ScoredOffer[], weights: Weights): boolean {
  const score = scoreOf(first.steps, weights);
  for (const { steps, row } of others) {
    const other = scoreOf(steps, weights);
    if (other > score || (other === score && row.offerId < first.row.offerId)) return false;
  }
  return true;
}

/** Between which points the first is not behind, before rounding: for each other offer a straight line in the weight. */
function boundsOf(
  first: ScoredOffer,
  others: readonly ScoredOffer[],
  weights: Weights,
  index: number,
): readonly [number, number] {
  const rest = allPoints - (weights[index] ?? 0);
  if (rest === 0) return [100, 100];
  const beside = sumBeside(index, first.steps, weights);
  let [from, to] = [0, 100];
  for (const other of others) {
    const here = (first.steps[index] ?? 0) - (other.steps[index] ?? 0);
    const there = (beside - sumBeside(index, other.steps, weights)) / rest;
    // here * share + there * (1 - share) >= 0
    const slope = here - there;
    if (slope > 0) from = Math.max(from, (-there / slope) * 100);
    else if (slope < 0) to = Math.min(to, (-there / slope) * 100);
  }
  return [from, to];
}

/** For people: the weights that the first place hangs on. Undefined where nothing is compared. */
export function explainSensitivity(sensitivity: readonly Sensitivity[]): string | undefined {
  if (sensitivity.length === 0) return undefined;
  const ranges = sensitivity
    .filter(({ from, to }) => from > 0 || to < 100)
    .map(({ criterion, from, to }) => `${criterion} from ${from} to ${to}`);
  return ranges.length === 0
    ? "The first place holds at any weight of any one criterion."
    : `The first place holds for weights of ${ranges.join(", ")}, each moved alone.`;
}
