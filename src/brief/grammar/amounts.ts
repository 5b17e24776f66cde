import { currencyDigits, isCurrency, type Money, money } from "../../lib/money.ts";
import { currencyOf, type LocalMoney, marks, minorUnits } from "./currencies.ts";
import { lexiconOf } from "./lexicon.ts";
import { monthPattern } from "./months.ts";
import { digits, numberNamed, numberWords } from "./numbers.ts";
import { type Cue, cue, endsWith, says } from "./phrases.ts";
import { problem, type Wording } from "./question.ts";
import type { Span } from "./spans.ts";

/** An amount of money as it stands in a text. `unclear` says why it cannot be read as one amount of one currency. */
export type MoneySpan = Span & MoneyReading;
type MoneyReading =
  | {
      readonly type: "clear";
      readonly amount: Money;
      /** Written with a bare "$": other countries have dollars too. */
      readonly dollar: boolean;
      readonly approximate: boolean;
    }
  | { readonly type: "unclear"; readonly problem: Wording };

/** What the rest of a text says of its amounts. */
export interface MoneySetting {
  readonly local?: LocalMoney;
  /** The text is in a language in which "mil" is a thousand. */
  readonly milIsThousand?: boolean;
}

/**
 * Amounts in the spelling of several languages: "$50k", "250.000 €", "50 000 £", "1,2 Mio. EUR", "250 TEUR", "two hundred grand
 * (GBP)". Every value is made of the digits or number words of the text; what has two readings is `unclear`.
 */
export function findMoney(text: string, setting: MoneySetting = {}): MoneySpan[] {
  const found: MoneySpan[] = [];
  for (const { 0: match, index: start, groups = {} } of amounts.all(text)) {
    const words = match.trimEnd();
    const span = { text: words, start, end: start + words.length };
    const {
      code = groups["spelt"] ?? "",
      sign = "",
      number = groups["words"] ?? "",
      bracketed,
      plain = "",
    } = groups;
    const around = [code || sign, bracketed ?? plain];
    const isBare = around.every((mark) => mark === "");
    // "March 2027 EUR" heads a column of amounts.
    if (/^20\d\d$/.test(number) && dateBefore.test(text.slice(Math.max(0, start - 24), start))) continue;
    // "Budget in GBP thousand | 58": the unit of the figure behind it.
    if (scales.some(([scale]) => scale.test(number)) && /^\)?\s*[:|]/.test(text.slice(span.end))) continue;
    if (isBare && !isBareBudget(text, span, number, groups["scale"] !== undefined)) continue;
    const label = isBare ? unitInLabel.exec(text.slice(Math.max(0, start - 60), start))?.groups : undefined;
    const marks = label?.["mark"] ? [label["mark"]] : around;
    const counted = label?.["scale"] ?? label?.["behind"]?.replace("'000", "k") ?? "";
    found.push({ ...span, ...read(text, span, number, groups["scale"] ?? counted, marks, setting) });
  }
  return withRivals(text, withOneCurrency(text, found));
}

/** "14k, not 12" below "12k EUR": what lacks a currency and takes another amount's place has that one's. */
function withOneCurrency(text: string, found: readonly MoneySpan[]): MoneySpan[] {
  const codes = new Set(found.flatMap((one) => (one.type === "clear" ? [one.amount.currency] : [])));
  const [code, ...others] = codes;
  if (code === undefined || others.length > 0) return [...found];
  return found.map((one) => {
    const isBare = isReplacing(text, one) || isCorrecting(text, one) || isNet(text, one);
    const [again] = isBare && one.type === "unclear" ? findMoney(`${code} ${one.text}`) : [];
    return again?.type === "clear" ? { ...again, text: one.text, start: one.start, end: one.end } : one;
  });
}

/** "Zeca: no, I said 120k": a figure that somebody else in a chat sets against the one of the line before. */
function withRivals(text: string, found: readonly MoneySpan[]): MoneySpan[] {
  const rivals = found.flatMap((one) => {
    if (one.type !== "clear" || one.amount.minor < leastRival) return [];
    const { line = "", before = "", number = "" } = rival.exec(text.slice(one.end))?.groups ?? {};
    const start = one.end + line.length + before.length;
    const [other] =
      number === "" ? [] : findMoney(`${one.amount.currency} ${number}`, { milIsThousand: true });
    const times = other?.type === "clear" ? other.amount.minor / one.amount.minor : 1;
    const isNew = other !== undefined && times !== 1 && times * 3 > 1 && times < 3;
    return isNew && !found.some((each) => each.start <= start && start < each.end)
      ? [{ ...other, text: number, start, end: start + number.length }]
      : [];
  });
  return [...found, ...rivals].sort((a, b) => a.start - b.start);
}

