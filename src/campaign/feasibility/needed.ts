import type { Brief } from "../../brief/brief.ts";
import { formatCount } from "../../lib/english.ts";
import { kpiInPeople } from "../model/people/universe.ts";
import type { FeasibilityFacts } from "./facts.ts";

/** What a brief's target comes to in impressions. */
export interface Needed {
  readonly impressions: number;
  /** The people of the target, or that it comes to at its frequency. */
  readonly people?: number;
  /** Contacts with each of them over the flight. */
  readonly contacts: number;
  /** `5,000,000 people, 3 times a week over 17.4 weeks` */
  readonly text: string;
}

/** Undefined where the brief's target is neither people nor impressions, or it has none. */
export function neededFor({ brief, contacts }: FeasibilityFacts): Needed | undefined {
  const { frequency, flight } = brief;
  const kpi = kpiInPeople(brief);
  if (kpi?.target === undefined) return undefined;
  if (kpi.metric === "reach") {
    const often = frequency && contacts ? frequencyWords(frequency, contacts, flight) : "at least once";
    const each = contacts ?? 1;
    return {
      impressions: Math.ceil(kpi.target * each),
      people: kpi.target,
      contacts: each,
      text: `${formatCount(kpi.target)} people, ${often}`,
    };
  }
  if (kpi.metric !== "impressions") return undefined;
  return {
    impressions: Math.ceil(kpi.target),
    ...(contacts && { people: kpi.target / contacts }),
    contacts: contacts ?? 1,
    text: "the target of the brief",
  };
}

/** `3 times a week over 17.4 weeks` */
function frequencyWords(
  { times, per }: NonNullable<Brief["frequency"]>,
  contacts: number,
  flight: Brief["flight"],
): string {
  const often = times === 1 ? "once" : `${times} times`;
  if (per === "flight") return `${often} over the flight`;
  if (per === "month") return `${often} a month from ${flight.start} to ${flight.end}`;
  const periods = Number((contacts / times).toFixed(1));
  return `${often} a ${per} over ${periods} ${per}${periods === 1 ? "" : "s"}`;
}
