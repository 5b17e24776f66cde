/** ISO 3166-1 alpha-2 codes of countries that media can be bought in; groups such as EU and aliases such as UK are none. */
export const countryCodes: ReadonlySet<string> = new Set(allCodes().filter(isCountryCode));

export function isCountry(code: string): boolean {
  return countryCodes.has(code);
}

/** The code that a person most likely means by one that is not a country: "UK" is GB. */
export function countryAlias(code: string): string | undefined {
  const upper = code.toUpperCase();
  if (!/^[A-Z]{2}$/.test(upper)) return undefined;
  const { region } = new Intl.Locale(`und-${upper}`);
  return region !== undefined && countryCodes.has(region) ? region : undefined;
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
