import { addDays, countDays } from "../../lib/days.ts";
import { counted } from "../../lib/english.ts";
import { daysIn, type Span } from "../model/offers/flights.ts";
import type { Offer } from "../model/offers/offer.ts";
import { type ByHand, decidedId, type Plan } from "../model/offers/plan.ts";
import { inEachBurst } from "../plan/cells.ts";
import { makePlan, type PlanRequest } from "../plan/make-plan.ts";

type OnDays = ByHand["amounts"][number] & { readonly days: Span };

/** The plan, as a person set it where one did: also lines that run on days of their own. */
export async function planAsSet(request: PlanRequest): Promise<Plan> {
  const plan = await makePlan(onOwnDays(request));
  const set = new Map(setDays(request).map((line) => [decidedId(line), line]));
  if (set.size === 0) return plan;
  const { by = [], amounts = [] } = request.byHand ?? {};
  const who = by.join(" and ");
  const isMoved = amounts.some(({ to, was }) => to !== was);
  const days = `days of ${counted(set.size, "line")}`;
  return {
    ...plan,
    binding: plan.binding.map((words, i) =>
      i > 0
        ? words
        : words.replace(/^(\d+ \w+) set by/, isMoved ? `$1 and the ${days} set by` : `${days} set by`),
    ),
    lines: plan.lines.map((line) => {
      const { days: own } = set.get(decidedId(line)) ?? {};
      if (own === undefined) return line;
      return {
        ...line,
        flight: own,
        reason: `${line.reason}; on ${own.start} to ${own.end}, as ${who} set it`,
      };
    }),
  };
}

/** What is asked for, where an offer has no more than it has on the days of its line. */
export function onOwnDays(request: PlanRequest): PlanRequest {
  const all = setDays(request);
  if (all.length === 0) return request;
  const offers = request.offers.map((offer) => {
    const own = request.byHand?.amounts.filter(({ offerId, to }) => offerId === offer.id && to > 0) ?? [];
    // In several places it has what the longest of its lines has.
    const [longest] = own
      .flatMap(({ days }) => days ?? request.brief.flight)
      .toSorted((one, other) => daysIn(other) - daysIn(one));
    return longest === undefined ? offer : onDays(offer, longest, request);
  });
  return { ...request, offers };
}

function setDays({ byHand }: PlanRequest): OnDays[] {
  return (
    byHand?.amounts.flatMap(({ days, ...line }) => (days && line.to > 0 ? [{ ...line, days }] : [])) ?? []
  );
}

/** On some days of the flight an offer has what a burst of these days has of it. */
function onDays(offer: Offer, days: Span, { brief, ...market }: PlanRequest): Offer {
  const { start, end } = brief.flight;
  const share = daysIn(days) / countDays(start, end);
  if (share >= 1) return offer;
  const flights = [
    { ...days, share },
    ...(days.start > start ? [{ start, end: addDays(days.start, -1), share: 1 - share }] : []),
    ...(days.end < end ? [{ start: addDays(days.end, 1), end, share: 0 }] : []),
  ];
  const [part = offer] = inEachBurst({ ...market, brief: { ...brief, flights }, offers: [offer] }).offers;
  const { cell: _, ...own } = part;
  return { ...own, id: offer.id, ...(offer.cell && { cell: offer.cell }) };
}
