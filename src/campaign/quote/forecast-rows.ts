import type { Brief, Places } from "../../brief/brief.ts";
import { isObject } from "../../lib/json-object.ts";
import type { RowsLie } from "../model/offers/offer.ts";

/** Points of a forecast for the same part of a product. */
export interface Row<Point> {
  readonly place?: Place;
  readonly device?: string;
  /** Placement, platform, audience or signal: which one, whatever else the row is for. */
  readonly other?: string;
  readonly points: readonly Point[];
}

/** A place by one key, `region DE-BY`, and its country where that is known. */
interface Place {
  readonly key: string;
  readonly level: string;
  readonly code: string;
  readonly country?: string;
}

/** The widest first. */
const levels = ["country", "region", "metro", "postal_area"];

/** The rows that stand for what the brief asks for. */
export interface Chosen<Point> {
  /** Rows that are parts of it. */
  readonly parts: readonly Row<Point>[];
  /** Rows that lie in the parts and are not asked for. */
  readonly without: readonly Row<Point>[];
  /** What the parts are: the brief's place itself, its countries, or all of the product. */
  readonly scope: "place" | "countries" | "all";
  readonly basis: readonly string[];
}

type SizeOf<Point> = (row: Row<Point>) => number;
type Where = Pick<Brief, "countries" | "places" | "devices">;

/** Points by what they are for; what cannot be read, or names one kind twice, is for nothing. */
export function rowsOf<Point>(
  points: readonly Point[],
  dimensionsIn: (point: Point) => unknown,
): Row<Point>[] {
  const rows = new Map<string, { row: Omit<Row<Point>, "points">; points: Point[] }>();
  for (const point of points) {
    const row = dimensionsOf(dimensionsIn(point));
    if (row === undefined) continue;
    const key = `${row.place?.key}|${row.device}|${row.other}`;
    const known = rows.get(key);
    if (known === undefined) rows.set(key, { row, points: [point] });
    else known.points.push(point);
  }
  return [...rows.values()].map(({ row, points: own }) => ({ ...row, points: own }));
}

function dimensionsOf(raw: unknown): Omit<Row<never>, "points"> | undefined {
  if (raw === undefined || (Array.isArray(raw) && raw.length === 0)) return {};
  if (!Array.isArray(raw)) return undefined;
  const kinds = new Map(
    raw.map((item: unknown) => [isObject(item) ? item["kind"] : undefined, isObject(item) ? item : {}]),
  );
  if (kinds.size < raw.length || kinds.has(undefined)) return undefined;
  const [geo, device] = [kinds.get("geo"), kinds.get("device_type")?.["device_type"]];
  const place = geo && placeOf(geo);
  if (geo !== undefined && place === undefined) return undefined;
  const others = [...kinds].filter(([kind]) => kind !== "geo" && kind !== "device_type");
  return {
    ...(place && { place }),
    ...(typeof device === "string" && { device }),
    ...(others.length > 0 && {
      other: others
        .map(([kind, item]) => `${String(kind)} ${JSON.stringify(item)}`)
        .sort()
        .join(),
    }),
  };
}

function placeOf(geo: Readonly<Record<string, unknown>>): Place | undefined {
  const { geo_level: level, geo_code: code, system, country } = geo;
  if (typeof level !== "string" || typeof code !== "string") return undefined;
  if (level === "country") return { key: keyOf(level, code), level, code, country: code };
  if (level === "region") return { key: keyOf(level, code), level, code, country: code.slice(0, 2) };
  if (typeof system !== "string") return undefined;
  if (level === "metro")
    return { key: keyOf(level, `${system} ${code}`), level, code, country: metroCountry(system, code) };
  if (level !== "postal_area") return undefined;
  // Before 3.1 a postal system had its country in its name: us_zip.
  const [prefix = "", ...rest] = system.split("_");
  const own = typeof country === "string" ? country : prefix.toUpperCase();
  const name = typeof country === "string" ? system : rest.join("_");
  return { key: keyOf(level, `${own} ${name} ${code}`), level, code, country: own };
}

function keyOf(level: string, name: string): string {
  return `${level} ${name.toUpperCase()}`;
}

function metroCountry(system: string, code: string): string | undefined {
  if (system === "nielsen_dma") return "US";
  if (system.startsWith("uk_")) return "GB";
  return system === "eurostat_nuts2" ? code.slice(0, 2) : undefined;
}

