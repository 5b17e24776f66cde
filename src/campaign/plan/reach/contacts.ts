import type { Range } from "../../model/offers/offer.ts";

/** Reach and the impressions that make it up, of the people that there are. */
export interface Contacts {
  readonly people: number;
  readonly reached: number;
  readonly impressions: number;
}

/**
 * People with at least `times` contacts, by the negative binomial distribution that has this mean and this share of people
 * without any: it is how contacts with media are usually spread. Undefined where fewer contacts are given than people reached.
 */
export function reachedAtLeast(
  times: number,
  { people, reached, impressions }: Contacts,
): number | undefined {
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
