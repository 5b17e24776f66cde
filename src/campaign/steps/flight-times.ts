import { dayMs } from "../../lib/days.ts";
import type { Brief } from "../model/brief.ts";

/** The brief's days as the half-open interval that goes on the wire: `end` is the first instant after the last day. */
export function flightTimes(brief: Brief): { readonly start: string; readonly end: string } {
  const end = Date.parse(`${brief.flight.end}T00:00:00Z`) + dayMs;
  return { start: `${brief.flight.start}T00:00:00Z`, end: `${new Date(end).toISOString().slice(0, 19)}Z` };
}
