import { lexiconOf } from "../lexicon.ts";
import { phrased } from "./phrases.ts";

/** A word of a number; `kind` says how it goes with those beside it. */
interface Word {
  readonly value: number;
  readonly kind: "unit" | "ten" | "hundreds" | "hundred" | "scale" | "half" | "article";
}
type Words = ReadonlyMap<string, Word>;

/** The lists of number words in the language files: what the first word counts, and each further one more. */
const lists: Readonly<Record<string, Word & { readonly step?: number }>> = {
  from_one: { kind: "unit", value: 1, step: 1 },
  from_twenty: { kind: "ten", value: 20, step: 10 },
  from_hundred: { kind: "hundreds", value: 100, step: 100 },
  one: { kind: "unit", value: 1 },
  eighty: { kind: "ten", value: 80 },
  one_hundred: { kind: "hundreds", value: 100 },
  hundred: { kind: "hundred", value: 100 },
  thousand: { kind: "scale", value: 1_000 },
  million: { kind: "scale", value: 1_000_000 },
  half: { kind: "half", value: 0.5 },
  article: { kind: "article", value: 1 },
};

let read: readonly Words[] | undefined;

function numberWordsOfEach(): readonly Words[] {
  read ??= lexiconOf().tables.map(
    ({ phrases }) =>
      new Map(
        Object.entries(lists).flatMap(([list, { kind, value, step = 0 }]) =>
          (phrases.get(`numbers.${list}`) ?? []).map((word, i) => [word, { kind, value: value + step * i }]),
        ),
      ),
  );
  return read;
}

const longestFirst = (words: Iterable<string>) => [...words].sort((a, b) => b.length - a.length).join("|");
const between = () => phrased("(?:[ -]{and}[ -]|[ -]|und|)");

/**
 * A run of number words, as the inside of a pattern, with small or large first letters; `numberNamed` says whether it is a
 * number.
 */
export function numberWords(): string {
  const all = longestFirst(new Set(numberWordsOfEach().flatMap((words) => [...words.keys()])));
  const anyWord = all.replaceAll(/(?<=^|\|)\p{L}/gu, (letter) => `[${letter}${letter.toUpperCase()}]`);
  return `(?:${anyWord})(?:${between()}(?:${anyWord})){0,11}`;
}

/** Digits with marks of groups and decimals, as the inside of a pattern. */
export const digits =
  "(?:\\d{1,3}(?:(?<group>[ \\u00a0\\u202f.,'’])\\d{3}(?:\\k<group>\\d{3})*)(?!\\d)(?:[.,]\\d{1,3}(?!\\d))?|\\d+(?:[.,]\\d+)?)";

/** A whole number above 0 in digits ("12") or in words ("twelve", "fünfzig", "deux cent mille"); undefined where it is none. */
export function numberNamed(written: string): number | undefined {
  if (/^\d{1,15}$/.test(written)) return Number(written) || undefined;
  const lower = written.toLowerCase();
  for (const words of numberWordsOfEach()) {
    const parts = partsIn(lower, words);
    const value = parts && amountOf(parts);
    if (value !== undefined && Number.isInteger(value) && value > 0) return value;
  }
  return undefined;
}

/** A number as written, times its scale; undefined where "1.500 Mio" leaves open what its mark means. */
export function numberOf(written: string, scale = 1): number | undefined {
  if (!/^\d/.test(written)) return numberNamed(written);
  if (/^[1-9]\d{0,2}(?:[., ]\d{3})+$/.test(written))
    return scale === 1 ? Number(written.replaceAll(/\D/g, "")) : undefined;
  const value = Number((Number(written.replace(",", ".")) * scale).toPrecision(12));
  return value > 0 && value <= Number.MAX_SAFE_INTEGER ? value : undefined;
}

function partsIn(text: string, words: Words): Word[] | undefined {
  const pattern = new RegExp(`(?<word>${longestFirst(words.keys())})${between()}`, "y");
  const parts: Word[] = [];
  while (pattern.lastIndex < text.length) {
    const part = words.get(pattern.exec(text)?.groups?.["word"] ?? "");
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return parts;
}

/** Undefined where the words do not follow each other as in one number: "two three", "one and a half million", a lone "million". */
function amountOf(parts: readonly Word[]): number | undefined {
  // "million EUR": whatever stood before it is lost.
  if (parts.length === 1 && (parts[0]?.kind === "scale" || parts[0]?.kind === "hundred")) return undefined;
  let total = 0;
  let group: number | undefined;
  let smallestScale = Number.POSITIVE_INFINITY;
  for (const [i, { kind, value }] of parts.entries()) {
    const before = parts[i - 1]?.kind;
    switch (kind) {
      case "article":
        if (i > 0 && before !== "half") return undefined;
        group ??= value;
        break;
      case "half":
        if (i > 1 || (group ?? 1) !== 1 || parts.at(-1)?.kind !== "scale") return undefined;
        group = value;
        break;
      case "unit":
      case "ten":
      case "hundreds": {
        // A unit may follow a ten ("twenty-five") and a ten a unit ("fünfundzwanzig"); else only hundreds stand before.
        const room = kind === "unit" && before === "ten" ? 100 : kind === "ten" ? 10 : 1;
        if (before === "half" || before === "article" || (group ?? 0) % 100 >= room) return undefined;
        group = (group ?? 0) + value;
        break;
      }
      case "hundred":
        if (group !== undefined && !(group >= 1 && group < 20)) return undefined;
        group = (group ?? 1) * value;
        break;
      case "scale":
        if (value >= smallestScale) return undefined;
        total += (group ?? 1) * value;
        smallestScale = value;
        group = undefined;
        break;
    }
  }
  return total + (group ?? 0);
}
