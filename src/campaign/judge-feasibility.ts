import type { ExchangeTable } from "../lib/exchange.ts";
import type { Brief } from "./brief/brief.ts";
import { checkFeasibility } from "./feasibility/check-feasibility.ts";
import type { FeasibilityFinding } from "./feasibility/finding.ts";
import { populationOf } from "./feasibility/populations.ts";
import { contactsPerPerson } from "./plan/contacts-per-person.ts";
import { benchmarkFor } from "./rank/benchmarks.ts";

/** Whether a brief can come true by its own figures, before any seller is asked. */
export function judgeFeasibility(
  brief: Brief,
  exchange: ExchangeTable | undefined,
): readonly FeasibilityFinding[] {
  const { frequency, flight, channels, countries } = brief;
  return checkFeasibility({
    brief,
    contacts: frequency && contactsPerPerson(frequency, flight),
    usualPrice: benchmarkFor({ brief, sellers: [], exchange })(channels),
    population: populationOf(countries),
  });
}
