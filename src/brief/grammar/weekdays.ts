import { languageCodes } from "./language.ts";

/** Names of the days in a language with their numbers, Sunday is 0. */
export function dayNamesIn(
  locale: string,
  weekday: "long" | "short",
): (readonly [name: string, day: number])[] {
  const format = new Intl.DateTimeFormat(locale, { weekday, timeZone: "UTC" });
  // 3 January 2027 is a Sunday.
  return [0, 1, 2, 3, 4, 5, 6].map((day) => [
    format
      .format(Date.UTC(2027, 0, 3 + day))
      .toLowerCase()
      .replace(/\.$/, ""),
    day,
  ]);
}

const long = languageCodes.flatMap((locale) => dayNamesIn(locale, "long"));
const short = languageCodes.flatMap((locale) => dayNamesIn(locale, "short"));
/** Other forms, Sunday first. */
const forms = [
  "- - tues weds thurs - -",
  "- - - - thur - sonnabend",
  "- segunda terça quarta quinta sexta -",
  "söndagen måndagen tisdagen onsdagen torsdagen fredagen lördagen",
  "niedzieli poniedziałku wtorku środy czwartku piątku soboty",
  "niedzielę - - środę - - sobotę",
].flatMap((row) => row.split(" ").map((name, day) => [name, day] as const));

/** Days by their names, Sunday is 0. Names of two letters are words: "do", "ma", "so". */
export const dayNumbers: ReadonlyMap<string, number> = new Map(
  [...long, ...short, ...forms].filter(([name]) => name.length > 2),
);

const longestFirst = (names: Iterable<string>) =>
  [...new Set(names)].sort((a, b) => b.length - a.length).join("|");

/** Whole names of days, "Sundays" too. */
export const namedDay = `(?:${longestFirst(long.map(([name]) => name))})s?`;

/** Insides of patterns: names of days, and all that may stand before a date. */
export const weekdayNames = longestFirst(dayNumbers.keys());
export const anyWeekday = `(?:${longestFirst([...dayNumbers.keys(), ...short.map(([name]) => name)])})(?!\\p{L})\\.?`;
