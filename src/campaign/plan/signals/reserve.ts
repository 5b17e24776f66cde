import type { Brief } from "../../../brief/brief.ts";
import { type ExchangeTable, exchangeDown, inMinor } from "../../../lib/exchange.ts";
import { formatMinor, formatMoney, type Money, money, subtract } from "../../../lib/money.ts";
import { type SplitLine, smallestPart } from "../../model/offers/flights.ts";
import type { Offer, Range } from "../../model/offers/offer.ts";
import type { PlanLine } from "../../model/offers/plan.ts";
import type { Signal } from "../../model/offers/signal.ts";
import { isWhole } from "../limits/bounds.ts";

/** Data may cost this share of its media at most. */
const mostOfMedia = 0.15;
/** Takes up the binary error of a conversion there and back. */
const margin = 1 + 1e-9;

/** A line whose budget leaves room for the signal's cost, or why the signal is not for it. */
export type Reservation =
  | { readonly type: "line"; readonly line: PlanLine; readonly cost: Money }
  | { readonly type: "refused"; readonly reason: string };

/**
 * Keeps a signal's cost back from a line's amount. Data is billed by use, so the cost is that of the most impressions
 * that the rest can buy: media at its lowest price and data together never exceed the amount.
 */
export function reserve(
  line: SplitLine,
  signal: Signal,
  { offer, brief, exchange }: { offer: Offer; brief: Brief; exchange?: ExchangeTable },
): Reservation {
  const { cpm: media } = offer;
  const { cpm: data } = signal;
  if (data === undefined) return refused("its price is not known in the brief's currency");
  if (data === 0)
    return used(line, signal, money(0, line.amount.currency), line.budget, line.expectedImpressions);
  if (isWhole(offer)) return refused("what is sold whole leaves nothing for data");
  if (media === undefined) return refused("the media has no CPM");
  const tooDear = whyTooDear(data, media, { brief, exchange });
  if (tooDear !== undefined) return refused(tooDear);

  const cost = money(Math.ceil((line.amount.minor * data) / (media.low + data)), line.amount.currency);
  const rest = subtract(line.amount, cost);
  const budget = exchangeDown(rest, line.budget.currency, exchange);
  const least = Math.max(1, offer.minimumSpend?.minor ?? 0);
  if (budget === undefined || budget.minor * smallestPart(line, brief) < least)
    return refused(`without the ${formatMoney(cost)} that it may cost, a package is under its minimum spend`);
  return used(line, signal, cost, budget, Math.floor((rest.minor * 1000) / media.mid));
}

function whyTooDear(
  data: number,
  media: Range,
  { brief, exchange }: { brief: Brief; exchange?: ExchangeTable },
): string | undefined {
  if (data > media.mid * mostOfMedia * margin)
    return `${formatMinor(data, brief.budget.currency)} CPM is over ${mostOfMedia * 100} % of the media price`;
  return media.high + data > highestCpm(brief, exchange) * margin
    ? "media and data together may cost over the max. CPM"
    : undefined;
}

function used(
  line: PlanLine,
  signal: Signal,
  cost: Money,
  budget: Money,
  expectedImpressions: number | undefined,
): Reservation {
  const count = expectedImpressions?.toLocaleString("en-US");
  const price =
    cost.minor === 0
      ? "which costs nothing"
      : `for which ${formatMoney(cost)} of the amount is kept back; the rest buys ${count ?? "fewer"} impressions`;
  return {
    type: "line",
    cost,
    line: {
      ...line,
      budget,
      expectedImpressions: expectedImpressions ?? line.expectedImpressions,
      signal: { id: signal.id, cost, budgetWithout: line.budget },
      reason: `${line.reason} Targeted with "${signal.name}", ${price}.`,
    },
  };
}

/** Minor units of the brief's currency; 0 where the limit cannot be converted, so that nothing passes it. */
function highestCpm({ limits: { maxCpm }, budget }: Brief, exchange: ExchangeTable | undefined): number {
  if (maxCpm === undefined) return Number.POSITIVE_INFINITY;
  return inMinor(maxCpm, budget.currency, exchange) ?? 0;
}

function refused(reason: string): Reservation {
  return { type: "refused", reason };
}