/** In minor units. */
const leastRival = 100_000;

/** "Sorry, correction! 56k", below "65k zł" */
function isCorrecting(text: string, { start }: Span): boolean {
  return correction.test(text.slice(Math.max(text.lastIndexOf("\n", start) + 1, start - 40), start));
}

/** "11,000 net", below "14,500 euros" */
function isNet(text: string, { end }: Span): boolean {
  return netBehind.test(text.slice(end, end + 20));
}

/** Whether the number that an amount replaces stands right behind it: "55k it is, not 70". */
export function isReplacing(text: string, { end }: Span): boolean {
  return replaces.test(text.slice(end, end + 60));
}

/** The one amount that a text consists of; undefined where there is none, another one, or more words. */
export function readMoney(text: string): MoneyReading | undefined {
  const whole = text.trim();
  const plain = plainAmount(whole);
  if (plain !== undefined) return { type: "clear", amount: plain, dollar: false, approximate: false };
  const [only, ...more] = findMoney(whole);
  return only !== undefined && more.length === 0 && only.text === whole ? only : undefined;
}

/**
 * An amount as a planner types it into a field of one currency: "9.000", "8.600,00 €", "15 Tsd". Undefined where it has no digit
 * or is no one amount.
 */
export function readTyped(text: string, currency: string): Money | undefined {
  if (!/\d/.test(text)) return undefined;
  const whole = text.trim();
  const read = readMoney(whole) ?? readMoney(`${whole} ${currency}`);
  return read?.type === "clear" ? read.amount : undefined;
}

/** "250,000.00 EUR", "EUR 250000": no file of a language need be read for it. */
function plainAmount(text: string): Money | undefined {
  const { before, number = "", code = before ?? "" } = plainly.exec(text)?.groups ?? {};
  if (!isCurrency(code)) return undefined;
  const minor = minorUnits(number, 0, currencyDigits(code));
  return typeof minor === "number" ? money(minor, code) : undefined;
}

function read(
  text: string,
  span: Span,
  number: string,
  scale: string,
  around: readonly string[],
  { local, milIsThousand }: MoneySetting,
): MoneyReading {
  const unclear = (key: string, values?: Wording["values"]): MoneyReading => ({
    type: "unclear",
    ...problem(key, values),
  });
  const before = text.slice(Math.max(0, span.start - 40), span.start);
  const after = text.slice(span.end, span.end + 40);
  const spelled = !/^\d/.test(number);
  // "on a quatre-vingt mille": the first word is none of the number.
  const value = spelled
    ? (numberNamed(number) ?? numberNamed(number.replace(/^a /, "")))?.toString()
    : number;
  if (value === undefined) return unclear("number");
  const doubt = doubtAbout(value, { before, after, spelled });
  if (doubt !== undefined) return unclear(doubt);
  // "CHF 180'000.–" is written to its end.
  const unit = spelled || /[-–—]$/.test(span.text) ? undefined : unknownUnit(after);
  if (unit !== undefined) return unclear("unit", { unit });
  const currency = currencyOf(around, local);
  if (currency === undefined) return unclear("currency");
  if ("problem" in currency) return { type: "unclear", ...currency };
  if (isIndian.test(scale) && currency.code !== "INR") return unclear("unit", { unit: scale });
  const power = powerOf(scale, around, milIsThousand);
  if (power === undefined) return unclear("scale", { scale });
  if (power > 0 && currency.power > 0) return unclear("thousands");
  const minor = minorUnits(value, power + currency.power, currencyDigits(currency.code));
  if (typeof minor !== "number") return { type: "unclear", ...minor };
  const dollar = currency.code === "USD" && around.every((mark) => /^(?:|\$|dollars?)$/i.test(mark));
  return { type: "clear", amount: money(minor, currency.code), dollar, approximate: roughly.test(before) };
}

