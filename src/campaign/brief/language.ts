import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";

/**
 * The words of one language, from its file in `languages/`, whose README has the notation. Lists have names, "no" or
 * "channels.dooh"; a new list needs no change here. Nothing is loaded before a free text is read.
 */
export interface Language {
  readonly name: string;
  /** ISO 639-1; months, weekdays and names of countries and languages come from it. */
  readonly code: string;
  /** Frequent words, and words of every brief, by which the language is told. */
  readonly common: readonly string[];
  /** The lists, each phrase as the inside of a pattern. */
  readonly phrases: ReadonlyMap<string, readonly string[]>;
  /** What is asked, by keys: "budget.which". */
  readonly questions: ReadonlyMap<string, string>;
}

/** The words that a text is read with: those of its own language, of others it is mixed with, and the English ones. */
export interface Lexicon {
  readonly tables: readonly Language[];
  /** A list as the inside of a pattern, one that never matches where no table has such words. */
  readonly any: (list: string) => string;
  /** A pattern with lists in braces, such as `^{no}|{not}$`; the same object each time. */
  readonly pattern: (source: string, flags?: string) => RegExp;
  /** Whole words of the lists, all places of them. */
  readonly words: (...lists: readonly string[]) => RegExp;
}

const list = z.string().transform((phrases) => (phrases === "" ? [] : phrases.split(/,\s+/).map(insideOf)));
const lists = z.union([
  list.transform((phrases) => [["", phrases] as const]),
  z.record(z.string(), list).transform((named) => Object.entries(named)),
]);
const texts = z.record(z.string(), z.record(z.string(), z.string().min(1)));
const languageSchema = z
  .strictObject({
    name: z.string(),
    code: z.string().length(2),
    common: z.string().transform((words) => words.split(/\s+/)),
    phrases: z.record(z.string().regex(/^[a-z_]+$/), lists),
    questions: texts.default({}),
  })
  .transform(
    ({ phrases, questions, ...language }): Language => ({
      ...language,
      phrases: flat(phrases, (named) => named),
      questions: flat(questions, (group) => Object.entries(group)),
    }),
  );

function flat<Group, Value>(
  groups: Readonly<Record<string, Group>>,
  entriesOf: (group: Group) => readonly (readonly [string, Value])[],
): ReadonlyMap<string, Value> {
  return new Map(
    Object.entries(groups).flatMap(([name, group]) =>
      entriesOf(group).map(([part, value]) => [part === "" ? name : `${name}.${part}`, value] as const),
    ),
  );
}

/** The inside of a pattern for a phrase. */
function insideOf(phrase: string): string {
  if (/^\/.+\/$/.test(phrase)) return phrase.slice(1, -1);
  return phrase
    .replaceAll(/[.?+^${}\\]/g, "\\$&")
    .replaceAll("(", "(?:")
    .replaceAll(")", ")?")
    .replaceAll("[", "(?:")
    .replaceAll("]", ")")
    .replaceAll("*", "\\p{L}*")
    .replaceAll("'", "['’]")
    .replaceAll(" …", "(?: [\\p{L}\\p{N}'’-]+,?){0,4}");
}

const folder = new URL("../../../languages/", import.meta.url);
let loaded: readonly Language[] | undefined;

/** All languages that are read, English first. Throws where a file is not as the schema says, or has a list that English lacks. */
export function allLanguages(): readonly Language[] {
  loaded ??= readdirSync(folder)
    .filter((file) => /^[a-z]{2}\.yaml$/.test(file))
    .sort((a, b) => Number(b === "en.yaml") - Number(a === "en.yaml"))
    .map((file) => readTable(file, languageSchema));
  const [english, ...others] = loaded;
  for (const { name, phrases } of others)
    for (const list of phrases.keys())
      if (!english?.phrases.has(list)) throw new Error(`languages/: ${name} has "${list}", English has not`);
  return loaded;
}

/** Languages that are told apart only to say that they are not read: frequent words by name. */
export function otherLanguages(): Readonly<Record<string, readonly string[]>> {
  return readTable(
    "others.yaml",
    z.record(
      z.string(),
      z.string().transform((words) => words.split(" ")),
    ),
  );
}

function readTable<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema> {
  const read = schema.safeParse(parse(readFileSync(new URL(file, folder), "utf8")));
  if (read.success) return read.data;
  throw new Error(`languages/${file}: ${z.prettifyError(read.error)}`);
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
  const any = (list: string): string => {
    if (!english?.phrases.has(list)) throw new TypeError(`no list of phrases is called "${list}"`);
    const phrases = tables.flatMap((table) => table.phrases.get(list) ?? []);
    return phrases.length === 0 ? "(?!)" : `(?:${phrases.join("|")})`;
  };
  const pattern = (source: string, flags = "iu"): RegExp => {
    const key = `${flags} ${source}`;
    const known =
      patterns.get(key) ??
      new RegExp(
        source.replaceAll(/\{([a-z_]{2,}(?:\.[a-z_]+)?)\}/g, (_, list: string) => any(list)),
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
