import type { Brief, Places } from "../../../brief/brief.ts";

/** What is left of the brief's places where others have shares. */
const elsewhere = "elsewhere";

/** The places that the brief divides its budget among: regions, countries without these, and the rest; fewer than two: none. */
export function sharedPlaces({ countries, places, limits }: Brief): readonly string[] {
  const [regions, own] = [limits.regionShares, limits.countryShares].map((shares = {}) =>
    Object.keys(shares).sort(),
  );
  if (regions === undefined || own === undefined) return [];
  const within = places?.include?.regions;
  const isRest =
    own.length > 0
      ? countries.some((country) => !own.includes(country))
      : within === undefined || within.some((region) => !regions.includes(region));
  return [...regions, ...own, ...(isRest && regions.length + own.length > 0 ? [elsewhere] : [])];
}

/** The brief kept to one of the places that it divides its budget among. Undefined where nothing says what of it lies there. */
export function briefIn(brief: Brief, place: string | undefined): Brief | undefined {
  if (place === undefined) return brief;
  const { countries, limits, places: { include, exclude } = {} } = brief;
  const isRegion = isRegionCode(place);
  const shared = Object.keys(limits.countryShares ?? {});
  const there = isRegion
    ? [countryOf(place)]
    : countries.filter((country) => (place === elsewhere ? !shared.includes(country) : country === place));
  const apart = Object.keys(limits.regionShares ?? {}).filter((region) => there.includes(countryOf(region)));
  const { regions: wanted, ...finer } = include ?? {};
  const isFiner = Object.keys(finer).length > 0;
  if (there.length === 0 || (isRegion && isFiner) || finer.metros !== undefined) return undefined;
  const regions = isRegion
    ? [place]
    : wanted?.filter((region) => there.includes(countryOf(region)) && !apart.includes(region));
  const kept = someOf({
    regions,
    postalAreas: finer.postalAreas?.filter(({ country }) => there.includes(country)),
    cities: finer.cities?.filter(({ country }) => there.includes(country)),
  });
  if (include !== undefined && kept === undefined) return undefined;
  const outside = (exclude?.regions ?? []).filter((region) => there.includes(countryOf(region)));
  const out = someOf({
    ...exclude,
    regions: regions === undefined ? [...outside, ...apart] : outside,
  });
  const { places: _, ...rest } = brief;
  return {
    ...rest,
    countries: there,
    ...((kept ?? out) && { places: { ...(kept && { include: kept }), ...(out && { exclude: out }) } }),
  };
}

function someOf(places: { readonly [Kind in keyof Places]: Places[Kind] | undefined }): Places | undefined {
  const some = Object.entries(places).filter(([, areas]) => areas !== undefined && areas.length > 0);
  return some.length > 0 ? Object.fromEntries(some) : undefined;
}

export function isRegionCode(code: string): boolean {
  return code.includes("-");
}

export function countryOf(region: string): string {
  return region.slice(0, 2);
}