/** Why the words around an amount leave open which number it is. */
function doubtAbout(
  value: string,
  { before, after, spelled }: { readonly before: string; readonly after: string; readonly spelled: boolean },
): string | undefined {
  if (spelled && vagueBefore.test(before)) return "number";
  if (rangeBefore.test(before) || rangeAfter.test(after) || (spelled && wordsBefore.test(before)))
    return "range";
  if (timesBefore.test(before) || timesAfter.test(after)) return "times";
  return /\s/.test(value) && dateBefore.test(before) ? "date" : undefined;
}

function powerOf(scale: string, around: readonly string[], milIsThousand: boolean | undefined) {
  // "50 mil euros" is Spanish; "50 mil USD" may be short for millions.
  if (/^mil$/i.test(scale))
    return milIsThousand || around.some((mark) => /^(?:euros?|eur|reais|pesos|d[oó]lares)$/iu.test(mark))
      ? 3
      : undefined;
  // Bankers write a million like that; "mm" may be a slip.
  if (scale === "MM") return 6;
  return scale === "" ? 0 : scales.find(([pattern]) => pattern.test(scale))?.[1];
}

/** What stands directly behind an amount and may scale it: "peti", "万", "/100k"; "/month" says how often it is spent. */
function unknownUnit(after: string): string | undefined {
  const { word, slash } =
    /^(?:[ \u00a0]?(?<word>[\p{Ll}\p{Lo}]\p{L}*)|(?<slash>\/[\p{L}\p{N}]+))/u.exec(after)?.groups ?? {};
  if (slash !== undefined) return slot.test(slash) ? undefined : slash;
  return word !== undefined && scaling.test(word) ? word : undefined;
}

