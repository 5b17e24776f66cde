import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import { once } from "../../lib/once-for.ts";

/**
 * The words of one language, from its file in `languages/`, whose README has the notation. Lists have names, "no" or
 * "channels.dooh"; a new list needs no change here. Nothing is loaded before a free
 * text is read.
 */
export interface Language {
  readonly name: string;
  /** ISO 639-1; months, weekdays and names of countries and languages come from it. */
  readonly code: string;
  /** Frequent words, and words of every brief, by which the language is detected. */
  readonly common: readonly string[];
  /** The lists, each phrase as the inside of a pattern. */
  readonly phrases: ReadonlyMap<string, readonly string[]>;
  /** What is asked, by keys: "budget.which". */
  readonly questions: ReadonlyMap<string, string>;
}

const list = z.string().transform(phrasesOf);
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

/** German: that a word begins with a capital says nothing of it. */
export function writesNounsLikeNames({ code }: Language): boolean {
  return code === "de";
}

/** The phrases of a list, each as the inside of a pattern. */
export function phrasesOf(list: string): string[] {
  return list.trim() === "" ? [] : list.trim().split(/,\s+/).map(insideOf);
}

function insideOf(phrase: string): string {
  if (/^\/.+\/$/.test(phrase)) return phrase.slice(1, -1);
  return (
    phrase
      .replaceAll(/[.?+^${}\\]/g, "\\$&")
      .replaceAll("(", "(?:")
      .replaceAll(")", ")?")
      .replaceAll("[", "(?:")
      .replaceAll("]", ")")
      .replaceAll("*", "\\p{L}*")
      .replaceAll("'", "['’]")
      // As the Swiss write it.
      .replaceAll("ß", "(?:ß|ss)")
      .replaceAll(" …", "(?: [\\p{L}\\p{N}'’-]+,?){0,4}")
  );
}

/** Codes of the languages that are read: names of months and weekdays in them are known before any file is. */
export const languageCodes = ["en", "de", "es", "fr", "it", "nl", "pl", "pt", "sv"] as const;

const folder = new URL("../../../languages/", import.meta.url);

/** All languages that are read, English first. Throws where a file is not as the schema says, or has a list that English lacks. */
export const allLanguages = once((): readonly Language[] => {
  const all = languageCodes.map((code) => readTable(`${code}.yaml`, languageSchema));
  const [english, ...others] = all;
  for (const { name, phrases } of others)
    for (const list of phrases.keys())
      if (!english?.phrases.has(list)) throw new Error(`languages/: ${name} has "${list}", English has not`);
  return all;
});

/** Languages that are detected only to say that they are not read: frequent words by name. */
export function otherLanguages(): Readonly<Record<string, readonly string[]>> {
  return readTable(
    "others.yaml",
    z.record(
      z.string(),
      z.string().transform((words) => words.split(" ")),
    ),
  );
}

/** One file of `languages/`. Throws where it is not as `schema` says, with each place. */
export function readTable<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema> {
  const read = schema.safeParse(parse(readFileSync(new URL(file, folder), "utf8")));
  if (read.success) return read.data;
  throw new Error(`languages/${file}: ${z.prettifyError(read.error)}`);
}
