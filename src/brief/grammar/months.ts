import { languageCodes } from "./language.ts";
import { alternatives } from "./lexicon.ts";

const numbers = new Map<string, number>();
const named = (locale: string, options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
  for (let month = 1; month <= 12; month += 1)
    for (const { type, value } of format.formatToParts(Date.UTC(2027, month - 1, 15)))
      if (type === "month") numbers.set(key(value), month);
};
const other = (names: string, first = 1) => {
  for (const [i, name] of names.split(" ").entries()) if (name !== "-") numbers.set(name, first + i);
};

for (const locale of languageCodes) named(locale, { month: "long" });
// Between a day and a year the name has another ending in Polish: "1 marca 2027".
named("pl", { day: "numeric", month: "long" });
other("styczniu lutym marcu kwietniu maju czerwcu lipcu sierpniu wrześniu październiku listopadzie grudniu");
other("jänner feber");
other("setiembre", 9);
named("en", { month: "short" });
other("sept", 9);

/** Names that a day may stand behind, "March 5", as the inside of a pattern; short ones in other languages are words. */
export const monthsBeforeDays: string = alternatives(longestFirst());

for (const locale of ["de", "fr", "es"]) named(locale, { month: "short" });
other("jän feb mrz apr - jun jul aug sep okt nov dez");
other("- - mrt");
other("gen - - - mag giu lug - - ott - dic");
other("- fev - abr");
other("sty lut - kwi - cze lip sie wrz paź lis gru");

/** In the languages that are read; longer names come first. */
export const monthNames: readonly string[] = longestFirst();

/** Names of months as the inside of a pattern. */
export const monthPattern: string = `(?:${alternatives(monthNames)})`;

/** 1 to 12 for a month's name in any of them. */
export function monthNamed(name: string): number | undefined {
  return numbers.get(key(name));
}

function longestFirst(): string[] {
  return [...numbers.keys()].sort((a, b) => b.length - a.length);
}

function key(name: string): string {
  return name.toLowerCase().replace(/\.$/, "");
}
