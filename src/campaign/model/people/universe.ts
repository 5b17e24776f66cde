import type { Brief, Demographics, Places } from "../../../brief/brief.ts";
import { isPartOfGroup } from "../../../brief/kpi.ts";
import { countryInText, listed } from "../../../lib/english.ts";
import { sumOver } from "../../../lib/money.ts";
import { ageGroupsIn, ageSource, populationOf, populationSource } from "../../../lib/people/populations.ts";
import { regionSource, regionThousands } from "../../../lib/people/region-populations.ts";
import { groupInWords } from "./group-in-words.ts";
import { countryOf } from "./shared-places.ts";
import type { Targetable } from "./targeting.ts";

type Where = Pick<Brief, "countries" | "places" | "demographics" | "universe">;

/** No more of a universe can be reached: the last ones cost more than there is. */
export const mostOfUniverse = 0.95;

/** Whom a campaign can reach by where they live and who they are: what shares, ratings and reach are counted against. */
export interface Universe {
  readonly people: number;
  /** `DE-BY and DE-BW` */
  readonly where: string;
  readonly source: string;
}

/**
 * The people of the brief's countries, or of the regions that it keeps to: of its demographics where it says how many those are,
 * else of every age and gender. Undefined where a table lacks a place, and where the brief keeps to metro or postal areas or to
 * cities: nobody counts those here.
 */
export function universeOf(brief: Where): Universe | undefined {
  const { include } = brief.places ?? {};
  if (isFiner(include)) return undefined;
  const regions = include?.regions;
  const excluded = excludedIn(brief);
  const counted = peopleOfAll(brief);
  const out = sum(excluded.map((region) => peopleOf(region, brief)));
  if (counted === 0 || counted === undefined || out === undefined) return undefined;
  const without = excluded.length === 0 ? "" : ` without ${listed(excluded)}`;
  return {
    people: Math.max(0, Math.round(counted - out)),
    where: `${listed(regions ?? brief.countries.map(countryInText))}${without}${whoOf(brief)}`,
    source: sourceOf([...(regions ?? []), ...excluded], brief),
  };
}

/** The regions that are left out of its countries, or of the regions that it keeps to. */
function excludedIn({ countries, places: { include, exclude } = {} }: Where): string[] {
  const isIn = (region: string) =>
    include?.regions?.includes(region) ?? countries.includes(countryOf(region));
  return exclude?.regions?.filter(isIn) ?? [];
}

function peopleOfAll(brief: Where): number | undefined {
  const regions = brief.places?.include?.regions;
  return regions === undefined
    ? sum([...new Set(brief.countries)].map((country) => peopleIn(country, brief)))
    : sum(regions.map((region) => peopleOf(region, brief)));
}

function sourceOf(regions: readonly string[], { universe }: Where): string {
  const source = universe?.source ?? populationSource;
  return regions.length === 0 ? source : `${source}; ${regionSource}`;
}

/** The people of its demographics that live where a brief runs, by the tables; undefined where it names none, or says how many. */
export function groupOf(brief: Where): Universe | undefined {
  const { demographics, universe, countries } = brief;
  if (demographics === undefined || universe !== undefined) return undefined;
  const counted = countries.map((country) => [country, groupIn(country, demographics)] as const);
  const people = Object.fromEntries(
    counted.flatMap(([country, own]) => (own === undefined ? [] : [[country, own]])),
  );
  return universeOf({ ...brief, universe: { people, source: ageSource } });
}

/** The brief's KPI with people as the target, where that is a part of its group: none where nobody counts these. */
export function kpiInPeople(brief: Where & Pick<Brief, "kpi">): Brief["kpi"] {
  const { kpi } = brief;
  if (kpi?.target === undefined || !isPartOfGroup(kpi)) return kpi;
  const { target, ...wanted } = kpi;
  const people = (groupOf(brief) ?? universeOf(brief))?.people;
  return people === undefined ? wanted : { ...wanted, target: Math.round(people * target) };
}

/** A part of the people whom a forecast is of, 0 to 1; not known where nobody counts them. */
export interface PartKept {
  readonly share?: number;
  readonly where: string;
  readonly source: string;
}

interface RunsIn {
  readonly countries?: readonly string[];
  readonly targetable?: Targetable;
}

