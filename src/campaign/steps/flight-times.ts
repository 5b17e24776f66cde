import { dayMs } from "../../lib/days.ts";
import type { Span } from "../model/offers/flights.ts";

/** Days as the half-open interval that goes on the wire: `end` is the first instant after the last day. */
export function flightTimes({ start, end }: Span): { readonly start: string; readonly end: string } {
  const over = Date.parse(`${end}T00:00:00Z`) + dayMs;
  return { start: `${start}T00:00:00Z`, end: `${new Date(over).toISOString().slice(0, 19)}Z` };
}
