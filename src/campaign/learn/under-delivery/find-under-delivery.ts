import { addDays, countDays } from "../../../lib/days.ts";
import { money } from "../../../lib/money.ts";
import { type OrderedLine, orderedLines } from "../../buys/ordered-lines.ts";
import type { Remedy, UnderDelivery } from "../../model/learned/under-delivery.ts";
import type { BuyDelivery } from "../../model/measured/delivery.ts";
import type { CampaignState } from "../../model/state.ts";
import { buyKey } from "../../model/step/buy-identity.ts";
import { type Course, courseOf, paceDays } from "./course.ts";

/** Of what was ordered. Two counts of the same impressions usually differ by up to a twentieth, a forecast by more. */
const deadBand = { projected: 0.1, final: 0.05 };
/** Standard errors of the pace that a line is given the benefit of. */
const benefit = 2;
/** Days after a line's end in which its pace must bring what is missing, or no date is proposed. */
const mostExtraDays = 60;

/**
 * What a line is missing of what was ordered on each of its days. While it runs: delivered, days not reported in full, and days
 * ahead at what the last seven days brought of their order; it counts where two standard errors more, and what it missed while it
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
    const course = courseOf(line, delivery, expected);
    const found = course === undefined ? undefined : shortfallOf(line, course, open);
    if (found === undefined) return undefined;
    if (least === undefined || found.owed < least.owed) least = found;
  }
  return least;
}

function shortfallOf(line: OrderedLine, course: Course, open: boolean): UnderDelivery | undefined {
  const kind = course.daysAhead > 0 ? "projected" : "final";
  if (kind === "final" && !course.closed && !open) return undefined;
  if (kind === "projected" && course.pace.days < paceDays) return undefined;
  if (kind === "final" && !line.guaranteed && isSpent(course)) return undefined;
  const { ordered, missedAtLaunch } = course;
  const { expected, atBest } = endOf(course, kind);
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
    toldTo: course.toldTo,
    budget: line.ordered.budget,
    ordered,
    delivered: course.delivered,
    expected,
    atBest,
    unreportedDays: course.unreportedDays,
    pausedDays: line.paused.size,
    ...(course.spentMinor === undefined ? {} : { spent: money(course.spentMinor, currency) }),
    owed,
    remedy: remedyOf(line, course, { kind, expected, owed, flightEnd: line.flight.end }),
    method: methodOf(course, kind),
  };
}

/** A seller that owes no impressions has done what it can once the money is spent. */
function isSpent({ spentMinor = 0, orderedMinor }: Course): boolean {
  return spentMinor >= orderedMinor * (1 - deadBand.final);
}

function endOf({ delivered, ahead, untold, pace, usual }: Course, kind: UnderDelivery["kind"]) {
  if (kind === "final") {
    const expected = delivered + Math.round(Math.max(1, usual) * untold);
    return { expected, atBest: expected };
  }
  // What is not known of a day is not missing of it.
  const unreported = Math.max(1, pace.mean) * untold;
  return {
    expected: delivered + Math.round(pace.mean * ahead + unreported),
    atBest: delivered + Math.round((pace.mean + benefit * pace.error) * ahead + unreported),
  };
}

function remedyOf(
  { guaranteed, period, ordered: { budget } }: OrderedLine,
  { pace, spentMinor = 0, delivered, ordered }: Course,
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

function methodOf({ pace, daysAhead, unreportedDays }: Course, kind: UnderDelivery["kind"]): string {
  const untold =
    unreportedDays === 0
      ? ""
      : `; ${unreportedDays} days that were not reported are taken as delivered in full`;
  return kind === "final"
    ? `final figures against the order, more than ${deadBand.final * 100} % short${untold}`
    : `delivered, and ${daysAhead} days ahead at the mean of the last ${pace.days} days, ` +
        `${Math.round(pace.mean * 100)} % of what was ordered on them; ${benefit} standard errors more would still be more ` +
        `than ${deadBand.projected * 100} % short${untold}`;
}

/** What the campaign's lines are missing by what sellers have told. */
export function findUnderDeliveries(state: CampaignState): UnderDelivery[] {
  if (state.delivery.length === 0) return [];
  const delivery = new Map(state.delivery.map((one) => [buyKey(one), one]));
  return orderedLines(state).flatMap((line) => findUnderDelivery(line, delivery.get(buyKey(line))) ?? []);
}
