import { formatMoney, type Money, totalMoney } from "../../lib/money.ts";
import type { MoneySpan } from "../grammar/amounts.ts";
import { says } from "../grammar/phrases.ts";
import { ask, type OpenQuestion } from "../grammar/question.ts";
import { type Span, spanOf, spansBetween, spansOf } from "../grammar/spans.ts";
import { type Named, nameOf } from "../grammar/splits.ts";
import { type Found, found, type PartShare, type Reading } from "./draft.ts";
import type { LabelledAmount } from "./labelled-amount.ts";
import { exactShare, type NamedShare, quoted } from "./read-quantities.ts";

/** An amount for one country or channel of several. */
export interface Split {
  readonly amount: MoneySpan;
  readonly of: "country" | "channel";
  readonly name: string;
}

/** What is said of the channels or countries of a text. */
export interface PartsToSettle {
  readonly shares: readonly NamedShare[];
  /** What gets the rest. */
  readonly rests: readonly Named[];
  /** All that are wanted. */
  readonly names: readonly string[];
}

/** Amounts for single countries or channels, where the text has them for two or more. */
export function findSplits(
  text: string,
  amounts: readonly MoneySpan[],
  countries: readonly Named[],
  channels: readonly Named[],
): Split[] {
  return (
    [
      ["country", countries],
      ["channel", channels],
    ] as const
  ).flatMap(([of, names]) => {
    const splits = amounts.flatMap((amount): Split[] => {
      const named = nameOf(text, amount, amounts, names);
      return named === undefined ? [] : [{ amount, of, name: named.name }];
    });
    return new Set(splits.map(({ name }) => name)).size > 1 ? splits : [];
  });
}

/** The channels or countries that get what the others leave: "three quarters to Spain and the rest to Portugal". */
export function findRests(text: string, shares: readonly Span[], names: readonly Named[]): Named[] {
  const rests = spansOf(text, rest);
  const parts = [...shares, ...rests].sort((a, b) => a.start - b.start);
  return rests.flatMap((span) => nameOf(text, span, parts, names) ?? []);
}

/** "Germany and Austria, 70/30": a ratio that comes to 100 behind a list of as many names. */
export function findRatios(text: string, names: readonly Named[]): NamedShare[] {
  return [...text.matchAll(ratio)].flatMap((match) => {
    const figures = match[0].match(/\d+/g)?.map(Number) ?? [];
    // "45 to 55" are years.
    const isRange = /\p{L}/u.test(match[0]) && (figures[0] ?? 0) < (figures[1] ?? 0);
    if (figures.reduce((sum, figure) => sum + figure, 0) !== 100 || isRange) return [];
    const span = spanOf(match);
    const list = spansBetween(names, span.start - longestList, span.start).slice(-figures.length);
    const ends = [...list.slice(1).map(({ start }) => start), span.start];
    const isList =
      new Set(list.map(({ name }) => name)).size === figures.length &&
      list.every(({ end }, i) => listed.test(text.slice(end, ends[i])));
    return isList ? list.map(({ name }, i) => exactShare(name, (figures[i] ?? 0) / 100, span)) : [];
  });
}

const ratio =
  /(?<![\d.,/:-])\d{2}(?:(?:\s?[/:]\s?|\s(?:zu|to|till|contre|tegen|do|su)\s)\d{2}){1,3}(?![\d/:]|[.,]\d|\s?(?:h|Uhr|am|pm)(?!\p{L}))/giu;
