import { lexiconOf } from "../lexicon.ts";
import { numberNamed, numberWords } from "./numbers.ts";
import { cue } from "./phrases.ts";

/** "half", "a third", "drei Viertel", "dos quintas partes" as the inside of a pattern, with groups that `partOf` reads. */
export function fraction(): string {
  const counted = `(?:{one_part}|(?<count>${numberWords()}))[ -]?(?<part>{parts})`;
  return `(?<!\\p{L})(?:(?<half>{half})|${counted})(?![\\p{L}-])(?!\\s+{part_of_else})`;
}

/** How much of a whole it is; undefined where it is none, or where it may be an ordinal: "a fifth seller". `after` follows it. */
export function partOf(
  groups: Readonly<Record<string, string | undefined>>,
  after: string,
): number | undefined {
  const { half, count, part = "" } = groups;
  if (half !== undefined) return 1 / 2;
  const parts = partNamed(part);
  const counted = count === undefined ? 1 : numberNamed(count);
  if (parts === undefined || counted === undefined || counted >= parts) return undefined;
  return parts > 4 && !partsEnd.test(after) ? undefined : counted / parts;
}

/** The lists begin with thirds: 3 for "Drittel", 5 for "fifths". */
function partNamed(word: string): number | undefined {
  for (const { phrases } of lexiconOf().tables) {
    const at = (phrases.get("quantities.parts") ?? []).findIndex((each) =>
      new RegExp(`^(?:${each})$`, "iu").test(word),
    );
    if (at >= 0) return at + 3;
  }
  return undefined;
}

const partsEnd = cue(
  "^(?:\\s+(?:{joints}|{between}|{guaranteed}|{gets}|{each_one})(?!\\p{L})|\\s*(?:[^\\p{L}\\s]|$))",
);