/**
 * For each product of a brief's market, the part of the people of its forecast who live where the brief runs: a seller that was
 * asked for the brief's places, and says that it keeps to them, forecasts these. Undefined where it is all of them, or not known.
 * Thousands of products run in the same few sets of countries: each is computed once.
 */
export function partsKept(brief: Asked): (product: RunsIn) => PartKept | undefined {
  const known = new Map<string, PartKept | undefined>();
  return ({ countries, targetable = {} }) => {
    const keeps = keptTo(brief, targetable);
    const key = `${countries?.join()} ${keeps.countries} ${keeps.regions} ${keeps.areas}`;
    if (!known.has(key)) known.set(key, partKept(brief, countries ?? brief.countries, keeps));
    return known.get(key);
  };
}

type Asked = Where & Pick<Brief, "soft">;

function partKept(
  brief: Asked,
  runsIn: readonly string[],
  keeps: ReturnType<typeof keptTo>,
): PartKept | undefined {
  if (isFiner(brief.places?.include) && !keeps.areas)
    return { where: "the areas asked for", source: "nobody counts their people here" };
  const stays = runsIn.filter((code) => brief.countries.includes(code));
  const { include, exclude } = regionsIn(stays, brief.places);
  const kept = universeOf({ countries: stays, places: { include, exclude } });
  const whole = universeOf({
    countries: keeps.countries ? stays : runsIn,
    // What is left out goes with the order alone.
    places: { include: keeps.regions ? include : undefined },
  });
  if (kept === undefined || whole === undefined || !(kept.people < whole.people)) return undefined;
  return { share: kept.people / whole.people, where: kept.where, source: kept.source };
}

/** What a seller was asked for, and keeps to: it is not asked for what is a preference. */
function keptTo({ soft = [], places }: Asked, targetable: Targetable) {
  const isPlaces = !soft.includes("places");
  return {
    countries: targetable.countries === true && !soft.includes("countries"),
    regions: targetable.regions === true && isPlaces,
    areas: keepsFiner(targetable, places?.include ?? {}) && isPlaces,
  };
}

function keepsFiner({ metros, postalAreas, circles }: Targetable, places: Places): boolean {
  return (
    (places.metros ?? []).every(({ system }) => metros?.includes(system)) &&
    (places.postalAreas ?? []).every(({ country, system }) =>
      postalAreas?.includes(`${country} ${system}`),
    ) &&
    (places.cities === undefined || circles === true)
  );
}

/** The regions that the brief names in `countries`. */
function regionsIn(countries: readonly string[], places: Brief["places"]): NonNullable<Brief["places"]> {
  const there = (wanted: Places | undefined) => {
    const regions = wanted?.regions?.filter((region) => countries.includes(countryOf(region))) ?? [];
    return regions.length > 0 ? { regions } : undefined;
  };
  return { include: there(places?.include), exclude: there(places?.exclude) };
}

function isFiner({ metros, postalAreas, cities }: Places = {}): boolean {
  return metros !== undefined || postalAreas !== undefined || cities !== undefined;
}

/** `, women aged 25 to 44`: whom a universe counts, where the brief asks for some. */
function whoOf({ demographics, universe }: Where): string {
  if (demographics === undefined) return "";
  return `, ${universe === undefined ? "of every age and gender" : groupInWords(demographics)}`;
}

function peopleIn(country: string, { universe }: Pick<Brief, "universe">): number | undefined {
  return universe === undefined ? populationOf([country]) : universe.people[country];
}

/** As its part of its country's regions, so that regions and countries add up. */
function peopleOf(region: string, brief: Pick<Brief, "universe">): number | undefined {
  const country = countryOf(region);
  const regions = regionThousands[country] ?? {};
  const own = regions[region.slice(country.length + 1)];
  const people = peopleIn(country, brief);
  const all = Object.values(regions).reduce((total, one) => total + one, 0);
  return own === undefined || people === undefined ? undefined : (people * own) / all;
}

function sum(parts: readonly (number | undefined)[]): number | undefined {
  return parts.reduce<number | undefined>(
    (total, part) => (total === undefined || part === undefined ? undefined : total + part),
    0,
  );
}

/** How many people of an age and gender live in a country; undefined where it is not in the tables. */
function groupIn(country: string, { age, gender }: Demographics): number | undefined {
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
