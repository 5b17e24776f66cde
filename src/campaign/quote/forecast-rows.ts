import type { Brief, Places } from "../../brief/brief.ts";
import { firstOf } from "../../lib/english.ts";
import { isObject, type JsonObject } from "../../lib/json-object.ts";
import type { RowsLie } from "../model/offers/offer.ts";
import { postalSystem } from "../model/people/targeting.ts";
import { impressionsAt, largestFirst, nearlyAll, type PointFigures } from "./forecast-figures.ts";

/** A point with what it is for, as its seller writes it. */
export type PlacedPoint = PointFigures & { readonly dimensions: unknown };

/** Points of a forecast for the same part of a product. */
export interface Row extends Dimensions {
  /** What stands for all first. */
  readonly points: readonly PointFigures[];
  /** Impressions of that. */
  readonly size: number;
}

interface Dimensions {
  readonly place?: Place;
  readonly device?: string;
  /** Placement, platform, audience or signal: which one, whatever else the row is for. */
  readonly other?: string;
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
export interface Chosen {
  /** Rows that are parts of it. */
  readonly parts: readonly Row[];
  /** Rows that lie in the parts and are not asked for. */
  readonly without: readonly Row[];
  /** What the parts are: the brief's place itself, its countries, or all of the product. */
  readonly scope: "place" | "countries" | "all";
  readonly basis: readonly string[];
}

type Where = Pick<Brief, "countries" | "places" | "devices">;

/** Points by what they are for; what cannot be read, or names one kind twice, is for nothing. */
export function rowsOf(points: readonly PlacedPoint[]): Row[] {
  const rows = new Map<string, { row: Dimensions; own: PointFigures[] }>();
  for (const point of points) {
    const row = dimensionsOf(point.dimensions);
    if (row === undefined) continue;
    const key = `${row.place?.key}|${row.device}|${row.other}`;
    const known = rows.get(key);
    if (known === undefined) rows.set(key, { row, own: [point] });
    else known.own.push(point);
  }
  return [...rows.values()].map(({ row, own }) => {
    const sorted = largestFirst(own);
    return { ...row, points: sorted, size: sorted[0] === undefined ? 0 : impressionsAt(sorted[0]) };
  });
}

function dimensionsOf(raw: unknown): Dimensions | undefined {
  const kinds = kindsIn(raw);
  const geo = kinds?.get("geo");
  const place = geo && placeOf(geo);
  if (kinds === undefined || (geo !== undefined && place === undefined)) return undefined;
  const device = kinds.get("device_type")?.["device_type"];
  const other = [...kinds]
    .filter(([kind]) => kind !== "geo" && kind !== "device_type")
    .map(([kind, item]) => `${String(kind)} ${JSON.stringify(item)}`)
    .sort()
    .join();
  return {
    ...(place && { place }),
    ...(typeof device === "string" && { device }),
    ...(other !== "" && { other }),
  };
}

function kindsIn(raw: unknown = []): ReadonlyMap<unknown, JsonObject> | undefined {
  if (!Array.isArray(raw)) return undefined;
  const items = raw.map((item: unknown) => (isObject(item) ? item : {}));
  const kinds = new Map(items.map((item) => [item["kind"], item]));
  return kinds.size < raw.length || kinds.has(undefined) ? undefined : kinds;
}

function placeOf({ geo_level: level, geo_code: code, system, country }: JsonObject): Place | undefined {
  if (typeof level !== "string" || typeof code !== "string") return undefined;
  const placeIn = (within: string | undefined, name: string): Place => ({
    key: `${level} ${name.toUpperCase()}`,
    level,
    code,
    country: within,
  });
  if (level === "country") return placeIn(code, code);
  if (level === "region") return placeIn(code.slice(0, 2), code);
  if (typeof system !== "string") return undefined;
  if (level === "metro") return placeIn(metroCountry(system, code), `${system} ${code}`);
  if (level !== "postal_area") return undefined;
  const own = typeof country === "string" ? { country, system } : postalSystem(system);
  return placeIn(own.country, `${own.country} ${own.system} ${code}`);
}

function metroCountry(system: string, code: string): string | undefined {
  if (system === "nielsen_dma") return "US";
  if (system.startsWith("uk_")) return "GB";
  return system === "eurostat_nuts2" ? code.slice(0, 2) : undefined;
}

/** Places of a brief, level by level. */
function placesIn({ regions = [], metros = [], postalAreas = [] }: Places = {}) {
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
export function chooseRows(rows: readonly Row[], brief: Where): Chosen {
  const { devices = [] } = brief;
  const plain = rows.filter(({ other }) => other === undefined);
  const rowsOn = (device: string | undefined) => plain.filter((row) => row.device === device);
  const on = (device: string | undefined) => inPlaces(rowsOn(device), brief);
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
  return anyDevice.parts.length > 0 || isPlaced ? anyDevice : partsOfOneKind(rows);
}

/** The place that the brief keeps to, by the first kind of area that there are rows of, else its countries. */
function inPlaces(rows: readonly Row[], brief: Where): Chosen {
  for (const wanted of placesIn(brief.places?.include)) {
    const parts = rowsFor(wanted, rows);
    if (parts.length > 0) return { parts, without: [], scope: "place", basis: basisOf(parts, wanted.length) };
  }
  return inCountries(rows, brief);
}

/** Each country's own row without those for what the brief leaves out, else its widest others; all of it where these are less. */
function inCountries(rows: readonly Row[], { countries, places: { include, exclude } = {} }: Where): Chosen {
  const total = rows.filter(({ place }) => place === undefined);
  const all: Chosen = { parts: total, without: [], scope: "all", basis: [] };
  const placed = rows.filter(({ place }) => place !== undefined);
  // Rows for other places of the level that is asked for say nothing of these.
  const kept = new Set(placesIn(include).flatMap((some) => some.map(({ level }) => level)));
  const out = placesIn(exclude).flat();
  const found = countries.map((code) => {
    const here = placed.filter(({ place }) => place?.country === code && !kept.has(place.level));
    const leftOut = out.filter(({ country }) => country === code);
    const without = rowsFor(leftOut, placed);
    const own = here.filter(({ place }) => place?.level === "country");
    return own.length > 0
      ? { parts: own, without, isLess: without.length < leftOut.length }
      : { parts: coarsest(here.filter((row) => !without.includes(row))), without: [], isLess: false };
  });
  const parts = found.flatMap((one) => one.parts);
  if (parts.length === 0) return { ...all, without: total.length > 0 ? coarsest(placed) : [] };
  const isFiner =
    parts.every(({ place }) => place?.level !== "country") && parts.length === coarsest(placed).length;
  if (isFiner && sizeOf(parts) < sizeOf(total) * nearlyAll) return all;
  const isLess = found.some((one) => one.isLess);
  return {
    parts,
    without: isLess ? [] : found.flatMap(({ without }) => without),
    scope: include === undefined && !isLess ? "place" : "countries",
    basis: basisOf(parts, countries.length),
  };
}

function rowsFor(wanted: readonly Place[], rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ place }) => wanted.some(({ key }) => key === place?.key));
}

