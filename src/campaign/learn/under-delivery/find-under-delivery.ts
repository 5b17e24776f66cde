import { addDays, countDays } from "../../../lib/days.ts";
import { money } from "../../../lib/money.ts";
import { type OrderedLine, orderedLines } from "../../account/ordered-lines.ts";
import type { Remedy, UnderDelivery } from "../../model/learned/under-delivery.ts";
import type { BuyDelivery } from "../../model/measured/delivery.ts";
import type { CampaignState } from "../../model/state/state.ts";
import { buyKey } from "../../model/step/buy-identity.ts";
import { type DeliveryTrend, type Pace, paceDays, trendOf } from "./trend.ts";

/** Of what was ordered. Two counts of the same impressions usually differ by up to a twentieth, a forecast by more. */
const deadBand = { projected: 0.1, final: 0.05 };
/** Standard errors of the pace that a line is given the benefit of: of one week, which says less of its own error, and of several. */
const benefit = { week: 2.5, weeks: 2 };
/** Days after a line's end in which its pace must bring what is missing, or no date is proposed. */
const mostExtraDays = 60;

/**
 * What a line is missing of what was ordered on each of its days. While it runs: delivered, days not reported in full, and days
 * ahead at what the last seven days brought of their order; it counts where some standard errors more, and what it missed while it
 * began, would not bring it within a tenth. When its figures are final, or `open` ones are asked for: what they fall short of it by
 * more than a twentieth, days not reported taken in full. Else undefined. Of fair readings of an order that we changed it is the
 * one that misses least.
 */
export function findUnderDelivery(
  line: OrderedLine,
  delivery: BuyDelivery | undefined,
  { open = false } = {},
): UnderDelivery | undefined {
  if (delivery === undefined || line.canceled) return undefined;
  let least: UnderDelivery | undefined;
  for (const expected of line.expected) {
    const trend = trendOf(line, delivery, expected);
    const found = trend === undefined ? undefined : shortfallOf(line, trend, open);
    if (found === undefined) return undefined;
    if (least === undefined || found.owed < least.owed) least = found;
  }
  return least;
}

function shortfallOf(line: OrderedLine, trend: DeliveryTrend, open: boolean): UnderDelivery | undefined {
  const kind = trend.daysAhead > 0 ? "projected" : "final";
  const counts =
    kind === "projected"
      ? trend.pace.days >= paceDays && !trend.isRising
      : (trend.closed || open) && (line.guaranteed || !isSpent(trend));
  if (!counts) return undefined;
  const { ordered, missedAtLaunch } = trend;
  const { expected, atBest } = endOf(trend, kind);
  const wanted = kind === "projected" ? ordered - missedAtLaunch : ordered;
  if (atBest >= wanted * (1 - deadBand[kind])) return undefined;
  const owed = ordered - expected;
  const { lineId, mediaBuyId, packageId, sellerId, productId, guaranteed, period } = line;
  const { currency } = line.ordered.budget;
  return {
    lineId,
    mediaBuyId,
    packageId,
    sellerId,
    productId,
    kind,
    guaranteed,
    period,
    toldTo: trend.reportedTo,
    budget: line.ordered.budget,
    ordered,
    delivered: trend.delivered,
    expected,
    atBest,
    unreportedDays: trend.unreportedDays,
    pausedDays: line.paused.size,
    ...(trend.spentMinor === undefined ? {} : { spent: money(trend.spentMinor, currency) }),
    owed,
    remedy: remedyOf(line, trend, { kind, expected, owed, flightEnd: line.flightEnd }),
    method: methodOf(trend, kind),
  };
}

/** A seller that guarantees no impressions has done what it can once the money is spent, and may have where it does not report that. */
function isSpent({ mostSpentMinor, orderedMinor }: DeliveryTrend): boolean {
  return mostSpentMinor >= orderedMinor * (1 - deadBand.final);
}

function endOf(trend: DeliveryTrend, kind: UnderDelivery["kind"]) {
  const { delivered, ahead, unreported, pace, usual } = trend;
  if (kind === "final") {
    const expected = delivered + Math.round(Math.max(1, usual) * unreported);
    return { expected, atBest: expected };
  }
  // What is not known of a day is not missing of it.
  const withoutReport = Math.max(1, usual) * unreported;
  return {
    expected: delivered + Math.round(pace.mean * ahead + withoutReport),
    atBest: delivered + Math.round(bestOf(tellingPace(trend)) * ahead + withoutReport),
  };
}

/** Weeks say more than one, but for a line that has recovered since. */
function tellingPace({ pace, weeks = pace }: DeliveryTrend): Pace {
  return pace.mean < 1 - deadBand.projected && bestOf(weeks) < bestOf(pace) ? weeks : pace;
}

function bestOf(pace: Pace): number {
  return pace.mean + benefitOf(pace) * pace.error;
}

function benefitOf({ days }: Pace): number {
  return days > paceDays ? benefit.weeks : benefit.week;
}

function remedyOf(
  { guaranteed, period, ordered: { budget } }: OrderedLine,
  { pace, mostSpentMinor, spentMinor = mostSpentMinor, delivered, ordered }: DeliveryTrend,
  end: { kind: UnderDelivery["kind"]; expected: number; owed: number; flightEnd: string },
): Remedy {
  const { kind, expected, owed, flightEnd } = end;
  if (!guaranteed && (kind === "projected" || pace.mean === 0)) {
    const atEnd = delivered === 0 ? spentMinor : Math.round((spentMinor * expected) / delivered);
    return { type: "shift", amount: money(Math.max(0, budget.minor - atEnd), budget.currency) };
  }
  const usualDay = (pace.mean * ordered) / countDays(period.start, period.end);
  const extra = usualDay > 0 ? Math.ceil(owed / usualDay) : Number.POSITIVE_INFINITY;
  const until = extra <= mostExtraDays ? addDays(period.end, extra) : undefined;
  return {
    type: guaranteed ? "makeGood" : "extension",
    impressions: owed,
    until,
    beyondFlight: until === undefined || until > flightEnd,
  };
}

function methodOf(trend: DeliveryTrend, kind: UnderDelivery["kind"]): string {
  const { pace, daysAhead, unreportedDays } = trend;
  const telling = tellingPace(trend);
  const also =
    telling === pace ? "" : `, and ${Math.round(telling.mean * 100)} % on the last ${telling.days} days`;
  const unreported =
    unreportedDays === 0
      ? ""
      : `; ${unreportedDays} days that were not reported are taken as delivered in full`;
  return kind === "final"
    ? `${trend.closed ? "final figures" : "figures that may be restated,"} against the order, more than ${deadBand.final * 100} % short${unreported}`
    : `delivered, and ${daysAhead} days ahead at the mean of the last ${pace.days} days, ` +
        `${Math.round(pace.mean * 100)} % of what was ordered on them${also}; ${benefitOf(telling)} standard errors more would still be more ` +
        `than ${deadBand.projected * 100} % short${unreported}`;
}

/** What the campaign's lines are missing by what sellers have reported. */
export function findUnderDeliveries(state: CampaignState): UnderDelivery[] {
  if (state.delivery.length === 0) return [];
  const delivery = new Map(state.delivery.map((one) => [buyKey(one), one]));
  return orderedLines(state).flatMap((line) => findUnderDelivery(line, delivery.get(buyKey(line))) ?? []);
}
