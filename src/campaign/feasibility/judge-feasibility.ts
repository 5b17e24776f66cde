import type { ExchangeTable } from "../../lib/exchange.ts";
import type { Brief } from "../model/brief.ts";
import type { FeasibilityFinding } from "../model/preflight-finding.ts";
import { benchmarkFor } from "../rank/benchmarks.ts";
import { checkFeasibility } from "./check-feasibility.ts";
import { contactsPerPerson } from "./contacts-per-person.ts";
import { populationOf } from "./populations.ts";

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
