import type { Offer, ResponsePoint } from "../../model/offers/offer.ts";
import type { PlanLine } from "../../model/offers/plan.ts";
import { isWhole } from "../limits/bounds.ts";

/** People that a line reaches with its amount. Undefined where the seller gives no reach. */
export function lineReach({ amount, expectedImpressions }: PlanLine, offer: Offer): number | undefined {
  return reachFor(offer, amount.minor, expectedImpressions);
}

/**
 * People that an amount reaches. On the seller's curve where it gives one; else along N(1 - exp(-i/N)), which says that each
 * further impression finds fewer new people, with N such that all its impressions reach all that it stated. Undefined where the
 * seller gives no reach.
 */
export function reachFor(offer: Offer, amount: number, bought: number | undefined): number | undefined {
  const onCurve = reachOnCurve(offer.response, amount);
  if (onCurve !== undefined && !isWhole(offer)) return onCurve;
  const forecast = offer.reach?.mid;
  if (forecast === undefined || isWhole(offer) || bought === undefined) return forecast;
  const audience = audienceOf(forecast, offer.impressions?.mid);
  const reached = audience === undefined ? bought : -audience * Math.expm1(-bought / audience);
  return Math.min(forecast, bought, reached);
}

/** Between two points the straight line; past the last one no more. */
function reachOnCurve(response: readonly ResponsePoint[] | undefined, amount: number): number | undefined {
  const corners = (response ?? []).flatMap(({ amount, reach }) =>
    reach === undefined || amount <= 0 ? [] : [{ amount, reach }],
  );
  const last = corners.at(-1);
  if (last === undefined) return undefined;
  const after = corners.find((corner) => corner.amount >= amount) ?? last;
  const before = corners[corners.indexOf(after) - 1] ?? { amount: 0, reach: 0 };
  const share = (Math.min(amount, last.amount) - before.amount) / (after.amount - before.amount);
  return before.reach + share * (after.reach - before.reach);
}

/**
 * The N of N(1 - exp(-i/N)) at which all `impressions` reach `forecast` people; undefined where each of them reaches another.
 * Without a forecast of impressions, the forecast is taken for the whole audience.
 */
function audienceOf(forecast: number, impressions: number | undefined): number | undefined {
  if (impressions === undefined) return forecast;
  if (impressions <= forecast) return undefined;
  // The share reached, (1 - exp(-x)) / x, falls with the contacts x of one of the audience: halving finds the one that fits.
  let [few, many] = [0, impressions / forecast];
  for (let round = 0; round < 60; round++) {
    const contacts = (few + many) / 2;
    if (-Math.expm1(-contacts) / contacts > forecast / impressions) few = contacts;
    else many = contacts;
  }
  return impressions / many;
}
