const locales = ["en", "de", "fr", "es", "it", "nl", "pl", "pt", "sv"];

function namesIn(locale: string, weekday: "long" | "short"): (readonly [name: string, day: number])[] {
  const format = new Intl.DateTimeFormat(locale, { weekday, timeZone: "UTC" });
  // 3 January 2027 is a Sunday.
  return [0, 1, 2, 3, 4, 5, 6].map((day) => [format.format(Date.UTC(2027, 0, 3 + day)), day]);
}

/** Days by their names, Sunday is 0. Short names in other languages than English are words: "do", "ma", "mar". */
export const weekdays: ReadonlyMap<string, number> = new Map(
  [...locales.flatMap((locale) => namesIn(locale, "long")), ...namesIn("en", "short")].map(([name, day]) => [
    name.toLowerCase(),
    day,
  ]),
);

const longestFirst = (names: readonly string[]) => [...names].sort((a, b) => b.length - a.length).join("|");

/** Insides of patterns: names that tell a day, and all that may stand before a date. */
export const weekdayNames = longestFirst([...weekdays.keys()]);
export const anyWeekday = longestFirst(
  locales.flatMap((locale) =>
    [...namesIn(locale, "long"), ...namesIn(locale, "short")].map(([name]) => name.replaceAll(".", "\\.")),
  ),
);
