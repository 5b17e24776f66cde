import type { City } from "../../../brief/brief.ts";
import { isObject } from "../../../lib/json-object.ts";

/**
 * What a package can be kept to, by its seller's own word: of the product where it says so, else of all that it sells. Absent:
 * not stated.
 */
export interface Targetable {
  readonly countries?: boolean;
  readonly regions?: boolean;
  /** Systems of metro areas: `nielsen_dma`. */
  readonly metros?: readonly string[];
  /** Postal systems with their country: `DE plz`. */
  readonly postalAreas?: readonly string[];
  /** Circles around points. */
  readonly circles?: boolean;
  readonly languages?: boolean;
  readonly devices?: boolean;
  readonly dayparts?: boolean;
  readonly frequencyCap?: boolean;
  readonly minimumAge?: boolean;
  readonly propertyLists?: boolean;
  readonly collectionLists?: boolean;
}

/** What a seller promises of a product by itself. Vendors by their domains. */
export interface Promised {
  readonly viewability?: PromisedRate;
  readonly completion?: PromisedRate;
  /** Whose count it is paid by. */
  readonly countedBy?: string;
}

export interface PromisedRate {
  readonly atLeast: number;
  readonly vendor: string;
  readonly standard?: string;
}

/** What a brief asks of each package, by the brief's own fields. */
export const constraintFields = [
  "flight",
  "countries",
  "places.regions",
  "places.metros",
  "places.postal_areas",
  "places.cities",
  "pacing",
  "frequency_cap",
  "audience",
  "languages",
  "devices",
  "dayparts",
  "demographics",
  "minimum_age",
  "content.property_list",
  "content.collection_list",
  "content.collection_list_exclude",
  "content.avoid",
  "content.trusted_match",
  "measurement.viewability",
  "measurement.completion",
  "measurement.counted_by",
  "measurement.attribution",
  "kpi",
] as const;
export type ConstraintField = (typeof constraintFields)[number];

/**
 * wire: sent with the order, to a seller that takes it; product: the product is no wider; brief: requested, not guaranteed;
 * none: its seller does not say that it can, and the product is wider.
 */
export const holdings = ["wire", "product", "brief", "none"] as const;
export type Holding = (typeof holdings)[number];

/** One thing that the brief asks of a package, and how it is enforced. */
export interface Constraint {
  readonly field: ConstraintField;
  readonly held: Holding;
  /** An offer that cannot hold it is not bought, unless the brief calls it soft. */
  readonly hard?: true;
  /** A clause about the package: `may also run in FR: …`. */
  readonly reason: string;
  /** What the order's package carries for it, in the contract's names. */
  readonly sent?: PackageTerms;
}

/** Fields of an ordered package that hold a brief's constraints. */
export interface PackageTerms {
  readonly targeting_overlay?: Readonly<Record<string, unknown>>;
  readonly pacing?: "even" | "front_loaded";
  readonly performance_standards?: readonly Readonly<Record<string, unknown>>[];
  readonly measurement_terms?: Readonly<Record<string, unknown>>;
  readonly optimization_goals?: readonly Readonly<Record<string, unknown>>[];
}

/** The terms of all constraints of a package, their overlays put together. */
export function termsOf(constraints: readonly Constraint[] = []): PackageTerms {
  const overlay = Object.assign({}, ...constraints.map(({ sent }) => sent?.targeting_overlay ?? {}));
  const { pacing, measurement_terms }: PackageTerms = Object.assign(
    {},
    ...constraints.map(({ sent }) => sent ?? {}),
  );
  const goals = constraints.flatMap(({ sent }) => sent?.optimization_goals ?? []);
  const standards = constraints.flatMap(({ sent }) => sent?.performance_standards ?? []);
  return {
    ...(pacing !== undefined && { pacing }),
    ...(standards.length > 0 && { performance_standards: standards }),
    ...(measurement_terms && { measurement_terms }),
    ...(goals.length > 0 && { optimization_goals: goals }),
    ...(Object.keys(overlay).length > 0 && { targeting_overlay: overlay }),
  };
}

/** Circles around cities, as orders and calls for offers name them; cities without one are left out. */
export function circlesAround(cities: readonly City[]) {
  return cities.flatMap(({ name: label, circle }) => {
    if (circle === undefined) return [];
    const { latitude: lat, longitude: lng, kilometres: value } = circle;
    return [{ label, lat, lng, radius: { value, unit: "km" as const } }];
  });
}

/** Reads what can be targeted where it is listed by the overlay's own names: flags, lists of values, or systems. */
export function readTargetable(capabilities: Readonly<Record<string, unknown>>): Targetable {
  const read: { -readonly [Key in keyof Targetable]: Targetable[Key] } = {};
  for (const [key, name] of flags) {
    const value = flag(capabilities[name]);
    if (value !== undefined) read[key] = value;
  }
  const around = circles(capabilities["geo_proximity"]);
  if (around !== undefined) read.circles = around;
  const metros = systems(capabilities["geo_metros"]);
  if (metros !== undefined) read.metros = metros;
  const postalAreas = postalSystems(capabilities["geo_postal_areas"]);
  if (postalAreas !== undefined) read.postalAreas = postalAreas;
  return read;
}

const flags = [
  ["countries", "geo_countries"],
  ["regions", "geo_regions"],
  ["languages", "language"],
  ["devices", "device_type"],
  ["dayparts", "daypart_targets"],
  ["frequencyCap", "frequency_cap"],
  ["minimumAge", "age_restriction"],
  ["propertyLists", "property_list"],
  ["collectionLists", "collection_list"],
] as const;

function flag(capabilities: unknown): boolean | undefined {
  if (typeof capabilities === "boolean") return capabilities;
  if (Array.isArray(capabilities)) return capabilities.length > 0;
  if (isObject(capabilities)) return capabilities["supported"] !== false;
  return undefined;
}

function circles(capabilities: unknown): boolean | undefined {
  return isObject(capabilities) ? capabilities["radius"] === true : flag(capabilities);
}

function systems(capabilities: unknown): string[] | undefined {
  if (!isObject(capabilities)) return undefined;
  return Object.entries(capabilities).flatMap(([name, value]) => (value === true ? [name] : []));
}

/** Before 3.1 a postal system had its country in its name: us_zip. */
export function postalSystem(name: string): { readonly country: string; readonly system: string } {
  const [country = "", ...system] = name.split("_");
  return { country: country.toUpperCase(), system: system.join("_") };
}

/** `{ DE: ["plz"] }` as 3.1 has it, `{ de_plz: true }` as 3.0 does. */
function postalSystems(capabilities: unknown): string[] | undefined {
  if (!isObject(capabilities)) return undefined;
  return Object.entries(capabilities).flatMap(([name, value]) => {
    if (Array.isArray(value)) return value.map((system) => `${name} ${String(system)}`);
    const { country, system } = postalSystem(name);
    return value === true ? [`${country} ${system}`] : [];
  });
}
