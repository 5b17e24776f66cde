const numbers = new Map<string, number>();
// Short names of other languages are words too, as Polish "lis" and Portuguese "set".
for (const [style, locales] of [
  ["long", ["en", "de", "fr", "es", "it", "nl", "pl", "pt", "sv"]],
  ["short", ["en", "de", "fr", "es"]],
] as const)
  for (const locale of locales) {
    const format = new Intl.DateTimeFormat(locale, { month: style, timeZone: "UTC" });
    for (let month = 1; month <= 12; month += 1)
      numbers.set(key(format.format(Date.UTC(2027, month - 1, 15))), month);
  }
// Between a day and a year the name has another ending in some languages: "1 marca 2027".
for (const locale of ["it", "nl", "pl", "pt", "sv"])
  for (let month = 1; month <= 12; month += 1) {
    const format = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", timeZone: "UTC" });
    const parts = format.formatToParts(Date.UTC(2027, month - 1, 15));
    for (const { type, value } of parts) if (type === "month") numbers.set(key(value), month);
  }
for (const [name, month] of [
  ["sep", 9],
  ["sept", 9],
  ["mrz", 3],
  ["jän", 1],
  ["jänner", 1],
  ["feb", 2],
  ["jan", 1],
  ["apr", 4],
  ["jun", 6],
  ["jul", 7],
  ["aug", 8],
  ["nov", 11],
  ["dez", 12],
  ["setiembre", 9],
] as const)
  numbers.set(name, month);

/** Names of months in the languages that are read, as the inside of a pattern; longer names come first. */
export const monthPattern: string = [...numbers.keys()].sort((a, b) => b.length - a.length).join("|");

/** 1 to 12 for a month's name in any of them. */
export function monthNamed(name: string): number | undefined {
  return numbers.get(key(name));
}

function key(name: string): string {
  return name.toLowerCase().replace(/\.$/, "");
}
