import type { Brief } from "../../../brief/brief.ts";
import { countDays } from "../../../lib/days.ts";
import { percent } from "../../../lib/english.ts";
import type { PlanLine } from "./plan.ts";

/** Days in UTC, both inclusive. */
export interface Span {
  readonly start: string;
  readonly end: string;
}

type Flighted = Pick<Brief, "flight" | "flights">;

/** When money may run: the bursts, else the whole flight. */
export function spansOf({ flight, flights }: Flighted): readonly Span[] {
  return flights ?? [flight];
}

/** When a line's package runs. */
export function runOf({ flight }: Pick<PlanLine, "flight">, brief: Flighted): Span {
  return flight ?? brief.flight;
}

/** The burst, or the flight, that a day lies in, or that was the last one before it. */
export function spanAt(day: string, brief: Flighted): Span {
  return spansOf(brief).findLast(({ start }) => start <= day) ?? brief.flight;
}

/** The part of a line's money that goes to its burst, 0 to 1. */
export function shareOf({ flight }: Pick<PlanLine, "flight">, { flights = [] }: Flighted): number {
  return flights.find(({ start }) => start === flight?.start)?.share ?? 1;
}

export function daysOn(brief: Flighted): number {
  return spansOf(brief).reduce((sum, { start, end }) => sum + countDays(start, end), 0);
}

/** The smallest part of a line's money that goes to one burst, 0 to 1. */
export function smallestShare({ flights = [] }: Flighted): number {
  return Math.min(1, ...flights.map(({ share }) => share));
}

/**
 * The part, 0 to 1, of what can be had over the whole flight that can be had in the bursts, with each getting its share: the
 * burst with most money for its days is full first.
 */
export function partInBursts({ flight, flights = [] }: Flighted): number {
  const days = countDays(flight.start, flight.end);
  return Math.min(1, ...flights.map(({ start, end, share }) => countDays(start, end) / (days * share)));
}

/** `2027-03-01 to 2027-03-14 (60 %), 2027-04-05 to 2027-04-18 (40 %)` */
export function burstsInWords(flights: NonNullable<Brief["flights"]>): string {
  return flights.map(({ start, end, share }) => `${start} to ${end} (${percent(share)})`).join(", ");
}