/** Places of a brief, level by level. */
function placesIn({
  regions = [],
  metros = [],
  postalAreas = [],
}: Places = {}): readonly (readonly Place[])[] {
  const geo = (geo_level: string, rest: object) => placeOf({ geo_level, ...rest }) ?? [];
  return [
    regions.flatMap((geo_code) => geo("region", { geo_code })),
    metros.flatMap(({ system, codes }) => codes.flatMap((geo_code) => geo("metro", { system, geo_code }))),
    postalAreas.flatMap(({ country, system, codes }) =>
      codes.flatMap((geo_code) => geo("postal_area", { country, system, geo_code })),
    ),
  ];
}

/**
 * Rows of one kind at one level are parts of a whole, rows of different kinds are never added, and an intersection stands for
 * itself alone. A row for what the brief asks for is the forecast there.
 */
export function chooseRows<Point>(
  rows: readonly Row<Point>[],
  brief: Where,
  sizeOf: SizeOf<Point>,
): Chosen<Point> {
  const { devices = [] } = brief;
  const plain = rows.filter(({ other }) => other === undefined);
  const on = (device: string | undefined) =>
    inPlaces(
      plain.filter((row) => row.device === device),
      brief,
      sizeOf,
    );
  const anyDevice = on(undefined);
  const byDevice = devices.map(on).filter(({ parts }) => parts.length > 0);
  const isPlace = byDevice.every(({ scope }) => scope === "place");
  if (byDevice.length > 0 && (isPlace || anyDevice.scope === "all"))
    return {
      parts: byDevice.flatMap(({ parts }) => parts),
      without: byDevice.flatMap(({ without }) => without),
      scope: isPlace ? "place" : "all",
      basis: [`its forecast's rows for ${devices.join(", ")} are taken`],
    };
  const isPlaced = rows.some(({ place }) => place !== undefined);
  return anyDevice.parts.length > 0 || isPlaced ? anyDevice : partsOfOneKind(rows, sizeOf);
}

function inPlaces<Point>(
  rows: readonly Row<Point>[],
  { countries, places }: Where,
  sizeOf: SizeOf<Point>,
): Chosen<Point> {
  const placed = rows.filter(({ place }) => place !== undefined);
  const total = rows.filter(({ place }) => place === undefined);
  const all = { parts: total, without: [], scope: "all", basis: [] } as const;
  if (placed.length === 0) return all;
  const rowsFor = (wanted: readonly Place[]) =>
    placed.filter(({ place }) => wanted.some(({ key }) => key === place?.key));
  const included = placesIn(places?.include);
  for (const wanted of included) {
    const parts = rowsFor(wanted);
    if (parts.length > 0) return { parts, without: [], scope: "place", basis: basisOf(parts, wanted.length) };
  }
  // Rows for other places of the level that is asked for say nothing of these.
  const telling = placed.filter(({ place }) => !included.flat().some(({ level }) => level === place?.level));
  const out = placesIn(places?.exclude).flat();
  const found = countries.map((code) => {
    const here = telling.filter(({ place }) => place?.country === code);
    const without = rowsFor(out.filter(({ country }) => country === code));
    const own = here.filter(({ place }) => place?.level === "country");
    return own.length > 0
      ? { parts: own, without, isLess: without.length < out.filter(({ country }) => country === code).length }
      : { parts: coarsest(here.filter((row) => !without.includes(row))), without: [], isLess: false };
  });
  const parts = found.flatMap((one) => one.parts);
  if (parts.length === 0) return { ...all, without: total.length > 0 ? coarsest(placed) : [] };
  const size = (some: readonly Row<Point>[]) => some.reduce((sum, row) => sum + sizeOf(row), 0);
  const isFiner =
    parts.every(({ place }) => place?.level !== "country") && parts.length === coarsest(placed).length;
  if (isFiner && size(parts) < size(total) * nearlyAll) return all;
  const isLess = found.some((one) => one.isLess);
  return {
    parts,
    without: isLess ? [] : found.flatMap(({ without }) => without),
    scope: places?.include === undefined && !isLess ? "place" : "countries",
    basis: basisOf(parts, countries.length),
  };
}

/** Those of the widest level that there is: levels lie in each other. */
function coarsest<Point>(rows: readonly Row<Point>[]): readonly Row<Point>[] {
  for (const level of levels) {
    const own = rows.filter(({ place }) => place?.level === level);
    if (own.length > 0) return own;
  }
  return [];
}

