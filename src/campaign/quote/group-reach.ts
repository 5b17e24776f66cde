import type { Brief } from "../../brief/brief.ts";
import { grouped } from "../../lib/english.ts";
import { eachEnd, exactly, type Offer, type Range, times } from "../model/offers/offer.ts";
import { groupOf, mostOfUniverse, type Universe, universeOf } from "../model/people/universe.ts";
import { isGroupOf, ownPoints, readDemographic } from "./demographic-code.ts";
import { type Forecast, metricOf } from "./forecast.ts";

type Where = Pick<Brief, "countries" | "places" | "demographics" | "universe" | "measurement">;

/** A forecast's people against those whom its brief is for. */
interface OfGroup extends Pick<Offer, "inGroup" | "penetration" | "reach" | "response"> {
  readonly assumptions: readonly string[];
}

/**
 * Reach of the brief's group: as stated where it was stated for the group itself, else its part of the people whom it was stated for, and
 * from nobody to all of it. Without a universe of the brief's own all of it counts, against all who live there.
 */
export function inGroupOf(
  forecast: Forecast,
  brief: Where,
  { response, countries = brief.countries }: Pick<Offer, "response" | "countries">,
): OfGroup {
  const { reach } = forecast;
  const group = groupIn(brief);
  const stated = statedFor(forecast, brief, { countries, group });
  const inGroup = group && partInGroup(forecast, brief, group);
  const whole: OfGroup = {
    inGroup,
    reach,
    response,
    penetration: reach && stated && reach.mid > 0 ? Math.min(mostOfUniverse, reach.mid / stated) : undefined,
    assumptions: [],
  };
  return brief.universe && group ? inUniverse(whole, group.people, stated) : whole;
}

const all = exactly(1);

/** Those whom the brief is for, where somebody counts them. */
function groupIn(brief: Where): Universe | undefined {
  return brief.universe === undefined ? groupOf(brief) : universeOf(brief);
}

/** As many of those reached as are of the group, at most all that can be reached of it. */
function inUniverse(whole: OfGroup, group: number, stated: number | undefined): OfGroup {
  const { reach, inGroup = all } = whole;
  if (reach === undefined) return whole;
  const counted = (people: number, part: number) => Math.min(mostOfUniverse * group, people * part);
  return {
    ...whole,
    reach: eachEnd((end) => counted(reach[end], inGroup[end])),
    response: whole.response?.map((point) => ({
      ...point,
      ...(point.reach !== undefined && { reach: counted(point.reach, inGroup.mid) }),
    })),
    assumptions:
      inGroup.mid < 1
        ? [
            `${Number((inGroup.mid * 100).toPrecision(2))} % of its reach counts, from none to all of it: the ${grouped(group)} people asked for of ${stated === undefined ? "all" : `the ${grouped(Math.round(stated))}`} that it was stated for`,
          ]
        : [],
  };
}

function isOfGroup({ demographic }: Forecast, { demographics }: Where): boolean {
  return demographic !== undefined && isGroupOf(demographic, demographics);
}

/** How many people a forecast is of: its own audience, else its group's, else all who live there. */
function statedFor(
  forecast: Forecast,
  brief: Where,
  { countries, group }: { readonly countries: readonly string[]; readonly group: Universe | undefined },
): number | undefined {
  return (
    audienceOf(forecast) ??
    (isOfGroup(forecast, brief) ? group?.people : undefined) ??
    tabled(countries, forecast.demographic) ??
    everybodyIn(brief, countries)
  );
}

/** By countries: thousands of products run in the same few sets of them. */
const everybodyOf = new WeakMap<Where, Map<string, number | undefined>>();

function everybodyIn(brief: Where, countries: readonly string[]): number | undefined {
  const known = everybodyOf.get(brief) ?? new Map<string, number | undefined>();
  everybodyOf.set(brief, known);
  const key = countries.join();
  const everybody = brief.demographics && { universe: undefined, demographics: undefined };
  if (!known.has(key)) known.set(key, universeOf({ ...brief, countries, ...everybody })?.people);
  return known.get(key);
}

/** One that is smaller than its reach is no audience of it. */
function audienceOf(forecast: Forecast): number | undefined {
  const size = metricOf(forecast, "audience_size")?.mid;
  return size !== undefined && size >= (forecast.reach?.mid ?? 0) ? size : undefined;
}

/** Rating points of the group for each impression; none where its points are of another group, or nobody counts the group. */
export function pointsOf(forecast: Forecast, brief: Where, inGroup = all): Range | undefined {
  const { demographic } = forecast;
  const isOwn = demographic !== undefined && ownPoints(demographic, brief) !== undefined;
  const people = (groupIn(brief) ?? universeOf(brief))?.people;
  if (people === undefined || (metricOf(forecast, "grps") !== undefined && !isOwn)) return undefined;
  return times(inGroup, 100 / people);
}

function partInGroup(forecast: Forecast, brief: Where, { people }: Universe): Range {
  if (isOfGroup(forecast, brief)) return all;
  const audience = metricOf(forecast, "audience_size")?.mid ?? 0;
  // An audience that is smaller than the group is not the people whom it lies in.
  const share = audience > people ? people / audience : ofTables(brief, forecast.demographic);
  return share === undefined ? all : { low: 0, mid: share, high: 1 };
}

/** By ages and genders, of the people of a code or of everybody; a universe may say whom it counts without them. */
function ofTables({ countries, demographics }: Where, code: string | undefined): number | undefined {
  if (demographics === undefined) return undefined;
  const own = groupOf({ countries, demographics })?.people;
  const others = tabled(countries, code) ?? groupOf({ countries, demographics: {} })?.people;
  return own && others && Math.min(1, own / others);
}

function tabled(countries: readonly string[], code: string | undefined): number | undefined {
  const group = code === undefined ? undefined : readDemographic(code);
  return group && groupOf({ countries, demographics: group })?.people;
}