/** "Budget: 250,000" is an amount that lacks its currency; "250,000 impressions" is none at all. */
function isBareBudget(text: string, { start, end }: Span, number: string, scaled: boolean): boolean {
  if (!/^\d/.test(number)) return /\p{L}[ -]grand$/iu.test(number);
  if (/^\s*%/.test(text.slice(end, end + 20)) || /^(?:20\d\d|0+)$/.test(number)) return false;
  if (unitInLabel.test(text.slice(Math.max(0, start - 60), start))) return true;
  if (number.replaceAll(/\D/g, "").length < 3 && !scaled) return false;
  const span = { text: number, start, end };
  if (scaled && (isReplacing(text, span) || isCorrecting(text, span))) return true;
  if ((scaled || /\d[.,' ]\d{3}$/.test(number)) && isNet(text, span)) return true;
  const clause = text.slice(Math.max(0, start - 24), start).split(/[\n.;,]/);
  return budgetWords.test(clause.at(-1) ?? "");
}

const gap = "[ \\u00a0\\u202f]";
const plainly = new RegExp(
  `^(?:(?<before>[A-Z]{3})${gap}?(?=[^A-Z]+$))?(?<number>${digits})(?:${gap}?(?<code>[A-Z]{3}))?$`,
);
/** "March 2027 GBP 20,000": the currency is of the amount behind it. */
const yearBefore = `20\\d\\d${gap}(?:${marks.any})${gap}?\\d`;
const amounts = cue(
  () =>
    [
      "(?<![\\p{L}\\p{N}.,])",
      `(?:(?<code>${marks.code})${gap}?(?=\\d)|(?<spelt>${marks.code})${gap}(?=\\p{L}))?`,
      `(?:(?<sign>${marks.sign})${gap}?)?`,
      `(?:(?!${yearBefore})(?<number>${digits})(?:[.,][-–—]+)?(?:${gap}?(?<scale>[kK]|[mM]|MM|mm|(?<=R\\$${gap}?[\\d.,]+${gap}?)mi|{thousand}|{million}|{billion}|{lakh}|{crore}|{mil})(?!\\p{L}))?`,
      `|(?<words>${numberWords()})(?![\\p{L}\\p{N}])(?!${gap}(?:${marks.any})${gap}?\\d))`,
      `(?:${gap}?(?:(?:d['’]|d[eiu]${gap}|of${gap}))?(?:\\((?<bracketed>${marks.behind})\\)|(?<plain>${marks.behind})(?![\\p{L}\\p{N}])))?`,
    ].join(""),
  "gu",
);
const scales: readonly (readonly [Cue, number])[] = [
  [cue(() => `^(?:k|{thousand}|${lexiconOf().any("table.thousands")})$`), 3],
  [cue("^(?:mi?|{million})$"), 6],
  [cue("^{billion}$"), 9],
  [cue("^{lakh}$"), 5],
  [cue("^{crore}$"), 7],
];
const isIndian = cue("^(?:{lakh}|{crore})$");
/** "Budget (EUR): 85.000", "Budget (k€) | 320": the label names the currency, and what the figures count. */
const unitInLabel = cue(
  () =>
    `(?:\\((?:in )?|[\\p{L}],? (?:in|en|em|i|w) )(?:(?<scale>k|{thousand}|${lexiconOf().any("table.thousands")})\\s?(?:d[ei] )?)?(?<mark>${marks.behind})(?:\\s(?<behind>k|'000|{thousand}))?\\)?(?:\\*\\*)?\\s*[:|][\\s|*]*$`,
  "u",
);
const sumEnd = "(?:k|m|{thousand}|{million}|{billion}|{mil}|[tkm]eur|[€$£]|eur(?:os?)?|usd|gbp|chf)";
/** A dash at the head of a line begins an item. */
const joint = "(?:(?<!\\n\\s*)[-–—]|{until}|{or})";
const rangeBefore = cue(
  `(?<![\\d.,])(?![\\d.,/-]*20\\d\\d(?!\\d))\\d[\\d.,]*\\s*${sumEnd}?\\s*${sumEnd}?\\s*(?:${joint}|{and})\\s*$`,
);
/** "two to three hundred thousand", "between one and a half million" */
const wordsBefore = cue(() => `(?<!\\p{L})(?:${numberWords()}\\s*(?:${joint}|{and})|{span_of})\\s*$`);
const rangeAfter = cue(
  `^[^\\S\\n]*${joint}\\s*(?:(?:[€$£]|eur|usd|gbp|chf)\\s?\\d|\\d[\\d.,' ]*\\s*${sumEnd}(?!\\p{L})|\\d{1,3}(?:[.,' ]\\d{3})+(?![\\d/'-]|[.,]\\d))`,
);
const timesBefore = cue("\\d\\s*(?:[x×*]|{repeats})\\s*$");
const timesAfter = cue("^\\s*(?:[x×*]\\s*\\d|\\d+\\s*{repeats}(?!\\p{L}))");
const dateBefore = cue(`(?<!\\p{L})(?:${monthPattern}\\.?|KW|Q\\d|H\\d|weeks?)[ \\u00a0]?$`);
const roughly = cue("(?:(?<!\\p{L}){roughly}|~)\\s*$");
/** "a few hundred", "2 and a half million": the number begins before its last words. */
const vagueBefore = endsWith("(?:{vague_number}|\\d)(?:\\s+{and})?");
/** "1,200,000 net contacts" are none. */
const netBehind = cue("^\\s{net}(?:\\s{media})?(?=\\s*(?:[.,;:!?)|\\n]|$))");
const correction = says("{corrections}");
const rival = cue(
  "^(?<line>[^\\n]*\\n)(?<before>(?:[^\\n:]{1,25}:)?(?:[^\\S\\n]{1,30}[^\\s\\d]+){2,6}\\s)(?<number>\\d{1,3}\\s?(?:k|{thousand}|{mil}))(?=[,.!?)\\n]|\\s*$)",
);
const budgetWords = says("{bare_budget}");
/** " now, not 95", " instead of EUR 80,000" */
const replaces = cue(
  "^(?:\\s\\p{L}{1,8}){0,2},?\\s+(?:{instead_of|denials})\\s+(?:\\p{Sc}|[A-Z]{3})?\\s?\\d",
);
/** Words of what something costs or is sold for, by their stems, as the inside of a pattern. */
export const costing =
  "(?:cost|(?:ge)?kosz?t|co[uû]t|cuest|cust|pri[cxs]|\\p{L}*preis|prec|preç|prezz|cen[ayę]|listin)\\p{L}*";
const slot = cue("^/(?:{day}|{week}|{month}|{slots}|{click}|{thousand_views}|mo|wk|d)$");
/** Words for numbers, which are few in any language, by their stems, and scripts that write them without a space. */
const scaling =
  /^(?:(?:mil[ijl]|mio|mln|mrd|thou|ti[sš]í?c|tys|tus|tuh|tau[sz]|tsd|duiz|hund|sto(?:tis|lik)|do[uz]z|dutz|bil[ij]|la[ck]h|cror|rib[ou]|jut)\p{L}*|bn|mn|mm|kk|cr|lac|bin|mii|mie|peti|toman|score|grand)$|\p{Lo}/iu;
