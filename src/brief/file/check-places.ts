import type { FieldPath } from "../../lib/yaml-places.ts";
import type { BriefFile } from "./brief-schema.ts";
import { readCity } from "./city.ts";
import { countryAlias, isCountry } from "./countries.ts";
import type { Report } from "./problem.ts";

/** The countries of a file, and that all it says of places lies in them. */
export function checkPlaces(file: BriefFile, report: Report): void {
  const { countries, places = {}, universe, limits } = file;
  checkCountries(countries, report);
  // Sellers read several kinds of place as both or as either: an order must not leave it to them.
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
    postal_areas?.forEach(({ country }, i) => {
      checkCountry(country, [...path, "postal_areas", i, "country"]);
    });
    cities?.forEach((city, i) => {
      const at = [...path, "cities", i];
      const read = typeof city === "string" ? readCity(city, countries) : city;
      if (typeof read !== "string")
        checkCountry(read.country, typeof city === "string" ? at : [...at, "country"]);
    });
  }
  for (const country of Object.keys(limits?.country_shares ?? {}))
    if (!countries.includes(country))
      report(["limits", "country_shares", country], "is not among the brief's countries");
  for (const region of Object.keys(limits?.region_shares ?? {})) {
    checkCountry(region.slice(0, 2), ["limits", "region_shares", region]);
    if (places.include?.regions?.includes(region) === false)
      report(["limits", "region_shares", region], "is not among the regions of places.include");
  }
  const cities = places.include?.cities?.map((city) => {
    const read = typeof city === "string" ? readCity(city, countries) : city;
    return typeof read === "string" ? read : read.name;
  });
  for (const name of Object.keys(limits?.city_shares ?? {})) {
    const called = cities?.filter((city) => city === name).length ?? 0;
    const say = (message: string) => report(["limits", "city_shares", name], message);
    if (called === 0) say("is not among the cities of places.include, by its name there");
    else if (called > 1) say("is the name of two cities of places.include");
  }
  if (universe !== undefined) checkUniverse(Object.keys(universe.people), file, report);

  function checkCountry(country: string, path: FieldPath): void {
    if (!isCountry(country)) report(path, `"${country}" is not a country code`);
    else if (!countries.includes(country))
      report(path, `is in ${country}, which is not among the countries, ${countries.join(", ")}`);
  }
}

export function checkCountries(countries: readonly string[], report: Report): void {
  countries.forEach((code, i) => {
    if (isCountry(code)) return;
    const meant = countryAlias(code);
    const hint = meant ? `did you mean ${meant}?` : "write an ISO 3166-1 alpha-2 code such as DE";
    report(["countries", i], `"${code}" is not a country code; ${hint}`);
  });
}

/** Ratings need a figure for every country. Without demographics it is all whom a panel stands for. */
function checkUniverse(counted: readonly string[], { countries }: BriefFile, report: Report): void {
  for (const country of counted)
    if (!countries.includes(country))
      report(["universe", "people", country], `is not among the countries, ${countries.join(", ")}`);
  const missing = countries.filter((country) => !counted.includes(country));
  if (missing.length > 0)
    report(["universe", "people"], `lacks ${missing.join(", ")}; write the people of each country`);
}
