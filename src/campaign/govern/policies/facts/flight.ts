import type { Brief } from "../../../../brief/brief.ts";
import { dayMs, dayOf } from "../../../../lib/days.ts";
import { weekdays } from "../../../model/policy/policy.ts";
import type { Step } from "../../../model/step/step.ts";

/**
 * When the step buys for and when it is made. The times in the call's own arguments come first: they are what is sent; the
 * brief's flight stands in for what a call does not say. `now` is UTC milliseconds.
 */
export function flightFacts(step: Step, brief: Brief | undefined, now: number) {
  const updates = step.arguments["updates"];
  const times = { ...step.arguments, ...(typeof updates === "object" ? updates : {}) };
  const start = timeOf(times["start_time"], now) ?? timeOf(brief && `${brief.flight.start}T00:00:00Z`, now);
  const end = timeOf(times["end_time"], now) ?? timeOf(brief && `${brief.flight.end}T24:00:00Z`, now);
  const today = dayOf(now);
  const weekday = weekdays[new Date(now).getUTCDay()];
  const call = {
    call_day: { from: today, to: today },
    ...(weekday === undefined ? {} : { weekday: [weekday] }),
  };
  if (start === undefined || end === undefined || !(start < end)) return call;
  const from = dayOf(start);
  // The end is the first instant after the flight.
  const to = dayOf(end - 1);
  return {
    ...call,
    flight_days: (end - start) / dayMs,
    days_until_start: (start - now) / dayMs,
    start: { from, to: from },
    end: { from: to, to },
    flight: { from, to },
  };
}

function timeOf(written: unknown, now: number): number | undefined {
  if (written === "asap") return now;
  const time = typeof written === "string" ? Date.parse(written) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
