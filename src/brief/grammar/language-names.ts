import type { Lexicon } from "./lexicon.ts";

export interface LanguageNames {
  readonly codes: ReadonlyMap<string, string>;
  /** The inside of a pattern, the longest first. */
  readonly pattern: string;
}

const languageCodes =
  "en de fr es it nl pl pt sv da fi nb cs hu ro tr ru uk el ca eu gl ar zh ja ko hi".split(" ");

/** What all languages are called in the languages of the text. */
export function languageNames({ tables }: Lexicon): LanguageNames {
  const codes = new Map(
    tables.flatMap(({ code: locale }) => {
      const display = new Intl.DisplayNames([locale], { type: "language" });
      return languageCodes.flatMap((code) =>
        formsOf((display.of(code) ?? code).toLowerCase(), locale).map((name) => [name, code] as const),
      );
    }),
  );
  return { codes, pattern: [...codes.keys()].sort((a, b) => b.length - a.length).join("|") };
}

/** "auf Deutsch" and "in deutscher Sprache", "polski", "po polsku" and "w języku polskim" */
function formsOf(name: string, locale: string): string[] {
  if (locale === "de") return [name, `${name}er sprache`];
  return locale === "pl" && name.endsWith("ki") ? [name, `${name.slice(0, -1)}u`, `${name}m`] : [name];
}

/** What a language is called in the languages of the text. */
export function languagesCalled(code: string, lexicon: Lexicon): string[] {
  return [...languageNames(lexicon).codes].flatMap(([name, each]) => (each === code ? [name] : []));
}
