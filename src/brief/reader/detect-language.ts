import { once } from "../../lib/once-for.ts";
import type { MoneySpan } from "../grammar/amounts.ts";
import type { Order } from "../grammar/day-month-order.ts";
import { allLanguages, type Language, otherLanguages } from "../grammar/language.ts";
import { type Lexicon, lexiconOf } from "../grammar/lexicon.ts";
import type { Found } from "./draft.ts";

export interface DetectedLanguage {
  readonly name: string;
  /** There is a table of its words. */
  readonly read: boolean;
  /** The words to read with: its own first, and always the English ones. */
  readonly lexicon: Lexicon;
}

/** The language that most of the words are of; English where too few are known. */
export function languageOf(text: string): DetectedLanguage {
  const [english] = allLanguages();
  if (english === undefined) throw new Error("languages/ has no en.yaml");
  const unread = (name: string): DetectedLanguage => ({ name, read: false, lexicon: lexiconOf([english]) });
  const lower = text.toLowerCase();
  const letters = lower.match(/\p{L}/gu)?.length ?? 0;
  const latin = lower.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (letters > 20 && latin < letters / 2) return unread("a language in another script");
  const counts = new Map<string, number>();
  for (const [word] of lower.matchAll(/\p{L}+/gu)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const scored = wordsByLanguage()
    .map(({ words, ...of }) => {
      const there = words.filter((word) => counts.has(word));
      const score = there.reduce((sum, word) => sum + Math.min(most, counts.get(word) ?? 0), 0);
      // "v. 9 … v. 15" alone is not Czech.
      return { ...of, score: of.table === undefined && there.length < 2 ? 0 : score };
    })
    .sort((a, b) => b.score - a.score);
  const [best] = scored;
  if (best === undefined || best.score < 2)
    return { name: english.name, read: true, lexicon: lexiconOf([english]) };
  if (best.table === undefined) return unread(best.name);
  const mixed = scored.flatMap(({ table, score }) =>
    table !== undefined && score >= best.score * 0.7 && score >= 3 ? [table] : [],
  );
  const tables = [...new Set([best.table, ...mixed, english])];
  return { name: best.name, read: true, lexicon: lexiconOf(tables) };
}

/**
 * Which of day and month its author writes first, where that is known. Americans write the month first: English, American money
 * or none, and no country but theirs. All who write another language write the day first, but for a market or money of those who
 * may not.
 */
export function usualOrder(
  { lexicon: { tables }, read }: DetectedLanguage,
  countries: readonly Pick<Found<string>, "value">[],
  amounts: readonly MoneySpan[],
): Order | undefined {
  const places = countries.map(({ value }) => value);
  const currencies = amounts.map((money) => (money.type === "clear" ? money.amount.currency : undefined));
  if (!read) return undefined;
  if (tables.some(({ code }) => code !== "en"))
    return [...places, ...currencies].some((of) => northAmerican.has(of ?? "")) ? undefined : "day-first";
  const isAmerican =
    places.length > 0 &&
    places.every((place) => place === "US") &&
    currencies.every((currency) => currency === "USD");
  return isAmerican ? "month-first" : undefined;
}

const northAmerican: ReadonlySet<string> = new Set(["US", "CA", "USD", "CAD"]);

/** One word counts no more than this, however often it stands there. */
const most = 6;

interface LanguageWords {
  readonly name: string;
  readonly table?: Language;
  readonly words: readonly string[];
}

const wordsByLanguage = once((): readonly LanguageWords[] => [
  ...allLanguages().map((table) => ({
    name: table.name,
    table,
    words: [...new Set([...table.common, ...monthsOf(table.code)])],
  })),
  ...Object.entries(otherLanguages()).map(([name, words]) => ({ name, words })),
]);

function monthsOf(code: string): string[] {
  const format = new Intl.DateTimeFormat(code, { day: "numeric", month: "long", timeZone: "UTC" });
  return Array.from({ length: 12 }, (_, month) =>
    format.formatToParts(Date.UTC(2027, month, 15)).find(({ type }) => type === "month"),
  ).map((part) => part?.value.toLowerCase() ?? "");
}
