import type { Brief } from "../../brief/brief.ts";
import { dayMs } from "../../lib/days.ts";

export type TimeUnit = "hour" | "day" | "week" | "month";

export function daysOf(flight: Brief["flight"]): number {
  return (Date.parse(flight.end) - Date.parse(flight.start)) / dayMs + 1;
}

/** Length of a flight in whole units, both days inclusive: begun units count as whole ones. */
export function unitsOf(unit: TimeUnit, flight: Brief["flight"]): number {
  const days = daysOf(flight);
  switch (unit) {
    case "hour":
      return days * 24;
    case "day":
      return days;
    case "week":
      return Math.ceil(days / 7);
    case "month": {
      const start = new Date(flight.start);
      const after = new Date(Date.parse(flight.end) + dayMs);
      const years = after.getUTCFullYear() - start.getUTCFullYear();
      const months = years * 12 + after.getUTCMonth() - start.getUTCMonth();
      return months + (after.getUTCDate() > start.getUTCDate() ? 1 : 0);
    }
  }
}
