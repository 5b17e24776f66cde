import { z } from "zod";
import type { City } from "../brief.ts";
import { citiesCalled, cityMeant, type KnownCity, usualCircle } from "../grammar/gazetteer.ts";
import { codecs } from "./codec.ts";
import { country, field, optional, text } from "./field.ts";

const mostKilometres = 1000;

const circle = z.strictObject({
  latitude: field(z.number().min(-90).max(90), "Degrees north.", 53.8),
  longitude: field(z.number().min(-180).max(180), "Degrees east.", -1.55),
  kilometres: field(z.number().positive().max(mostKilometres), "From its middle.", 12),
});

const drawn = z.strictObject({
  name: field(text, "What it is called.", "Leeds"),
  country: field(country, "ISO 3166-1 alpha-2 code.", "GB"),
  circle: optional(circle, "What an order keeps to; without it no order can.", {
    latitude: 53.8,
    longitude: -1.55,
    kilometres: 12,
  }),
});

/** A city by its name, whose place the gazetteer knows, or with a circle that a person has drawn. */
export const city = z
  .union([text, drawn])
  .brand<"city">()
  .register(codecs, {
    read: (written, refuse) => {
      if (typeof written !== "string") return written;
      const read = readCity(written, []);
      return typeof read === "string" ? refuse(read) : read;
    },
    write: (value) => {
      const { success, data } = drawn.safeParse(value);
      return (success ? wordsFor(data) : undefined) ?? value;
    },
  });

/** The city that words such as "Leeds, GB + 20 km" name in a brief of these countries, or what is wrong with them. */
export function readCity(written: string, countries: readonly string[]): City | string {
  const words =
    /^(?<name>[^,+(]{1,80}?)(?:,\s*(?<where>[A-Z]{2}(?:-[A-Z0-9]{1,3})?))?(?:\s*[+,(]\s*(?<km>\d{1,4}(?:\.\d{1,3})?)\s?km\)?)?$/.exec(
      written.trim(),
    )?.groups;
  const { name, where, km } = words ?? {};
  if (name === undefined) return `"${written}" is no city in words; write it as Leeds, GB + 20 km`;
  const kilometres = km === undefined ? undefined : Number(km);
  if (kilometres === 0 || (kilometres ?? 0) > mostKilometres)
    return `"${written}" has a circle of ${kilometres} km; write more than 0 and at most ${mostKilometres}`;
  const all = citiesCalled(name);
  const code = where === "UK" ? "GB" : where;
  const fitting = code === undefined ? all : all.filter((one) => code === one.country || code === one.region);
  const known = cityMeant(fitting, countries);
  if (known !== undefined) return cityAround(known, { name, kilometres });
  const named = (some: readonly KnownCity[]) =>
    some
      .slice(0, 4)
      .map((one) => cityInWords(one, name))
      .join(" or ");
  if (fitting.length > 0) return `"${name}" can be ${named(fitting)}; write which one`;
  const others = all.length > 0 ? `, but ${named(all)} is` : "";
  return `"${written}" is no city that is known${others}; write its name, country, and a circle of latitude, longitude and kilometres`;
}

/** A city as it is written where its name alone says which one it is; in a brief of these countries it may be one of several. */
export function cityIn(countries: readonly string[], written: z.output<typeof city>): z.output<typeof city> {
  const read = typeof written === "string" ? readCity(written, countries) : "";
  return typeof read === "string" ? written : city.parse(read);
}

/** A city of the gazetteer under the name that a person gave it. */
export function cityAround(
  known: KnownCity,
  { name = known.name, kilometres = usualCircle(known) }: { name?: string; kilometres?: number | undefined },
): Required<City> {
  const { country: code, latitude, longitude } = known;
  return { name, country: code, circle: { latitude, longitude, kilometres } };
}

/** `Leeds, GB`, and with its region where another one of its country is called the same. */
export function cityInWords(known: KnownCity, name = known.name): string {
  const { country: code, region } = known;
  const alone = cityMeant(
    citiesCalled(name).filter((one) => one.country === code),
    [],
  );
  return `${name}, ${alone === known ? code : (region ?? code)}`;
}

/** `Leeds, GB + 12 km`; undefined where no words say the same. */
function wordsFor({ name, country: code, circle: around }: City): string | undefined {
  const known = citiesCalled(name).find(
    (one) => one.country === code && one.latitude === around?.latitude && one.longitude === around.longitude,
  );
  const words = known && `${cityInWords(known, name)} + ${around?.kilometres} km`;
  const read = words === undefined ? "" : readCity(words, []);
  return typeof read !== "string" && read.circle?.latitude === around?.latitude ? words : undefined;
}
