import type { FieldPath } from "../../../lib/yaml-places.ts";
import type { Brief, Places } from "../../model/brief.ts";
import type { BriefFile } from "./brief-schema.ts";
import { isCountry } from "./countries.ts";
import type { Report } from "./problem.ts";

type Targeting = Pick<
  Brief,
  "languages" | "places" | "demographics" | "universe" | "minimumAge" | "devices" | "dayparts" | "content"
>;
type FilePlaces = NonNullable<NonNullable<BriefFile["places"]>["include"]>;

/** Where, when, to whom and among what a campaign of `brief.yaml` runs. */
export function toTargeting(file: BriefFile, report: Report): Targeting {
  const { languages, places, demographics, universe, devices, dayparts, content } = file;
  const { minimum_age: minimumAge } = file;
  checkPlaces(file, report);
  if (universe !== undefined) checkUniverse(file, Object.keys(universe.people), report);
  refuseBackwards(demographics?.age, ["demographics", "age", "to"], report);
  dayparts?.forEach((one, i) => {
    if (one.to <= one.from) report(["dayparts", i, "to"], `is ${one.to}, not after from, ${one.from}`);
  });
  return {
    ...(languages && { languages }),
    ...(places && {
      places: {
        ...(places.include && { include: toPlaces(places.include) }),
        ...(places.exclude && { exclude: toPlaces(places.exclude) }),
      },
    }),
    ...(demographics && {
      demographics: {
        ...(demographics.age && { age: given(demographics.age) }),
        ...(demographics.gender && { gender: demographics.gender }),
      },
    }),
    ...(universe && { universe }),
    ...(minimumAge !== undefined && { minimumAge }),
    ...(devices && { devices }),
    ...(dayparts && { dayparts }),
    ...(content && {
      content: {
        ...(content.property_list && { propertyList: content.property_list }),
        ...(content.collection_list && { collectionList: content.collection_list }),
        ...(content.collection_list_exclude && { collectionListExclude: content.collection_list_exclude }),
        ...(content.avoid && { avoid: content.avoid }),
        ...(content.trusted_match && { trustedMatch: content.trusted_match }),
      },
    }),
  };
}

function toPlaces({ regions, metros, postal_areas: postalAreas, cities }: FilePlaces): Places {
  return {
    ...(regions && { regions }),
    ...(metros && { metros }),
    ...(postalAreas && { postalAreas }),
    ...(cities && {
      cities: cities.map(({ circle, ...city }) => ({ ...city, ...(circle && { circle }) })),
    }),
  };
}

/** Sellers read several kinds of place as both or as either: an order must not leave it to them. */
function checkPlaces({ places, countries }: BriefFile, report: Report): void {
  const kinds = Object.entries(places?.include ?? {}).filter(([, areas]) => areas !== undefined);
  if (kinds.length > 1)
    report(
      ["places", "include"],
      `names ${kinds.map(([kind]) => kind).join(" and ")}, which sellers read differently; write one kind of place`,
    );
  for (const part of ["include", "exclude"] as const) {
    const { regions = [], postal_areas: areas = [], cities = [] } = places?.[part] ?? {};
    const at = (kind: string, i: number): FieldPath => ["places", part, kind, i];
    regions.forEach((region, i) => {
      checkCountry(region.slice(0, 2), at("regions", i));
    });
    areas.forEach(({ country }, i) => {
      checkCountry(country, [...at("postal_areas", i), "country"]);
    });
    cities.forEach(({ country }, i) => {
      checkCountry(country, [...at("cities", i), "country"]);
    });
  }

  function checkCountry(country: string, path: FieldPath): void {
    if (!isCountry(country)) report(path, `"${country}" is not a country code`);
    else if (!countries.includes(country))
      report(path, `is in ${country}, which is not among the countries, ${countries.join(", ")}`);
  }
}

/** Ratings need a figure for every country, and one of nobody in particular says no more than the table of countries. */
function checkUniverse({ demographics, countries }: BriefFile, counted: readonly string[], report: Report) {
  if (demographics === undefined) report(["universe"], "counts whom? write demographics too, or remove it");
  for (const country of counted)
    if (!countries.includes(country))
      report(["universe", "people", country], `is not among the countries, ${countries.join(", ")}`);
  const missing = countries.filter((country) => !counted.includes(country));
  if (missing.length > 0)
    report(["universe", "people"], `lacks ${missing.join(", ")}; write the people of each country`);
}

function refuseBackwards(
  range: { readonly from?: number | undefined; readonly to?: number | undefined } | undefined,
  path: FieldPath,
  report: Report,
): void {
  const { from, to } = range ?? {};
  if (from !== undefined && to !== undefined && to < from) report(path, `is ${to}, below from, ${from}`);
}

function given({ from, to }: { readonly from?: number | undefined; readonly to?: number | undefined }) {
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}
