import type { Language } from "./language.ts";
import { lexiconOf } from "./lexicon.ts";
import { numberNamed, numberWords } from "./numbers.ts";
import { cue } from "./phrases.ts";

/** "half", "a third", "drei Viertel", "dos quintas partes", as the inside of a pattern; `partOf` says how much it is. */
export function fraction(): string {
  const ofOne = lexiconOf().tables.map(
    (table) => `(?:${oneOf(table)})[ -]?(?:${listOf(table, "parts").join("|")})`,
  );
  const counted = `${numberWords()}[ -]?{parts}`;
  return `(?<!\\p{L})(?:{half}|${ofOne.join("|")}|${counted})(?![\\p{L}-])(?!\\s+{part_of_else})`;
}

/** How much of a whole it is; undefined where it is none, or where it may be an ordinal: "a fifth seller". `after` follows it. */
export function partOf(words: string, after: string): number | undefined {
  if (half.test(words)) return 1 / 2;
  const [counted] = countedParts(words);
  if (counted === undefined) return undefined;
  const { count, parts, part } = counted;
  const maybeOrdinal = count === 1 && (parts > 4 || ordinal.test(part));
  return maybeOrdinal && !partsEnd.test(after) ? undefined : count / parts;
}

/** "two fifths" in each language that reads the words as less than a whole. */
function* countedParts(words: string) {
  for (const table of lexiconOf().tables)
    for (const [i, name] of listOf(table, "parts").entries()) {
      const { count: written, part = "" } =
        new RegExp(`^(?<count>.+?)[ -]?(?<part>${name})$`, "iu").exec(words)?.groups ?? {};
      if (written === undefined) continue;
      const parts = i + smallestParts;
      const isOne = new RegExp(`^(?:${oneOf(table)})$`, "iu").test(written);
      const count = isOne ? 1 : numberNamed(written);
      if (count !== undefined && count < parts) yield { count, parts, part };
    }
}

/** The lists of parts begin with thirds. */
const smallestParts = 3;

const listOf = ({ phrases }: Language, list: string) => phrases.get(`quantities.${list}`) ?? [];
const oneOf = (table: Language) => listOf(table, "one_part").join("|");
const half = cue("^{half}$");
const ordinal = cue("^(?:{third_of_four}|{fourth})$");
const partsEnd = cue(
  "^(?:\\s+(?:{joints}|{between}|{guaranteed}|{gets}|{each_one})(?!\\p{L})|\\s*(?:[^\\p{L}\\s]|$))",
);
