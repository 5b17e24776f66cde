import type { Frequency } from "../brief.ts";
import { fraction, partOf } from "./fractions.ts";
import { digits, numberNamed, numberOf, numberWords } from "./numbers.ts";
import { beginsWith, cue, endsWith, phrased } from "./phrases.ts";
import { overlaps, type Span } from "./spans.ts";

/** A number with its unit as it stands in a text. */
export interface Quantity extends Span {
  readonly unit: Unit;
  /** A share is more than 0 and at most 1. Undefined where words and marks leave open which number it is. */
  readonly value: number | undefined;
  /** "2 to 4 sellers": the upper one. */
  readonly upTo?: number | undefined;
  /** Of contacts: the time in which they happen. */
  readonly per?: Frequency["per"];
  /** Of contacts: nothing says what is counted, as in "3 per week". */
  readonly bare?: boolean;
}
export type Unit = "share" | "contacts" | "number" | (typeof counted)[number];
const counted = ["impressions", "packages", "sellers", "day", "week", "month"] as const;

/** Every quantity but money, in the order of the text. No bare number is one that belongs to `amounts`. */
export function quantitiesIn(text: string, amounts: readonly Span[]): Quantity[] {
  const found: Quantity[] = [];
  let next = 0;
  for (const { 0: words, index: start, groups = {} } of grammar.all(text)) {
    const span = { text: words, start, end: start + words.length };
    while ((amounts[next]?.end ?? text.length) <= start) next += 1;
    const amount = amounts[next];
    const quantity = read(span, groups, text.slice(span.end, span.end + 30));
    if (quantity !== undefined && !(quantity.unit === "number" && amount && overlaps(amount, span)))
      found.push(withLower(text, quantity));
  }
  return found.map((quantity, i) => besideContacts(text, quantity, [found[i - 1], found[i + 1]]));
}

/**
 * "At least 2x, no more than 5x per week", "mindestens 3 Kontakte": a bound on contacts whose time is that of the contacts beside
 * it, or the whole flight.
 */
function besideContacts(text: string, quantity: Quantity, neighbours: readonly (Quantity | undefined)[]) {
  const { unit, value = 0, start, end } = quantity;
  const isCount = unit === "number" && Number.isInteger(value) && value > 0 && value < 100;
  const after = text.slice(end, end + 30);
  if (!isCount || /^[.,:/]?\d|^\s?[%:\p{Sc}]/u.test(after)) return quantity;
  const before = text.slice(Math.max(0, start - 40), start);
  const unnamed = lone.exec(after);
  const other = neighbours.find((each) => {
    if (each?.unit !== "contacts") return false;
    const [first, last] = each.start < start ? [each, quantity] : [quantity, each];
    return pairedBounds.test(text.slice(first.end, last.start));
  });
  const isPaired = other?.start !== undefined && (other.start > start || !/^\s?\p{L}/u.test(after));
  if (!(isPaired && boundBefore.test(before)) && !(unnamed && leastBefore.test(before))) return quantity;
  const to = end + (unnamed?.[0].length ?? 0);
  const contacts = { text: text.slice(start, to), start, end: to, unit: "contacts", value } as const;
  return { ...contacts, bare: unnamed === null, ...(other?.per && { per: other.per }) };
}

type Groups = Readonly<Record<string, string | undefined>>;

function read(span: Span, groups: Groups, after: string): Quantity | undefined {
  const { number = "", percent, share } = groups;
  if (share !== undefined) return shareOf(span, partOf(span.text, after));
  if (percent !== undefined) return shareOf(span, percentOf(number));
  const per = periods.find((period) => groups[`per_${period}`] ?? groups[`every_${period}`]);
  if (per !== undefined) return contactsIn(span, groups, per);
  const unit = counted.find((name) => groups[name] !== undefined) ?? "number";
  if (unit === "number" || unit === "impressions") {
    const scale = span.text.slice(number.length);
    const times = millions.test(scale) ? 1_000_000 : thousands.test(scale) ? 1_000 : 1;
    const isOpen = mil.test(scale) && english.test(scale + after);
    const value = isOpen ? undefined : numberOf(number, times);
    // "per thousand impressions"
    return value === undefined && !/^\d/.test(number) ? undefined : { ...span, unit, value };
  }
  const value = numberNamed(number);
  // "two and four" reads like one number in words, but is two.
  const [first, upTo] = number.split(new RegExp(phrased("\\s{and}\\s"), "iu")).map(numberNamed);
  return value === undefined && upTo !== undefined
    ? { ...span, unit, value: first, upTo }
    : { ...span, unit, value };
}

function shareOf(span: Span, value: number | undefined): Quantity | undefined {
  return value !== undefined && value > 0 && value <= 1 ? { ...span, unit: "share", value } : undefined;
}

function percentOf(number: string): number | undefined {
  if (/^\d{1,3}(?:[.,]\d{1,2})?$/.test(number)) return numberOf(number, 0.01);
  return /^\p{L}[\p{L}\s-]*$/u.test(number) ? (numberNamed(number) ?? 0) / 100 : undefined;
}

