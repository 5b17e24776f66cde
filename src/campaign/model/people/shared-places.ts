import type { Brief, City, Places, Shares } from "../../../brief/brief.ts";

/** What is left of the brief's places where others have shares. */
const elsewhere = "elsewhere";

/** The countries that places lie in. */
export function countriesOf({ regions = [], postalAreas = [], cities = [] }: Places): string[] {
  return [...regions.map(countryOf), ...[...postalAreas, ...cities].map(({ country }) => country)];
}

/** `DE:Hamburg` */
function placeOfCity({ country, name }: City): string {
  return `${country}:${name}`;
}

/** Hamburg for `DE:Hamburg`; any other place is called as it is written. */
export function placeName(place: string): string {
  return place.replace(/^..:/, "");
}

/** The brief's shares of places, by kind, each under the name of the place as lines have it. */
export function placeShares({ limits, places }: Pick<Brief, "limits" | "places">) {
  const { countryShares = {}, regionShares = {}, cityShares = {} } = limits;
  const cities = (places?.include?.cities ?? []).flatMap((city) => {
    const share = cityShares[city.name];
    return share === undefined ? [] : [[placeOfCity(city), share] as const];
  });
  return [
    ["country", countryShares],
    ["region", regionShares],
    ["city", Object.fromEntries(cities)],
  ] as const satisfies readonly (readonly [string, Shares])[];
}

/** The places that the brief divides its budget among: cities or regions, countries without these, and the rest; fewer than two: none. */
export function sharedPlaces(brief: Brief): readonly string[] {
  const [own = [], ...finer] = placeShares(brief).map(([, shares]) => Object.keys(shares).sort());
  const parts = finer.flat();
  const { regions, cities } = brief.places?.include ?? {};
  const within = regions ?? cities?.map(placeOfCity);
  const isRest =
    own.length > 0
      ? brief.countries.some((country) => !own.includes(country))
      : within === undefined || within.some((part) => !parts.includes(part));
  return [...parts, ...own, ...(isRest && parts.length + own.length > 0 ? [elsewhere] : [])];
}

/** The regions that the brief keeps to, else its countries, each by itself; none where there is one alone. */
export function singlePlaces({ countries, places }: Brief): readonly string[] {
  const own = places?.include?.regions ?? countries;
  return own.length > 1 ? own : [];
}

/** Every place that a package may be kept to alone. */
export function decidablePlaces(brief: Brief): readonly string[] {
  const countries = brief.countries.length > 1 ? brief.countries : [];
  return [...new Set([...sharedPlaces(brief), ...countries, ...singlePlaces(brief)])];
}

/** The brief kept to one of its places, with a share or without. Undefined where nothing says what of it lies there. */
export function briefIn(brief: Brief, place: string | undefined): Brief | undefined {
  if (place === undefined) return brief;
  const city = brief.places?.include?.cities?.find((one) => placeOfCity(one) === place);
  if (city !== undefined) {
    const there = [city.country];
    return withPlaces(brief, there, { cities: [city] }, excludedIn(brief, there, []));
  }
  return isRegionCode(place) ? inRegion(brief, place) : inCountries(brief, place);
}

/** Nobody counts what of finer areas lies in a region. */
function inRegion(brief: Brief, region: string): Brief | undefined {
  const { regions: _, ...finer } = brief.places?.include ?? {};
  if (Object.keys(finer).length > 0) return undefined;
  const there = [countryOf(region)];
  return withPlaces(brief, there, { regions: [region] }, excludedIn(brief, there, []));
}

function inCountries(brief: Brief, place: string): Brief | undefined {
  const shared = Object.keys(brief.limits.countryShares ?? {});
  const there = brief.countries.filter((country) =>
    place === elsewhere ? !shared.includes(country) : country === place,
  );
  const apart = placeShares(brief)
    .flatMap(([kind, shares]) => (kind === "country" ? [] : Object.keys(shares)))
    .filter(isIn(there));
  const include = brief.places?.include;
  const kept = include && includedIn(include, there, apart);
  if (there.length === 0 || (include !== undefined && kept === undefined)) return undefined;
  return withPlaces(
    brief,
    there,
    kept,
    excludedIn(brief, there, include?.regions || include?.cities ? [] : apart),
  );
}

/** Nobody counts what of a metro area lies in a country. */
function includedIn(include: Places, countries: readonly string[], apart: readonly string[]) {
  const { regions, metros, postalAreas, cities } = include;
  const isThere = ({ country }: { readonly country: string }) => countries.includes(country);
  if (metros !== undefined) return undefined;
  return someOf({
    regions: regions?.filter(isIn(countries)).filter((region) => !apart.includes(region)),
    postalAreas: postalAreas?.filter(isThere),
    cities: cities?.filter((city) => isThere(city) && !apart.includes(placeOfCity(city))),
  });
}

/** What it leaves out there, and the regions that have shares of their own. */
function excludedIn({ places }: Brief, countries: readonly string[], apart: readonly string[]) {
  const outside = (places?.exclude?.regions ?? []).filter(isIn(countries));
  return someOf({ ...places?.exclude, regions: [...outside, ...apart] });
}

function isIn(countries: readonly string[]): (region: string) => boolean {
  return (region) => countries.includes(countryOf(region));
}

function withPlaces(brief: Brief, countries: readonly string[], include?: Places, exclude?: Places): Brief {
  const places = { ...(include && { include }), ...(exclude && { exclude }) };
  const { places: _, ...rest } = brief;
  return { ...rest, countries, ...((include ?? exclude) && { places }) };
}

function someOf(places: { readonly [Kind in keyof Places]: Places[Kind] | undefined }): Places | undefined {
  const some = Object.entries(places).filter(([, areas]) => areas !== undefined && areas.length > 0);
  return some.length > 0 ? Object.fromEntries(some) : undefined;
}

export function isRegionCode(code: string): boolean {
  return code[2] === "-";
}

export function countryOf(region: string): string {
  return region.slice(0, 2);
}
