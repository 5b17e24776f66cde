import { objectsIn } from "../../../lib/json-object.ts";
import { since } from "../../tasks/names.ts";
import { type Spelling, writing } from "./codec.ts";
import { chain, inEach, inField } from "./combine.ts";

/** Postal areas: country and its own system since 3.1, both in one word before, as `de_plz`. */
const postalArea: Spelling = {
  write: (area, { release }) => {
    const { country, system, ...rest } = area;
    return !since(release, "3.1") && typeof country === "string"
      ? { ...rest, system: `${country.toLowerCase()}_${String(system)}` }
      : area;
  },
  read: (area) => {
    const [, country, system] = /^([a-z]{2})_(.+)$/.exec(String(area["system"])) ?? [];
    return area["country"] !== undefined || country === undefined
      ? area
      : { ...area, country: country.toUpperCase(), system };
  },
};

/** All that 3.0 knows. */
export const olderPostalSystems = [
  "us_zip",
  "us_zip_plus_four",
  "gb_outward",
  "gb_full",
  "ca_fsa",
  "ca_full",
  "de_plz",
  "fr_code_postal",
  "au_postcode",
  "ch_plz",
  "at_plz",
] as const;
const older: ReadonlySet<unknown> = new Set(olderPostalSystems);

/** Postal areas that products are asked for by; those that a release has no word for are not asked for. */
export const postalAreas = chain(
  inEach("postal_areas", postalArea),
  writing((filters, { release }) => {
    const { postal_areas: areas, ...rest } = filters;
    if (since(release, "3.1") || areas === undefined) return filters;
    const known = objectsIn(areas).filter(({ system }) => older.has(system));
    return known.length === 0 ? rest : { ...rest, postal_areas: known };
  }),
);

/** What a package is targeted by. */
export const targeting = inField(
  "targeting_overlay",
  chain(inEach("geo_postal_areas", postalArea), inEach("geo_postal_areas_exclude", postalArea)),
);
