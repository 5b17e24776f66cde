import type { Demographics } from "../../../brief/brief.ts";
import { ageGroupsIn, populationOf } from "../../../lib/people/populations.ts";
import { sumOver } from "../../../lib/sum-over.ts";

/** How many people of an age and gender live in a country; undefined where it is not in the tables. */
export function groupIn(country: string, { age, gender }: Demographics): number | undefined {
  const people = populationOf([country]);
  const [women = [], men = []] = ageGroupsIn(country);
  if (people === undefined || men.length === 0) return undefined;
  const counted = gender === undefined ? [women, men] : [gender === "female" ? women : men];
  const share = (own: readonly number[]) => sumOver(own, (one, group) => one * partOf(group, age ?? {}));
  return Math.round((people * sumOver(counted, (own) => share(own))) / 10_000);
}

/** First year of each group and, last, the year after all of them. */
const years = [0, ...Array.from({ length: 16 }, (_, i) => 10 + 5 * i), 100];

/** The part of a group that lies within the ages, as if each year of it were as many. */
function partOf(group: number, { from = 0, to = 99 }: NonNullable<Demographics["age"]>): number {
  const [start = 0, end = 0] = [years[group], years[group + 1]];
  return Math.max(0, Math.min(end, to + 1) - Math.max(start, from)) / (end - start);
}