function contactsIn(
  span: Span,
  { number = "", times, often, once, twice }: Groups,
  per: Frequency["per"],
): Quantity {
  const contacts = { ...span, unit: "contacts", per } as const;
  if ((times ?? often) !== undefined) return { ...contacts, value: numberNamed(number), bare: false };
  const adverb = once ? 1 : twice ? 2 : undefined;
  return { ...contacts, value: adverb ?? numberNamed(number), bare: adverb === undefined };
}

/** With the number before it where the two are the ends of a range. */
function withLower(text: string, quantity: Quantity): Quantity {
  if (quantity.unit === "number" || quantity.upTo !== undefined) return quantity;
  const from = Math.max(0, quantity.start - 40);
  const before = text.slice(from, quantity.start);
  const isCount = quantity.unit === "sellers" || quantity.unit === "packages";
  const lower = (isCount ? countBefore : numberBefore).exec(before);
  const number = lower?.groups?.["number"];
  if (lower === null || number === undefined) return quantity;
  const start = from + lower.index;
  const value = numberOf(number, quantity.unit === "share" ? 0.01 : 1);
  return { ...quantity, text: text.slice(start, quantity.end), start, value, upTo: quantity.value };
}

const millions = beginsWith("{million}|m");
const thousands = beginsWith("{thousand}|k|{mil}");
const mil = beginsWith("{mil}(?!\\p{L})");
/** "2 mil views" are millions or thousands, "200 mil cliques" are thousands. */
const english =
  /^\s?mil(?:(?:\s\p{L}+)?\s(?:impressions|views|visits|people|users|adults|clicks|leads|conversions|orders|sales|installs)(?!\p{L})|\s?[^\p{L}\s]|\s?$)/iu;
const periods = ["day", "week", "month", "flight"] as const;
const named = (prefix: string, names: readonly string[]) =>
  names.map((name) => `(?<${prefix}${name}>{${name}})`).join("|");
const scale = "(?:\\s?(?:{million}|m|{thousand}|k|{mil})(?!\\p{L}))?";
/** "3 exposures per person and week" */
const eachPerson = "(?:\\s*(?:(?:(?:{per}|{within})\\s+|/\\s?){person}|p\\.?p\\.?)(?!\\p{L}))";
const contacts = `(?<!\\d{3})(?:[\\s-]?(?<times>[x×]|{times}))?(?:\\s{most_after})?${eachPerson}?(?:,?\\s*(?:(?:{per}|{within})\\s|/)|(?<=\\s{person})\\s+{and}\\s)\\s*(?:${named("per_", periods)})(?!\\p{L})`;
/** "3x daily"; "3x Tagesbudget" is money. */
const adverbs = `\\s?(?<often>[x×]|{times})${eachPerson}?\\s+(?!\\p{L}*budget)(?:(?<every_day>{daily})|(?<every_week>{weekly})|(?<every_month>{monthly}))(?!\\p{L}|\\s+budget)`;
const grammar = cue(() =>
  [
    `(?<![\\p{N}.,])(?:(?<share>${fraction()})`,
    `|(?<number>${digits}|(?<!\\p{L})(?:(?<once>{once})|(?<twice>{twice})|${numberWords()}))`,
    "(?:\\s?(?<percent>%|{percent}(?!\\p{L}))",
    `|${contacts}|${adverbs}`,
    `|${scale}\\s+(?<impressions>{impressions})(?!\\p{L})`,
    "|\\s+(?:{different}\\s)?(?:(?<packages>{packages})|(?<sellers>{sellers_counted}))(?!\\p{L})",
    `|(?<!\\s{per})[ -](?:${named("", ["day", "week", "month"])})(?!\\p{L})`,
    `|(?<=\\d)${scale}(?![.,]?\\d|\\s?[-–]\\s?\\d|\\s?%)))`,
  ].join(""),
);
const lone = cue(`^\\s?(?:[x×]|{times})${eachPerson}?(?![\\p{L}\\d])`);
const boundBefore = endsWith("{least_before}|{most_before}");
const leastBefore = endsWith("{least_before}");
/** What stands between the ends of "mindestens 2 und höchstens 5": little words and the second bound. */
const pairedBounds = cue(
  `^(?:\\s?(?:[x×]|{times}))?${eachPerson}?(?:[\\s,(–-]|(?<!\\p{L})\\p{Ll}{1,6}(?!\\p{L})){1,8}(?:{least_before}|{most_before})\\s*$`,
  "gu",
);
const numberBefore = cue("(?<![\\p{L}\\p{N}.,])(?<number>\\d{1,3})\\s*(?:[-–]|{until}(?!\\p{L}))\\s*$");
const countBefore = cue(
  () =>
    `(?<![\\p{L}\\p{N}.,])(?<number>\\d{1,3}|${numberWords()})\\s*(?:[-–]|(?:{until}|{and})(?!\\p{L}))\\s*$`,
);
