import type { Brief } from "../../../brief/brief.ts";
import { formatCount } from "../../../lib/english.ts";
import { contactsPerPerson } from "../../feasibility/contacts-per-person.ts";
import type { Offer, Range } from "../../model/offers/offer.ts";
import type { PlanGoal, PlanLine, ReachEstimate } from "../../model/offers/plan.ts";
import { groupOf, universeOf } from "../../model/people/universe.ts";
import { sellerKey } from "../order.ts";
import { effectiveReach } from "./contacts.ts";
import { impressionsOf, inWhole } from "./expected-impressions.ts";

export interface Bought {
  readonly line: PlanLine;
  readonly offer: Offer | undefined;
}

/** Contacts that a message is usually said to need. */
const effectiveTimes = 3;

/** How often people see it, as far as it is known how many there are and how many are reached. */
export function contactsOf(
  bought: readonly Bought[],
  reach: ReachEstimate | undefined,
  brief: Brief,
): Pick<PlanGoal, "frequency" | "universe" | "grp" | "group" | "effectiveReach" | "overCap"> {
  const universe = universeOf(brief);
  const times = brief.kpi?.n ?? effectiveTimes;
  const telling = bought.filter(({ line }) => reach?.without.includes(line.lineId) === false);
  const met = contactsIn(telling, brief);
  const often = (least: number) => {
    if (reach === undefined || universe === undefined) return undefined;
    const { low, expected: mid, high } = reach;
    return effectiveReach(least, { low, mid, high }, { people: universe.people, impressions: met });
  };
  const effective = often(times);
  const cap = capOverFlight(bought, brief);
  const overCap = cap && often(cap + 1);
  return {
    frequency: reach && frequencyOf(met, reach),
    ...(universe && { universe, grp: (100 * contactsIn(bought, brief)) / universe.people }),
    group: groupOf(brief),
    ...(effective && { effectiveReach: { times, people: inWhole(effective) } }),
    ...(cap && overCap && { overCap: { times: cap, people: inWhole(overCap) } }),
  };
}

/** Expected contacts with those whom the brief's universe counts. */
function contactsIn(bought: readonly Bought[], { universe }: Brief): number {
  return bought.reduce(
    (sum, { line, offer }) => sum + impressionsOf(line, offer).mid * ((universe && offer?.inGroup?.mid) ?? 1),
    0,
  );
}

/** Contacts with each person, of the lines that give their reach. */
function frequencyOf(contacts: number, { low, expected, high }: ReachEstimate): Range | undefined {
  if (!(expected > 0)) return undefined;
  const often = (people: number) => Math.max(1, contacts / people);
  return { low: often(high), mid: often(expected), high: often(Math.max(1, low)) };
}

/** The brief's cap over the whole flight, where more than one seller keeps to it and none counts for the others. */
function capOverFlight(bought: readonly Bought[], brief: Brief): number | undefined {
  const isOfSeveral = new Set(bought.map(({ line }) => sellerKey(line))).size > 1;
  const { frequencyCap } = brief;
  return frequencyCap && isOfSeveral ? Math.ceil(contactsPerPerson(frequencyCap, brief)) : undefined;
}

/** What a rating point is of: `a point is one contact with 1 % of 250,000 people of AT, women aged 25 to 54 (our panel)`. */
export function pointsWords(brief: Brief): string {
  const group = groupOf(brief) ?? universeOf(brief);
  return group === undefined
    ? "nobody counts here whom its points are of"
    : `a point is as many contacts as 1 % of the ${formatCount(group.people)} people of ${group.where} (${group.source})`;
}
