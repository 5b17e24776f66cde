import type { ExchangeTable } from "../../lib/exchange.ts";
import type { Brief } from "../model/brief.ts";
import type { FeasibilityFinding } from "../model/preflight-finding.ts";
import { checkFeasibility } from "./check-feasibility.ts";
import { contactsPerPerson } from "./contacts-per-person.ts";
import { populationOf } from "./populations.ts";
import { usualPriceOf } from "./usual-price.ts";

/** Whether a brief can come true by its own figures, before any seller is asked. */
export function judgeFeasibility(
  brief: Brief,
  exchange: ExchangeTable | undefined,
): readonly FeasibilityFinding[] {
  const { frequency, flight, countries } = brief;
  return checkFeasibility({
    brief,
    contacts: frequency && contactsPerPerson(frequency, flight),
    usualPrice: usualPriceOf(brief, exchange),
    population: populationOf(countries),
  });
}