function sizeOf(rows: readonly Row[]): number {
  return rows.reduce((sum, { size }) => sum + size, 0);
}

/** Those of the widest level that there is: levels lie in each other. */
function coarsest(rows: readonly Row[]): readonly Row[] {
  for (const level of levels) {
    const own = rowsAt(level, rows);
    if (own.length > 0) return own;
  }
  return [];
}

function basisOf(found: readonly Row[], wanted: number): string[] {
  const codes = found.map(({ place }) => place?.code ?? "");
  const where = firstOf(codes, 6).join(", ");
  const less =
    found.length < wanted ? `; it has none for ${wanted - found.length} of the places asked for` : "";
  return [`its forecast for ${where} is taken${less}`];
}

/** Without a total: an impression is at one placement and on one device, whose rows add up; audiences and signals may overlap. */
function partsOfOneKind(rows: readonly Row[]): Chosen {
  const alone = rows.filter(
    ({ device, other = "" }) => (device === undefined) !== (other === "") && !other.includes("},"),
  );
  const kindOf = ({ device, other = "" }: Row) =>
    device === undefined ? (other.split(" ")[0] ?? "") : "device_type";
  const choices = ["device_type", "device_platform", "placement"].map((kind) =>
    alone.filter((row) => kindOf(row) === kind),
  );
  for (const row of alone) if (/^(audience|signal)/.test(row.other ?? "")) choices.push([row]);
  const [parts = []] = choices.filter(({ length }) => length > 0).sort((a, b) => sizeOf(b) - sizeOf(a));
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
export function rowsLie(rows: readonly Row[], brief: Where): RowsLie | undefined {
  const placed = rows.flatMap(({ place }) => place ?? []);
  const plain = rows.filter(({ device, other }) => device === undefined && other === undefined);
  if (placed.length === 0 || isTotalWider(plain)) return undefined;
  const { isWithin, mayMeet } = against(brief);
  const countries = placed.map(({ country }) => country);
  return {
    stand: placed.every(isWithin) ? "within" : placed.some(mayMeet) ? "partly" : "elsewhere",
    places: [...new Set(placed.map(({ code }) => code))].sort(),
    ...(countries.every((code) => code !== undefined) && { countries: [...new Set(countries)].sort() }),
  };
}

function isTotalWider(rows: readonly Row[]): boolean {
  const sizeAt = (level: string) => sizeOf(rowsAt(level, rows));
  const total = Math.max(0, ...rows.filter(({ place }) => place === undefined).map(({ size }) => size));
  return Math.max(...levels.map(sizeAt)) < total * nearlyAll;
}

function rowsAt(wanted: string, rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ place }) => place?.level === wanted);
}

/** Whether a place lies in the brief's countries, in all that it asks for, and perhaps partly there. */
function against({ countries, places }: Where) {
  const [include, exclude] = [placesIn(places?.include).flat(), placesIn(places?.exclude).flat()];
  const isFiner = places?.include !== undefined;
  const isIn = ({ country }: Place) => country !== undefined && countries.includes(country);
  const isWithin = (place: Place) => {
    if (isFiner) return include.some(({ key }) => key === place.key);
    const isHole = ({ key, country }: Place) =>
      key === place.key || (place.level === "country" && country === place.country);
    return isIn(place) && !exclude.some(isHole);
  };
  // Nobody knows which metro areas lie in a region, and which regions a circle touches.
  const mayMeet = (place: Place) =>
    isWithin(place) ||
    ((place.country === undefined || isIn(place)) &&
      isFiner &&
      !include.some(({ level }) => level === place.level));
  return { isWithin, mayMeet };
}
