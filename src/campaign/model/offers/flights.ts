import type { Brief } from "../../../brief/brief.ts";
import { countDays, dayMs } from "../../../lib/days.ts";
import { channelName, percent } from "../../../lib/english.ts";
import type { PlanLine } from "./plan.ts";

/** Days in UTC, both inclusive. */
export interface Span {
  readonly start: string;
  readonly end: string;
}

type Flighted = Pick<Brief, "flight" | "flights" | "channelFlights">;

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

export function daysIn({ start, end }: Span): number {
  return countDays(start, end);
}

export function daysOn(brief: Flighted): number {
  return daysOfAll(spansOf(brief));
}

export function daysOfAll(spans: readonly Span[]): number {
  return spans.reduce((sum, span) => sum + daysIn(span), 0);
}

/** When packages that run on these channels may: as far as the dates of each of them go. */
export function spansOn(
  channels: readonly string[],
  brief: Flighted,
): readonly (Span & { readonly share?: number })[] {
  return channels
    .flatMap((channel) => brief.channelFlights?.[channel] ?? [])
    .reduce<ReturnType<typeof spansOn>>(
      (spans, own) => spans.flatMap((span) => common(span, own)),
      spansOf(brief),
    );
}

/** The same, and nothing where they run over the whole flight as one. */
export function partsOn(channels: readonly string[], brief: Flighted): ReturnType<typeof spansOn> {
  const spans = spansOn(channels, brief);
  return brief.flights === undefined && spans[0] === brief.flight ? [] : spans;
}

function common<Of extends Span>(span: Of, other: Span): Of[] {
  const [, start = ""] = [span.start, other.start].sort();
  const [end = ""] = [span.end, other.end].sort();
  return start > end ? [] : [{ ...span, start, end }];
}

export function isWithin({ start, end }: Span, span: Span): boolean {
  return span.start <= start && end <= span.end;
}

/** The part, 0 to 1, of what channels have over the whole flight that they have on their own days and those of the bursts. */
export function partOnDays(channels: readonly string[], brief: Flighted): number {
  return daysOfAll(spansOn(channels, brief)) / daysIn(brief.flight);
}

/** `radio 2027-03-01 to 2027-03-14` */
export function channelDatesInWords(dates: NonNullable<Brief["channelFlights"]>): string {
  return Object.entries(dates)
    .map(([channel, { start, end }]) => `${channelName(channel)} ${start} to ${end}`)
    .join(", ");
}

/** `2027-03-01 to 2027-03-14 (60 %), 2027-04-05 to 2027-04-18 (40 %)` */
export function burstsInWords(flights: NonNullable<Brief["flights"]>): string {
  return flights.map(({ start, end, share }) => `${start} to ${end} (${percent(share)})`).join(", ");
}

/** A line of a split, with what it has on each of the spans that it runs in where that is not the burst's share. */
export interface SplitLine extends PlanLine {
  readonly inBursts?: readonly InBurst[];
}

export interface InBurst extends Span {
  readonly amount: number;
  readonly budget: number;
  readonly impressions: number;
}

/** The part, 0 to 1, that the smallest package of a line has of its money. */
export function smallestPart({ inBursts: own = [], amount }: SplitLine, { flights = [] }: Flighted): number {
  const parts = own.flatMap((part) => (part.amount > 0 ? [part.amount / amount.minor] : []));
  return Math.min(1, ...(parts.length > 0 ? parts : flights.map(({ share }) => share)));
}

/** Days as the half-open interval that goes on the wire: `end` is the first instant after the last day. */
export function flightTimes({ start, end }: Span): { readonly start: string; readonly end: string } {
  const over = Date.parse(`${end}T00:00:00Z`) + dayMs;
  return { start: `${start}T00:00:00Z`, end: `${new Date(over).toISOString().slice(0, 19)}Z` };
}

/** Sellers write the last second of a day, 23:59:59, where the standard wants the first instant after it. */
const endsBefore = 60_000;

/** Whether instants that a seller states are those of a flight; what it leaves out is as it was asked for. */
export function isFlight(flight: Span, start: string | undefined, end: string | undefined): boolean {
  const own = flightTimes(flight);
  const early = end === undefined ? 0 : Date.parse(own.end) - Date.parse(end);
  return (
    (start === undefined || Date.parse(start) === Date.parse(own.start)) && early >= 0 && early <= endsBefore
  );
}