/** Characters of a list that a ratio is behind. */
const longestList = 200;
const listed = /^[\s,;:(/&+–-]*(?:\p{L}{1,5}[\s,]*|\p{L}{6,12}\s)?\(?$/u;

const rest = says("{burst_rest}(?:\\s+{parts})?");

/**
 * Least and most by channel or country, of the budget: a share without "at least" or "at most" is both, and so are amounts
 * that make up the budget, or the whole that is proposed where it has none.
 */
export function settleShares(
  of: Split["of"],
  { shares, rests, names }: PartsToSettle,
  allSplits: readonly Split[],
  budget: Money | undefined,
): { readonly found: Found<PartShare>[]; readonly questions: readonly OpenQuestion[] } {
  const field = `limits.${of}_shares`;
  const splits = allSplits.filter((split) => split.of === of);
  const parts = splits.map(
    ({ name, amount }) => `${name} ${amount.type === "clear" ? formatMoney(amount.amount) : amount.text}`,
  );
  const inShares = sharesOf(splits, budget);
  const questions: OpenQuestion[] = inShares === undefined ? [ask(field, "splits.shares", { parts })] : [];
  const given = [...shares, ...(inShares ?? [])];
  const read = [...new Set(given.map(({ name }) => name))].flatMap((name): Found<PartShare>[] => {
    const all = given.filter((share) => share.name === name);
    const least = new Set(all.filter(({ bound }) => bound !== "most").map(({ value }) => value));
    const most = new Set(
      all.filter(({ bound }) => bound !== "least").map(({ value, upTo }) => upTo ?? value),
    );
    const [[min], [max], [first]] = [[...least], [...most], all];
    if (first !== undefined && least.size < 2 && most.size < 2 && (min ?? 0) <= (max ?? 1))
      return [
        found({ of: name, ...(min !== undefined && { min }), ...(max !== undefined && { max }) }, first),
      ];
    questions.push(ask(field, "shares.part", { name, words: quoted(all) }));
    return [];
  });
  if (read.reduce((total, { value }) => total + (value.min ?? 0), 0) <= 1 + 1e-9)
    return { found: [...read, ...theRest(read, rests, names)], questions };
  return { found: [], questions: [...questions, ask(field, "shares.whole", { words: quoted(given) })] };
}

/** The largest share for one seller, as a share of the budget where the text says it in money. */
export function settleSellerShare(
  stated: Found<number> | undefined,
  amounts: readonly LabelledAmount[],
  budget: Money | undefined,
): Reading<number> {
  const caps = amounts.filter(({ role }) => role === "seller_cap");
  const shares = caps.flatMap((cap): Found<number>[] => {
    const isShare = cap.type === "clear" && cap.amount.currency === budget?.currency;
    const share = isShare ? Math.floor((cap.amount.minor / budget.minor) * 10_000) / 10_000 : 0;
    return share > 0 && share < 1 ? [found(share, cap, { note: "of the budget" })] : [];
  });
  const [only, ...others] = [...(stated ? [stated] : []), ...shares];
  if (shares.length === caps.length && others.length === 0)
    return { ...(only && { found: only }), questions: [] };
  const words = [...(stated ? [stated.evidence] : []), ...caps];
  return { questions: [ask("limits.max_share_per_seller", "shares.seller", { words })] };
}

/** The countries, and those that get a share without being named elsewhere: "70 % in Morocco, 30 % in France". */
export function countriesWithShares(
  countries: {
    readonly found: readonly Found<string>[];
    readonly ruledOut: readonly Found<string>[];
    readonly questions: readonly OpenQuestion[];
  },
  shares: readonly Found<PartShare>[],
): readonly Found<string>[] {
  const { found: named, ruledOut, questions } = countries;
  if (questions.some(({ field }) => field === "countries")) return named;
  const stated = new Set([...named, ...ruledOut].map(({ value }) => value));
  const more = shares.filter(({ value }) => !stated.has(value.of));
  return [...named, ...more.map((share) => ({ ...share, value: share.value.of }))];
}

/** The share that exact ones leave to the only other name, where the text gives it the rest. */
function theRest(
  read: readonly Found<PartShare>[],
  rests: readonly Named[],
  names: readonly string[],
): Found<PartShare>[] {
  const [other, ...more] = names.filter((name) => !read.some(({ value }) => value.of === name));
  const restShare = rests.find(({ name }) => name === other);
  const isExact = read.every(({ value: { min, max } }) => min !== undefined && min === max);
  if (other === undefined || restShare === undefined || more.length > 0 || !isExact) return [];
  const share = Number((1 - read.reduce((total, { value }) => total + (value.min ?? 0), 0)).toFixed(12));
  return share > 0 && share < 1 ? [found({ of: other, min: share, max: share }, restShare)] : [];
}

/** Amounts as shares of the whole that they make up; undefined where they make up another one than the budget. */
function sharesOf(splits: readonly Split[], budget: Money | undefined): NamedShare[] | undefined {
  const clear = splits.flatMap(({ name, amount }) => (amount.type === "clear" ? [{ name, ...amount }] : []));
  const currency = budget?.currency ?? clear[0]?.amount.currency;
  if (currency === undefined || splits.length === 0) return [];
  if (clear.length < splits.length || clear.some(({ amount }) => amount.currency !== currency))
    return undefined;
  const whole = totalMoney(clear, currency, ({ amount }) => amount);
  if (whole.minor <= 0 || whole.minor !== (budget ?? whole).minor) return undefined;
  return clear.map(({ name, amount, ...span }) => exactShare(name, amount.minor / whole.minor, span));
}
