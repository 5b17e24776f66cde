import type { Brief } from "../../brief/brief.ts";
import { grouped } from "../../lib/grouped.ts";
import type { Range, ResponsePoint } from "../model/offers/offer.ts";
import { groupOf, mostOfUniverse, universeOf } from "../model/people/universe.ts";
import { isGroupOf, ownPoints, readDemographic } from "./demographic-code.ts";
import { type Forecast, metricOf } from "./forecast.ts";
import { times } from "./read-range.ts";

type Where = Pick<Brief, "countries" | "places" | "demographics" | "universe" | "measurement">;

/** A forecast's people against those whom its brief is for. */
interface OfGroup {
  /** Of the people whom it was stated for, those of the brief's group; absent where the brief is for everybody. */
  readonly inGroup?: Range;
  /** Of the people whom it was stated for, 0 to 1, all that it reaches. */
  readonly penetration?: number;
  /** Rating points of the group for each impression; absent where its points are of another group, or nobody counts the group. */
  readonly points?: Range;
  readonly reach?: Range;
  readonly response?: readonly ResponsePoint[];
  readonly assumptions: readonly string[];
}

/**
 * Reach of the brief's group: as stated where it was stated for the group itself, else its part of the people whom it was stated for, and
 * from nobody to all of it. Without a universe of the brief's own all of it counts, against all who live there.
 */
export function inGroupOf(
  forecast: Forecast,
  brief: Where,
  {
    response,
    countries = brief.countries,
  }: { readonly response?: readonly ResponsePoint[]; readonly countries?: readonly string[] },
): OfGroup {
  const { reach, demographic } = forecast;
  const wanted = brief.universe === undefined ? groupOf(brief) : universeOf(brief);
  const isOwn = demographic !== undefined && isGroupOf(demographic, brief.demographics);
  const audience = metricOf(forecast, "audience_size")?.mid;
  const isAudience = audience !== undefined && audience >= (reach?.mid ?? 0);
  const stated =
    (isAudience ? audience : undefined) ??
    (isOwn ? wanted?.people : undefined) ??
    tabled(countries, demographic) ??
    universeOf({
      ...brief,
      countries,
      ...(brief.demographics && { universe: undefined, demographics: undefined }),
    })?.people;
  const penetration =
    reach && stated && reach.mid > 0 ? Math.min(mostOfUniverse, reach.mid / stated) : undefined;
  const isOthers =
    metricOf(forecast, "grps") !== undefined &&
    (demographic === undefined || ownPoints(demographic, brief) === undefined);
  const pointsOf = (inGroup: Range, people: number | undefined) =>
    people === undefined || isOthers ? undefined : times(inGroup, 100 / people);
  if (wanted === undefined)
    return {
      reach,
      response,
      penetration,
      points: pointsOf(all, universeOf(brief)?.people),
      assumptions: [],
    };

  const share = isOwn ? 1 : (ofAudience(wanted.people, audience) ?? ofTables(brief, demographic));
  const inGroup: Range = isOwn || share === undefined ? all : { low: 0, mid: share, high: 1 };
  if (brief.universe === undefined || reach === undefined)
    return {
      inGroup,
      reach,
      response,
      penetration,
      points: pointsOf(inGroup, wanted.people),
      assumptions: [],
    };
  const most = mostOfUniverse * wanted.people;
  const part = (people: number, by: number) => Math.min(most, people * by);
  return {
    inGroup,
    penetration,
    points: pointsOf(inGroup, wanted.people),
    reach: {
      low: part(reach.low, inGroup.low),
      mid: part(reach.mid, inGroup.mid),
      high: part(reach.high, inGroup.high),
    },
    response: response?.map((point) => ({
      ...point,
      ...(point.reach !== undefined && { reach: part(point.reach, inGroup.mid) }),
    })),
    assumptions:
      inGroup.mid < 1
        ? [
            `${Number((inGroup.mid * 100).toPrecision(2))} % of its reach counts, from none to all of it: the ${grouped(wanted.people)} people asked for of ${stated === undefined ? "all" : `the ${grouped(Math.round(stated))}`} that it was stated for`,
          ]
        : [],
  };
}

const all: Range = { low: 1, mid: 1, high: 1 };

/** An audience that is smaller than the group is not the people whom it lies in. */
function ofAudience(group: number, audience = 0): number | undefined {
  return audience > group ? group / audience : undefined;
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
