import { groupBy } from "../../lib/group-by.ts";
import { once } from "../../lib/once-for.ts";
import { lexiconOf } from "./lexicon.ts";
import { phrased } from "./phrases.ts";

/** A word of a number; `kind` says how it goes with those beside it. */
interface Word {
  readonly value: number;
  readonly kind: "unit" | "ten" | "hundreds" | "hundred" | "scale" | "part" | "article";
  /** It comes to what stands before it: by an "and", or by itself as in "zweieinhalb". */
  readonly joined?: true;
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
  half: { kind: "part", value: 0.5 },
  and_half: { kind: "part", value: 0.5, joined: true },
  quarter: { kind: "part", value: 0.25 },
  three_quarters: { kind: "part", value: 0.75 },
  one_and_half: { kind: "part", value: 1.5 },
  article: { kind: "article", value: 1 },
};

const numberWordsOfEach = once(() =>
  lexiconOf().tables.map(
    ({ phrases }): Words =>
      new Map(
        Object.entries(lists).flatMap(([list, { step = 0, ...first }]) =>
          (phrases.get(`numbers.${list}`) ?? []).flatMap((phrase, i) =>
            formsOf(phrase).map((word) => [word, { ...first, value: first.value + step * i }]),
          ),
        ),
      ),
  ),
);

/** The words of one place in a list: "[dwa|dwie|dwóch]" are one number, and "dreißig" is "dreissig" too. */
function formsOf(phrase: string): string[] {
  const swiss = "(?:ß|ss)";
  if (phrase.includes(swiss)) return ["ß", "ss"].map((letters) => phrase.replace(swiss, letters));
  return phrase.replace(/^\(\?:(?<forms>.+)\)$/, "$<forms>").split("|");
}

/** Words by their first letters, which may be large; of two words that fit the longer one is taken. */
function anyOf(words: Iterable<string>): string {
  const longestFirst = [...words].sort((a, b) => b.length - a.length);
  const parts = [...groupBy(longestFirst, (word) => word.charAt(0))].map(
    ([first, all]) => `[${first}${first.toUpperCase()}](?:${all.map((word) => word.slice(1)).join("|")})`,
  );
  return `(?:${parts.join("|")})`;
}
/** Between two words: "and", in one word or not, "of" behind a part, a blank, or nothing. */
const between = () => {
  const parts = numberWordsOfEach().flatMap((words) =>
    [...words].flatMap(([word, { kind }]) => (kind === "part" ? [word] : [])),
  );
  const of = `(?<=${anyOf(new Set(parts))}) ${lexiconOf().any("numbers.of")} `;
  return phrased(`(?:[ -]{and}[ -]|${of}|[ -]|und|en|ën|)`);
};

/**
 * A run of number words, as the inside of a pattern, with small or large first letters; `numberNamed` says whether it is a
 * number.
 */
export function numberWords(): string {
  const anyWord = anyOf(new Set(numberWordsOfEach().flatMap((words) => [...words.keys()])));
  return `${anyWord}(?:${between()}${anyWord}){0,11}`;
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
  const pattern = new RegExp(`(?<word>${anyOf(words.keys())})(?<joint>${between()})`, "y");
  const parts: Word[] = [];
  let joined = false;
  while (pattern.lastIndex < text.length) {
    const { word = "", joint = "" } = pattern.exec(text)?.groups ?? {};
    const part = words.get(word);
    if (part === undefined) return undefined;
    parts.push(joined ? { ...part, joined } : part);
    joined = /\p{L}/u.test(joint);
  }
  return parts;
}

/** Undefined where the words do not follow each other as in one number: "two three", "half and a million", a lone "million". */
function amountOf(words: readonly Word[]): number | undefined {
  const [first, ...others] = words;
  // "million EUR": whatever stood before it is lost.
  if (others.length === 0 && (first?.kind === "scale" || first?.kind === "hundred")) return undefined;
  let sum: Sum | undefined = { total: 0, group: undefined, smallestScale: Number.POSITIVE_INFINITY };
  for (const [i, word] of words.entries()) {
    sum = joins[word.kind](sum, word, { before: words[i - 1]?.kind, rest: words.slice(i + 1) });
    if (sum === undefined) return undefined;
  }
  return sum.total + (sum.group ?? 0);
}

/** A number as far as its words are read. */
interface Sum {
  /** "two million", and what came before it. */
  readonly total: number;
  /** What the words behind the last scale come to. */
  readonly group: number | undefined;
  readonly smallestScale: number;
}

/** How a word goes on with a number; undefined where it cannot. */
type Join = (
  sum: Sum,
  word: Word,
  place: { readonly before: Word["kind"] | undefined; readonly rest: readonly Word[] },
) => Sum | undefined;

/** Joins what counts less than a hundred, or hundreds, where less than `room` stands behind the hundreds so far. */
const plus =
  (room: (before: Word["kind"] | undefined) => number): Join =>
  (sum, { value }, { before }) => {
    const group = sum.group ?? 0;
    const isFirst = before === "part" || before === "article";
    return isFirst || group % 100 >= room(before) ? undefined : { ...sum, group: group + value };
  };

const joins: Readonly<Record<Word["kind"], Join>> = {
  // "twenty-five"
  unit: plus((before) => (before === "ten" ? 100 : 1)),
  // "fünfundzwanzig"
  ten: plus(() => 10),
  hundreds: plus(() => 1),
  hundred: (sum, { value }) => {
    const { group = 1 } = sum;
    return group >= 1 && group < 20 ? { ...sum, group: group * value } : undefined;
  },
  scale: (sum, { value }) =>
    value < sum.smallestScale
      ? { total: sum.total + (sum.group ?? 1) * value, group: undefined, smallestScale: value }
      : undefined,
  article: (sum, { value }, { before }) =>
    before === undefined || before === "part" ? { ...sum, group: sum.group ?? value } : undefined,
  part: (sum, { value, joined }, { before, rest }) => {
    const { total, group, smallestScale } = sum;
    // "a million and a half": of the scale before it, at the end.
    if (joined && before === "scale" && rest.length === 0 && Number.isInteger(total / smallestScale))
      return value < 1 ? { ...sum, total: total + value * smallestScale } : undefined;
    const [next, ...more] = rest.filter(({ kind }) => kind !== "article");
    if (next?.kind !== "scale" || more.length > 0 || total > 0) return undefined;
    // "two and a half million"; without an "and" only "a" or "one" stands before it.
    if (joined) return group === undefined || value > 1 ? undefined : { ...sum, group: group + value };
    return (group ?? 1) === 1 ? { ...sum, group: value } : undefined;
  },
};
