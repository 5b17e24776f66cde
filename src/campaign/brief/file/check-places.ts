import type { FieldPath } from "../../../lib/yaml-places.ts";
import type { BriefFile } from "./brief-schema.ts";
import { isCountry } from "./countries.ts";
import type { Report } from "./problem.ts";

/** Sellers read several kinds of place as both or as either: an order must not leave it to them. */
export function checkPlaces({ places = {}, countries }: BriefFile, report: Report): void {
  const kinds = Object.keys(places.include ?? {});
  if (kinds.length > 1)
    report(
      ["places", "include"],
      `names ${kinds.join(" and ")}, which sellers read differently; write one kind of place`,
    );
  for (const part of ["include", "exclude"] as const) {
    const { regions, postal_areas, cities } = places[part] ?? {};
    const path = ["places", part];
    regions?.forEach((region, i) => {
      checkCountry(region.slice(0, 2), [...path, "regions", i]);
    });
    for (const [kind, areas = []] of Object.entries({ postal_areas, cities }))
      areas.forEach(({ country }, i) => {
        checkCountry(country, [...path, kind, i, "country"]);
      });
  }

  function checkCountry(country: string, path: FieldPath): void {
    if (!isCountry(country)) report(path, `"${country}" is not a country code`);
    else if (!countries.includes(country))
      report(path, `is in ${country}, which is not among the countries, ${countries.join(", ")}`);
  }
}