function basisOf(found: readonly Row<unknown>[], wanted: number): string[] {
  const codes = found.map(({ place }) => place?.code);
  const where = [...codes.slice(0, 6), ...(codes.length > 6 ? [`${codes.length - 6} more`] : [])].join(", ");
  const less =
    found.length < wanted ? `; it has none for ${wanted - found.length} of the places asked for` : "";
  return [`its forecast for ${where} is taken${less}`];
}

/** Without a total: an impression is at one placement and on one device, whose rows add up; audiences and signals may overlap. */
function partsOfOneKind<Point>(rows: readonly Row<Point>[], sizeOf: SizeOf<Point>): Chosen<Point> {
  const alone = rows.filter(
    ({ device, other = "" }) => (device === undefined) !== (other === "") && !other.includes("},"),
  );
  const kindOf = ({ device, other = "" }: Row<Point>) =>
    device === undefined ? (other.split(" ")[0] ?? "") : "device_type";
  const choices = ["device_type", "device_platform", "placement"].map((kind) =>
    alone.filter((row) => kindOf(row) === kind),
  );
  for (const row of alone) if (/^(audience|signal)/.test(row.other ?? "")) choices.push([row]);
  const size = (parts: readonly Row<Point>[]) => parts.reduce((sum, row) => sum + sizeOf(row), 0);
  const [parts = []] = choices.filter(({ length }) => length > 0).sort((a, b) => size(b) - size(a));
  const [first] = parts;
  return {
    parts,
    without: [],
    scope: "all",
    basis:
      first === undefined
        ? []
        : [`its forecast has no total: its rows by ${kindOf(first).replaceAll("_", " ")} stand for it`],
  };
}

/** Where all rows lie that name a place, against the brief's; undefined where none does, or a total is wider than they are. */
export function rowsLie<Point>(
  rows: readonly Row<Point>[],
  brief: Where,
  sizeOf: SizeOf<Point>,
): RowsLie | undefined {
  const placed = rows.flatMap(({ place }) => place ?? []);
  if (placed.length === 0) return undefined;
  const plain = rows.filter(({ device, other }) => device === undefined && other === undefined);
  const sizeAt = (level: string) =>
    plain.reduce((sum, row) => (row.place?.level === level ? sum + sizeOf(row) : sum), 0);
  const inRows = Math.max(...levels.map(sizeAt));
  const total = plain
    .filter(({ place }) => place === undefined)
    .reduce((most, row) => Math.max(most, sizeOf(row)), 0);
  if (inRows < total * nearlyAll) return undefined;
  const [include, exclude] = [placesIn(brief.places?.include).flat(), placesIn(brief.places?.exclude).flat()];
  const isFiner = brief.places?.include !== undefined;
  const isIn = ({ country }: Place) => country !== undefined && brief.countries.includes(country);
  const isWithin = (place: Place) => {
    if (isFiner) return include.some(({ key }) => key === place.key);
    const holes = exclude.filter(
      ({ key, country }) => key === place.key || (place.level === "country" && country === place.country),
    );
    return isIn(place) && holes.length === 0;
  };
  // Nobody knows which metro areas lie in a region, and which regions a circle touches.
  const mayMeet = (place: Place) =>
    isWithin(place) ||
    ((place.country === undefined || isIn(place)) &&
      isFiner &&
      !include.some(({ level }) => level === place.level));
  const stand = placed.every(isWithin) ? "within" : placed.some(mayMeet) ? "partly" : "elsewhere";
  const countries = placed.map(({ country }) => country);
  const sharesAt = (level: string) => {
    const own = plain.flatMap(({ place, ...row }) =>
      place?.level === level && isIn(place) && mayMeet(place)
        ? [{ place, size: sizeOf({ ...row, place }) }]
        : [],
    );
    const all = own.reduce((sum, { size }) => sum + size, 0);
    return {
      countries: new Set(own.map(({ place }) => place.country)).size,
      shares:
        all > 0 ? Object.fromEntries(own.map(({ place, size }) => [place.code, size / all])) : undefined,
    };
  };
  const [byRegion, byCountry] = [sharesAt("region"), sharesAt("country")];
  const { shares } = byRegion.countries >= byCountry.countries ? byRegion : byCountry;
  return {
    stand,
    ...(shares && { shares }),
    places: [...new Set(placed.map(({ code }) => code))].sort(),
    ...(countries.every((code) => code !== undefined) && { countries: [...new Set(countries)].sort() }),
  };
}

/** Of a total: what rows add up to at least to be all of it. */
const nearlyAll = 0.95;
