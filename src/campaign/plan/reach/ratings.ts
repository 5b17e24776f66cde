import type { Brief } from "../../../brief/brief.ts";
import { formatCount } from "../../../lib/english.ts";
import { contactsPerPerson } from "../../feasibility/contacts-per-person.ts";
import type { Offer, Range } from "../../model/offers/offer.ts";
import type { PlanLine, ReachEstimate } from "../../model/offers/plan.ts";
import { groupOf, universeOf } from "../../model/people/universe.ts";
import { sellerKey } from "../order.ts";
import { impressionsOf, inWhole } from "./expected-impressions.ts";

export interface Bought {
  readonly line: PlanLine;
  readonly offer: Offer | undefined;
}

/** Contacts that a message is usually said to need. */
const effectiveTimes = 3;

/** How often people see it, as far as it is known how many there are and how many are reached. */
export function contactsOf(bought: readonly Bought[], reach: ReachEstimate | undefined, brief: Brief) {
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

/** Reach and the impressions that make it up, of the people that there are. */
interface Contacts {
  readonly people: number;
  readonly reached: number;
  readonly impressions: number;
}

/**
 * People with at least `times` contacts, by the negative binomial distribution that has this mean and this share of people
 * without any: it is how contacts with media are usually spread. Undefined where fewer contacts are given than people reached.
 */
function reachedAtLeast(times: number, { people, reached, impressions }: Contacts): number | undefined {
  if (!(people > 0) || !(reached > 0) || impressions < reached) return undefined;
  const missed = Math.max(0, 1 - reached / people);
  const mean = impressions / people;
  // Contacts that are spread more evenly than by chance are spread by chance over those who can be met at all.
  if (missed <= Math.exp(-mean)) return evenly(times, reached, impressions);
  const size = sizeFor(mean, missed);
  return (
    people * (1 - below(times, (n, before) => (before * (n - 1 + size) * mean) / (n * (mean + size)), missed))
  );
}

/** The same over what is not known: how many are reached, with the same contacts. */
export function effectiveReach(
  times: number,
  reach: Range,
  { people, impressions }: Omit<Contacts, "reached">,
): Range | undefined {
  const ends = [reach.low, reach.mid, reach.high].map((reached) =>
    reachedAtLeast(times, { people, reached: Math.min(reached, people), impressions }),
  );
  const [low, mid, high] = ends;
  if (low === undefined || mid === undefined || high === undefined) return undefined;
  return { low: Math.min(low, mid, high), mid, high: Math.max(low, mid, high) };
}

function evenly(times: number, reached: number, impressions: number): number {
  const mean = impressions / reached;
  // Of those who are reached, everybody has one contact; the others fall by chance.
  const rest = mean - 1;
  return reached * (1 - below(times - 1, (n, before) => (before * rest) / n, Math.exp(-rest)));
}

/** The share with fewer than `times` contacts, from the share with none and what follows each share. */
function below(times: number, next: (n: number, before: number) => number, none: number): number {
  let [total, share] = [0, none];
  for (let n = 0; n < times; n++) {
    if (n > 0) share = next(n, share);
    total += share;
  }
  return Math.min(1, total);
}

/** The distribution's size k at which (1 + mean / k)^-k people have no contact: it falls as k grows, so halving finds it. */
function sizeFor(mean: number, missed: number): number {
  let [small, large] = [1e-6, 1e6];
  for (let round = 0; round < 100; round++) {
    const size = Math.sqrt(small * large);
    if (-size * Math.log1p(mean / size) > Math.log(missed)) small = size;
    else large = size;
  }
  return Math.sqrt(small * large);
}
