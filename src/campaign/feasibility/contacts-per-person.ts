import { dayMs } from "../../lib/days.ts";
import type { Brief, Frequency } from "../model/brief.ts";

const days = { day: 1, week: 7, month: 30 } as const;

/** How often one person is to see a campaign over its whole flight. */
export function contactsPerPerson({ times, per }: Frequency, { start, end }: Brief["flight"]): number {
  if (per === "flight") return times;
  const flightDays = (Date.parse(end) - Date.parse(start)) / dayMs + 1;
  return times * Math.max(1, flightDays / days[per]);
}
