import type { Brief, Places } from "../../brief/brief.ts";
import { countryNames } from "../../lib/english.ts";
import type { Offer } from "../model/offers/offer.ts";
import { countriesOf } from "../model/people/shared-places.ts";
import { type Constraint, circlesAround, type Targetable } from "../model/people/targeting.ts";
import { placesInWords } from "./asks-in-words.ts";
import { byOrder, type Hold } from "./hold.ts";

/** A product is no wider than it says that it is; what it does not say is asked for in words. */
export function inCountries(brief: Brief): Hold[] {
  const { countries: wantedCountries, places } = brief;
  if (wantedCountries.length === 0) return [];
  const own = { field: "countries", hard: true } as const;
  const all = countryNames(wantedCountries);
  const within = kinds.filter(({ has }) => has(places?.include ?? {}));
  const keptTo = ordersFor((there) => ({
    ...own,
    held: "wire",
    reason: `geo-targeted: ${countryNames(there)}`,
    sent: { targeting_overlay: { geo_countries: there } },
  }));
  const notKept = (soldIn: Offer["countries"], canKeep: boolean | undefined): Constraint => {
    if (soldIn === undefined && canKeep === undefined)
      return { ...own, held: "brief", reason: `does not say where it runs; ${all} is asked for` };
    const beyond = soldIn?.filter((code) => !wantedCountries.includes(code));
    const where = beyond === undefined ? "outside of it" : `in ${countryNames(beyond)}`;
    const why =
      canKeep === false ? "its seller cannot keep it to" : "its seller does not say that it can keep it to";
    return { ...own, held: "none", reason: `may also run ${where}: ${why} ${all}` };
  };
  return [
    ({ countries: soldIn, targetable = {}, rows }): Constraint => {
      if (
        rows?.stand === "within" &&
        !within.some(({ can }) => can(targetable, places?.include ?? {}) === true)
      )
        return {
          ...own,
          held: "product",
          reason: `its forecast is of ${rows.places.join(", ")} alone`,
          ...(targetable.countries === true && { sent: keptTo(wantedCountries).sent }),
        };
      if (soldIn?.every((code) => wantedCountries.includes(code)))
        return { ...own, held: "product", reason: `runs in ${countryNames(soldIn)} alone` };
      // An order for places of these countries and for the countries as well would be for all of them at some sellers.
      if (within.some(({ can }) => can(targetable, places?.include ?? {}) === true))
        return { ...own, held: "wire", reason: "geo-targeted: places in them" };
      const there = wantedCountries.filter((code) => soldIn === undefined || soldIn.includes(code));
      if (targetable.countries === true && there.length > 0) return keptTo(there);
      return notKept(soldIn, targetable.countries);
    },
  ];
}

/** Thousands of offers run in the same few sets of countries. */
function ordersFor(make: (there: readonly string[]) => Constraint): typeof make {
  const made = new Map<string, Constraint>();
  return (there) => {
    const key = there.join();
    const known = made.get(key) ?? make(there);
    made.set(key, known);
    return known;
  };
}

/** Places within the countries, each kind by itself: sellers take one and not another. */
export function inPlaces({ places }: Brief): Hold[] {
  const { include = {}, exclude = {} } = places ?? {};
  return kinds.flatMap(({ field, overlay, only, has, can, beyondWords }) => {
    if (!has(include) && !has(exclude)) return [];
    const wanted = [
      ...(has(include) ? [`only in ${placesInWords(only(include))}`] : []),
      ...(has(exclude) ? [`not in ${placesInWords(only(exclude))}`] : []),
    ].join(", ");
    const own = { field, held: "none", hard: true } as const;
    const beyond = beyondWords?.(include, exclude);
    const hold = byOrder({
      field,
      hard: true,
      can: (targetable) => {
        const takes = [include, exclude].filter(has).map((part) => can(targetable, part));
        return takes.every((one) => one === true) ? true : takes.find((one) => one !== true);
      },
      words: wanted,
      overlay: {
        ...(has(include) && { [overlay]: valuesOf(only(include)) }),
        ...(has(exclude) && { [`${overlay}_exclude`]: valuesOf(only(exclude)) }),
      },
    });
    return (offer: Offer): Constraint => {
      const why = isElsewhere(offer, only(include)) ? "it does not run there" : beyond;
      if (why === undefined || (why === beyond && offer.rows?.stand === "within"))
        return byItself(hold(offer), offer, wanted);
      return { ...own, reason: `${wanted}: ${why}` };
    };
  });
}

/** A product whose forecast is of nothing else needs no order to keep it there; one that can is kept by both. */
function byItself(asked: Constraint, { rows }: Offer, wanted: string): Constraint {
  if (rows?.stand !== "within" || asked.held === "wire") return asked;
  return {
    ...asked,
    held: "product",
    reason: `${wanted}: its forecast is of ${rows.places.join(", ")} alone`,
  };
}

/** Whether it says where it runs, and no place that is included lies there. */
function isElsewhere({ countries, rows }: Offer, places: Places): boolean {
  const lying = countriesOf(places);
  if (rows?.stand === "elsewhere") return true;
  return countries !== undefined && lying.length > 0 && !lying.some((code) => countries.includes(code));
}

interface Kind {
  readonly field: Constraint["field"];
  /** What an order calls it. */
  readonly overlay: string;
  readonly only: (places: Places) => Places;
  readonly has: (places: Places) => boolean;
  readonly can: (targetable: Targetable, places: Places) => boolean | undefined;
  /** Why no order at all can say it. */
  readonly beyondWords?: (include: Places, exclude: Places) => string | undefined;
}

const kinds: readonly Kind[] = [
  {
    field: "places.regions",
    overlay: "geo_regions",
    only: ({ regions }) => (regions ? { regions } : {}),
    has: ({ regions }) => regions !== undefined,
    can: ({ regions }) => regions,
  },
  {
    field: "places.metros",
    overlay: "geo_metros",
    only: ({ metros }) => (metros ? { metros } : {}),
    has: ({ metros }) => metros !== undefined,
    can: ({ metros: known }, { metros = [] }) =>
      known && metros.every(({ system }) => known.includes(system)),
  },
  {
    field: "places.postal_areas",
    overlay: "geo_postal_areas",
    only: ({ postalAreas }) => (postalAreas ? { postalAreas } : {}),
    has: ({ postalAreas }) => postalAreas !== undefined,
    can: ({ postalAreas: known }, { postalAreas = [] }) =>
      known && postalAreas.every(({ country, system }) => known.includes(`${country} ${system}`)),
  },
  {
    field: "places.cities",
    overlay: "geo_proximity",
    only: ({ cities }) => (cities ? { cities } : {}),
    has: ({ cities }) => cities !== undefined,
    can: ({ circles }) => circles,
    beyondWords: ({ cities = [] }, { cities: out }) =>
      out !== undefined
        ? "leaving a city out cannot be booked; name postal areas"
        : cities.some(({ circle }) => circle === undefined)
          ? "a city without a circle around it cannot be booked"
          : undefined,
  },
];

/** As the public standard writes them since 3.1. */
function valuesOf({ regions, metros, postalAreas, cities }: Places) {
  if (regions !== undefined) return regions;
  if (cities !== undefined) return circlesAround(cities);
  return (metros ?? postalAreas ?? []).map(({ codes, ...system }) => ({ ...system, values: codes }));
}
