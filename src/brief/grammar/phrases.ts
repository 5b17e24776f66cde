import { lexiconOf } from "./lexicon.ts";

/** A pattern of phrases in every language at once, for people mix them. It is made when it is first used. */
export interface Cue {
  readonly test: (words: string) => boolean;
  readonly exec: (words: string) => RegExpExecArray | null;
  readonly all: (text: string) => IterableIterator<RegExpExecArray>;
  readonly without: (text: string) => string;
}

/** The inside of a pattern, in which `{name}` stands for the list `quantities.name` of the language files, `{a|b}` for two. */
export function phrased(source: string): string {
  return source.replaceAll(/\{(?<lists>[a-z_]{2,}(?:\|[a-z_]+)*)\}/g, (_, lists: string) =>
    lexiconOf().any(lists.replaceAll(/[a-z_]+/g, "quantities.$&")),
  );
}

/** `source` is the inside of a pattern as `phrased` has it, or makes one. */
export function cue(source: string | (() => string), flags = "giu"): Cue {
  let made: RegExp | undefined;
  const pattern = () => {
    made ??= new RegExp(phrased(typeof source === "string" ? source : source()), flags);
    made.lastIndex = 0;
    return made;
  };
  return {
    test: (words) => pattern().test(words),
    exec: (words) => pattern().exec(words),
    all: (text) => text.matchAll(pattern()),
    without: (text) => text.replaceAll(pattern(), (words) => " ".repeat(words.length)),
  };
}

/** The phrases as whole words, wherever they stand. */
export function says(source: string): Cue {
  return cue(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`);
}

/** The phrases as the last words. */
export function endsWith(source: string): Cue {
  return cue(`(?<![\\p{L}\\p{N}])(?:${source})\\s*$`);
}

/** The phrases as the first words, in brackets or not. */
export function beginsWith(source: string): Cue {
  return cue(`^[\\s()]*(?:${source})(?![\\p{L}\\p{N}])`);
}

/** Words that point to an earlier campaign. */
export const pastWords = says("{past}");
