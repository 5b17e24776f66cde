import type { Brief, Frequency } from "../../brief/brief.ts";
import { daysOn } from "../model/offers/flights.ts";

const days = { day: 1, week: 7, month: 30 } as const;

/** How often one person is to see a campaign on all of its days. */
export function contactsPerPerson({ times, per }: Frequency, brief: Pick<Brief, "flight" | "flights">) {
  return per === "flight" ? times : times * Math.max(1, daysOn(brief) / days[per]);
}
