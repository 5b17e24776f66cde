import { allLanguages, type Language } from "./language.ts";

/** The words that a text is read with: those of its own language, of others it is mixed with, and the English ones. */
export interface Lexicon {
  readonly tables: readonly Language[];
  /** A list, or several as in "no|not", as the inside of a pattern, one that never matches where no table has such words. */
  readonly any: (lists: string) => string;
  /** A pattern with lists in braces, such as `^{no}|{not}$` or `^{no|not}$`; the same object each time. */
  readonly pattern: (source: string, flags?: string) => RegExp;
  /** Whole words of the lists, all places of them. */
  readonly words: (...lists: readonly string[]) => RegExp;
}

const lexicons = new Map<string, Lexicon>();

/** The words of some languages together; of all without `tables`. */
export function lexiconOf(tables: readonly Language[] = allLanguages()): Lexicon {
  const key = tables.map(({ code }) => code).join();
  const known = lexicons.get(key) ?? makeLexicon(tables);
  lexicons.set(key, known);
  return known;
}

function makeLexicon(tables: readonly Language[]): Lexicon {
  const [english] = allLanguages();
  const patterns = new Map<string, RegExp>();
  const phrasesOf = (list: string): string[] => {
    if (!english?.phrases.has(list)) throw new TypeError(`no list of phrases is called "${list}"`);
    const all = tables.flatMap((table) => table.phrases.get(list) ?? []);
    // "!no": what the word says in English it does not say in the text's own language.
    const others = new Set(all.filter((phrase) => phrase.startsWith("!")).map((phrase) => phrase.slice(1)));
    return all.filter((phrase) => !phrase.startsWith("!") && !others.has(phrase));
  };
  const any = (lists: string): string => {
    // Once each: words that two languages share would be gone through twice.
    const phrases = [...new Set(lists.split("|").flatMap(phrasesOf))]
      // "und zwar" before "und", which would leave a word of it.
      .sort((a, b) => Number(b.includes(" ")) - Number(a.includes(" ")));
    return phrases.length === 0 ? "(?!)" : `(?:${alternatives(phrases)})`;
  };
  const pattern = (source: string, flags = "iu"): RegExp => {
    const key = `${flags} ${source}`;
    const known =
      patterns.get(key) ??
      new RegExp(
        source.replaceAll(/\{([a-z_]{2,}(?:\.[a-z_]+)?(?:\|[a-z_.]+)*)\}/g, (_, lists: string) => any(lists)),
        flags,
      );
    patterns.set(key, known);
    return known;
  };
  return {
    tables,
    any,
    pattern,
    words: (...names) =>
      pattern(
        `(?<![\\p{L}\\p{N}])(?:${names.map((name) => `{${name}}`).join("|")})(?![\\p{L}\\p{N}])`,
        "giu",
      ),
  };
}

/**
 * Any number of what a pattern says, each the first of its alternatives that fits and never another one: where it could be cut
 * in two ways at every word ("and also", "and", "also"), a text that ends amiss would be gone through in all of them. A pattern has
 * room for one.
 */
export function anyNumberOf(source: string): string {
  return `(?:(?=(?<once>${source})${wordEnd})\\k<once>)*`;
}

/** Not within a word; behind "d'" another one begins. */
const wordEnd = "(?!(?<=\\p{L})\\p{L})";

/**
 * Phrases as the inside of one pattern, those with the same first letter together, so that a word is tried against few of
 * them. What begins with no plain letter keeps its place among the others.
 */
export function alternatives(phrases: readonly string[]): string {
  const parts: { readonly first: string; readonly rests: string[] }[] = [];
  const groups = new Map<string, string[]>();
  for (const phrase of phrases) {
    const first = /^\p{L}(?![?*+{])/u.exec(phrase)?.[0] ?? "";
    const rest = phrase.slice(first.length);
    const group = groups.get(first);
    if (first === "") groups.clear();
    if (first !== "" && group !== undefined) group.push(rest);
    else {
      const rests = [rest];
      parts.push({ first, rests });
      if (first !== "") groups.set(first, rests);
    }
  }
  return parts.map(({ first, rests }) => `${first}(?:${rests.join("|")})`).join("|");
}
