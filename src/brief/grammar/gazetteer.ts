import { readFileSync } from "node:fs";
import { once } from "../../lib/once-for.ts";

/** A city of the gazetteer, in `languages/cities.tsv`. */
export interface KnownCity {
  readonly name: string;
  readonly country: string;
  /** ISO 3166-2, of countries whose regions have names in `languages/places.yaml`. */
  readonly region?: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly thousands: number;
}

/** How names are compared: without accents and case, "Sao Paulo" as "São Paulo". */
export function nameKey(name: string): string {
  const lower = name.toLowerCase();
  if (/^[a-z]+(?: [a-z]+)*$/.test(lower)) return lower;
  return lower
    .normalize("NFKD")
    .replaceAll(/\p{M}|[’'`.]/gu, "")
    .replaceAll(/[łøß-]/g, (letter) => letters[letter] ?? "")
    .replaceAll(/\s{2,}/g, " ")
    .trim();
}
const letters: Readonly<Record<string, string>> = { ł: "l", ø: "o", ß: "ss", "-": " " };

/** Cities that a name stands for, in any of the languages; the largest first. */
export function citiesCalled(name: string): readonly KnownCity[] {
  const rows = rowsByName().get(nameKey(name)) ?? [];
  return rows.map(cityOf).sort((a, b) => b.thousands - a.thousands);
}

/** Kilometres around its middle that a city of so many people is kept to, where nothing else is said. */
export function usualCircle({ thousands }: KnownCity): number {
  if (thousands < 100) return 5;
  if (thousands < 250) return 8;
  return thousands < 1000 ? 12 : 20;
}

type Point = Pick<KnownCity, "latitude" | "longitude">;

/** Over the ground, within a percent. */
export function kilometresBetween(one: Point, other: Point): number {
  const [north, south] = [one, other].map(({ latitude }) => (latitude * Math.PI) / 180);
  const [east, west] = [one, other].map(({ longitude }) => (longitude * Math.PI) / 180);
  if (north === undefined || south === undefined || east === undefined || west === undefined) return 0;
  const half =
    Math.sin((north - south) / 2) ** 2 + Math.cos(north) * Math.cos(south) * Math.sin((east - west) / 2) ** 2;
  return 2 * 6371 * Math.asin(Math.sqrt(half));
}

/**
 * The city that is meant where several are called the same: the only one in the countries of the brief, else one that is ten
 * times as large as any other; undefined where people have to say which.
 */
export function cityMeant(cities: readonly KnownCity[], countries: readonly string[]): KnownCity | undefined {
  const there = cities.filter(({ country }) => countries.includes(country));
  const [first, second] = there.length > 0 ? there : cities;
  const isClear = second === undefined || (first?.thousands ?? 0) >= 10 * second.thousands;
  return isClear ? first : undefined;
}

/** The table is read when a text or a brief first names a city: its names alone, and a city when it is asked for. */
const rowsByName = once(() => {
  const byName = new Map<string, Row[]>();
  let place = { country: "" };
  const table = readFileSync(new URL("../../../languages/cities.tsv", import.meta.url), "utf8");
  for (const line of table.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const end = line.indexOf("\t");
    const name = line.slice(0, end);
    if (line.indexOf("\t", end + 1) < 0) {
      const region = line.slice(end + 1);
      place = { country: name, ...(region !== "" && { region: `${name}-${region}` }) };
      continue;
    }
    const known: Row = { place, line };
    const add = (key: string) => {
      const others = byName.get(key);
      if (others === undefined) byName.set(key, [known]);
      else if (!others.includes(known)) others.push(known);
    };
    add(nameKey(name));
    const last = line.lastIndexOf("\t");
    if (/\D/.test(line.slice(last + 1)))
      for (const other of line.slice(last + 1).split("|")) add(nameKey(other));
  }
  return byName;
});

interface Row {
  readonly place: Pick<KnownCity, "country" | "region">;
  readonly line: string;
  city?: KnownCity;
}

/** The same one each time. */
function cityOf(row: Row): KnownCity {
  const [name = "", latitude, longitude, thousands] = row.line.split("\t");
  row.city ??= {
    name,
    ...row.place,
    latitude: Number(latitude),
    longitude: Number(longitude),
    thousands: Number(thousands),
  };
  return row.city;
}
