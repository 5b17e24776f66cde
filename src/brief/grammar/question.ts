import type { Question } from "../brief.ts";
import { allLanguages, type Language } from "./language.ts";
import type { Span } from "./spans.ts";

/**
 * A question before it is put into words: `ask("budget", "budget.which", { amounts })`. Its key names a sentence of the language
 * files, "budget.which" is `which` under `budget` in `questions`; English has every one. In "Which is the total: {amounts|or}?" the
 * values fill the braces: words of the text are handed over as spans and are quoted, a list is joined by commas, by the
 * language's "or" or by its "and", and a value that is itself a sentence is `{ key, values }`. The language is chosen once,
 * when the whole text is read: English where the text is in a language that is not.
 */
export interface OpenQuestion extends Wording {
  readonly field: string;
  readonly suggestions?: readonly string[];
}

/** A sentence, or a part of one, in any language. */
export interface Wording {
  readonly key: string;
  readonly values?: Readonly<Record<string, Insertion>>;
}

export type Insertion = string | number | Span | Wording | readonly Insertion[];

export function ask(
  field: string,
  key: string,
  values: Wording["values"] = {},
  suggestions?: readonly string[],
): OpenQuestion {
  return { field, key, values, ...(suggestions && { suggestions }) };
}

/** Why something in the text has no one reading: how a sentence about it goes on. */
export function problem(key: string, values?: Wording["values"]): { readonly problem: Wording } {
  return { problem: { key: `problems.${key}`, ...(values && { values }) } };
}

/** The words of the text that a question quotes. */
export function quotedIn({ values = {} }: Wording): Span[] {
  const spansIn = (insertion: Insertion): Span[] => {
    if (typeof insertion !== "object") return [];
    if (isList(insertion)) return insertion.flatMap(spansIn);
    return "key" in insertion ? quotedIn(insertion) : [insertion];
  };
  return Object.values(values).flatMap(spansIn);
}

/** The question in the first of the languages that has its sentence. */
export function inWords(
  { field, suggestions, ...phrasing }: OpenQuestion,
  tables: readonly Language[],
): Question {
  return { field, text: sentence(phrasing, tables), ...(suggestions && { suggestions }) };
}

/** For messages about files, which are English. */
export function inEnglish(wording: Wording): string {
  return sentence(wording, allLanguages());
}

function sentence({ key, values = {} }: Wording, tables: readonly Language[]): string {
  const say = (insertion: Insertion | undefined, join: string): string => {
    if (insertion === undefined) throw new TypeError(`question "${key}" lacks a value`);
    if (typeof insertion !== "object") return String(insertion);
    if (isList(insertion)) return insertion.map((one) => say(one, join)).join(join);
    return "key" in insertion ? sentence(insertion, tables) : `"${insertion.text}"`;
  };
  return templateOf(key, tables).replaceAll(hole, (_, name: string, joint?: string) =>
    say(values[name], joint === undefined ? ", " : ` ${templateOf(`joined.${joint}`, tables)} `),
  );
}

const hole = /\{(?<name>[a-z]+)(?:\|(?<joint>or|and))?\}/gi;

function templateOf(key: string, tables: readonly Language[]): string {
  for (const { questions } of tables) {
    const template = questions.get(key);
    if (template !== undefined) return template;
  }
  throw new TypeError(`no question is called "${key}"`);
}

function isList(insertion: object): insertion is readonly Insertion[] {
  return Array.isArray(insertion);
}
