/** ISO 3166-1 alpha-2 codes of countries that media can be bought in; groups such as EU and aliases such as UK are none. */
const codes: ReadonlySet<string> = new Set(allCodes().filter(isCountryCode));

export function isCountry(code: string): boolean {
  return codes.has(code);
}

/** The code that a person most likely means by one that is not a country: "UK" is GB. */
export function countryAlias(code: string): string | undefined {
  const upper = code.toUpperCase();
  if (!/^[A-Z]{2}$/.test(upper)) return undefined;
  const { region } = new Intl.Locale(`und-${upper}`);
  return region !== undefined && codes.has(region) ? region : undefined;
}

/** Names in the languages that are read, with the usual short ones, to codes. Longer names come first. */
export function countryNames(): ReadonlyMap<string, string> {
  const names = new Map<string, string>(otherNames);
  for (const locale of ["en", "de", "fr", "es", "it", "nl", "pl", "pt", "sv"]) {
    const display = new Intl.DisplayNames([locale], { type: "region" });
    for (const code of codes) {
      const name = display.of(code);
      if (name !== undefined && name !== code) names.set(name, code);
    }
  }
  return new Map([...names].sort(([a], [b]) => b.length - a.length));
}

function allCodes(): string[] {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");
  return letters.flatMap((a) => letters.map((b) => a + b));
}

function isCountryCode(code: string): boolean {
  if (/^(?:EU|EZ|UN|ZZ|XA|XB|QO|AC|CP|CQ|DG|EA|IC|TA)$/.test(code)) return false;
  const name = new Intl.DisplayNames(["en"], { type: "region" }).of(code);
  return name !== code && new Intl.Locale(`und-${code}`).region === code;
}

const otherNames: readonly (readonly [string, string])[] = [
  ["UK", "GB"],
  ["U.K.", "GB"],
  ["Great Britain", "GB"],
  ["Großbritannien", "GB"],
  ["Grande-Bretagne", "GB"],
  ["Gran Bretaña", "GB"],
  ["US", "US"],
  ["U.S.", "US"],
  ["USA", "US"],
  ["EE. UU.", "US"],
  ["EE.UU.", "US"],
  ["Etats-Unis", "US"],
  ["United States of America", "US"],
  ["Holland", "NL"],
  ["the Netherlands", "NL"],
  ["Czech Republic", "CZ"],
  ["Turkey", "TR"],
  ["UAE", "AE"],
  ["Ivory Coast", "CI"],
  ["Brasil", "BR"],
  ["w Polsce", "PL"],
];
