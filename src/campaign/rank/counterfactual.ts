import { formatMinor } from "../../lib/money.ts";
import type { Counterfactual } from "../model/offers/ranking.ts";
import { type PriceScale, priceScaleFor, priceValue } from "./criteria/price.ts";
import type { RankContext } from "./criterion.ts";
import { highestCpm } from "./gate.ts";
import { leastSum, sumBeside, valueSteps } from "./score.ts";
import type { ScoredOffer } from "./scored-offer.ts";
import { criterionNames, type Weights } from "./weights.ts";

const priceIndex = criterionNames.indexOf("price");

/** The price of each offer at which it would stand first, and may be bought, against the others as they are. In closed form. */
export function counterfactualsOf(inOrder: readonly ScoredOffer[], weights: Weights, context: RankContext) {
  const limit = highestCpm(context);
  if (typeof limit === "string") return [];
  const [first, second] = inOrder.filter(isPassing);
  const passesAt = (scored: ScoredOffer) => (limit === undefined ? everyPrice : mostUnder(limit, scored));
  const scaleOf = priceScaleFor(context);
  const found: Counterfactual[] = [];
  for (const scored of inOrder) {
    const { offer, row, onlyPrice } = scored;
    const isBought = isPassing(scored);
    if (!isBought && !onlyPrice) continue;
    const most = passesAt(scored);
    const rival = scored === first ? second : first;
    const leads = rival === undefined ? most : leadingPrice(scored, rival, weights, scaleOf(offer));
    const leading = offer.cpm && priceAt(Math.min(leads, most));
    const passes = isBought ? undefined : priceAt(most);
    if (leading !== undefined || passes !== undefined)
      found.push({ offerId: row.offerId, first: leading, passes });
  }
  return found;
}

function isPassing({ row }: ScoredOffer): boolean {
  return row.gate === "pass";
}

const everyPrice = Number.MAX_SAFE_INTEGER;

function priceAt(minor: number): number | undefined {
  return minor >= 1 && minor < everyPrice ? minor : undefined;
}

/** The highest expected price whose upper end keeps a limit. */
function mostUnder(limit: number, { offer }: ScoredOffer): number {
  const { mid = 1, high = 1 } = offer.cpm ?? {};
  return Math.floor(limit * (mid / high) * (1 + 1e-12));
}

/** The highest price in whole minor units at which `scored` stands before `rival`; 0 where there is none. */
function leadingPrice(scored: ScoredOffer, rival: ScoredOffer, weights: Weights, scale: PriceScale): number {
  const score = Math.round(rival.row.score * 100) + (scored.row.offerId < rival.row.offerId ? 0 : 1);
  const weight = weights[priceIndex] ?? 0;
  const needed = leastSum(score) - sumBeside(priceIndex, scored.steps, weights);
  if (needed <= 0) return everyPrice;
  const step = weight === 0 ? Number.POSITIVE_INFINITY : Math.ceil(needed / weight);
  if (step > valueSteps) return 0;
  let price = Math.max(0, Math.floor(priceOf((step - 0.5) / valueSteps, scale)));
  // The closed form is off by rounding of the last digit at most.
  while (price > 0 && stepAt(price, scale) < step) price -= 1;
  while (stepAt(price + 1, scale) >= step) price += 1;
  return price;
}

function stepAt(price: number, scale: PriceScale): number {
  return Math.round(priceValue(price, scale) * valueSteps);
}

/** The price whose value is `value`: what `priceValue` undoes. */
function priceOf(value: number, { anchor, preferred }: PriceScale): number {
  const price = anchor / value - anchor;
  if (preferred === undefined || price <= preferred) return price;
  return (Math.sqrt(anchor * anchor + (4 * anchor * preferred) / value) - anchor) / 2;
}

/** What it says, for people: `isFirst` where the offer stands first as it is. */
export function explainCounterfactual(
  { first, passes }: Counterfactual,
  { isFirst, currency }: { readonly isFirst: boolean; readonly currency: string },
): string {
  const show = (price: number) => `${formatMinor(price, currency)} CPM`;
  const standsFirst = isFirst ? "stays first up to" : "would rank first at";
  return [
    passes && `would pass at ${show(passes)} or less`,
    first && `${standsFirst} ${show(first)}${isFirst ? "" : " or less"}`,
  ]
    .filter(Boolean)
    .join("; ");
}
