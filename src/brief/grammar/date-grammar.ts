import type { Part } from "./calendar.ts";
import { anyNumberOf, lexiconOf } from "./lexicon.ts";
import { monthNamed, monthPattern, monthsBeforeDays } from "./months.ts";
import { type Cue, cue } from "./phrases.ts";
import { problem, type Wording } from "./question.ts";
import { freePlaces, type Span, spanOf } from "./spans.ts";
import { anyWeekday } from "./weekdays.ts";

export interface Token extends Span {
  readonly first: Part;
  readonly last: Part;
  /** The separator of "01/02/2027", where `month` and `day` may be the other way round. */
  readonly swappable?: string;
  /** "4/30/27": what stands last is a year where another date ends alike. */
  readonly shortYear?: true;
  /** "end of March": its last day where it ends a range, else no day. */
  readonly endOfMonth?: true;
  /** "mid-March": some of its days. */
  readonly partOfMonth?: true;
  /** A month without day and year, which is a time of this campaign only as an end of a range. */
  readonly lone?: true;
  /** Its name is a word as well, "may", and counts only beside another month: "mar apr may 2027". */
  readonly word?: true;
  /** What is written before it, or before the two ends of a range. */
  readonly weekday?: Weekday;
  readonly lastWeekday?: Weekday;
  readonly problem?: Wording;
}

interface Weekday {
  readonly name: string;
  /** Sunday is 0. */
  readonly day: number;
}

/** Dates one by one, in the order of the text. */
export function findTokens(text: string): Token[] {
  const found: Token[] = [];
  const isFree = freePlaces(text.length);
  for (const [pattern, read] of grammar)
    for (const match of pattern.all(text)) {
      const parts = read(match.groups ?? {});
      if (parts !== undefined && isFree(spanOf(match))) found.push({ ...spanOf(match), ...parts });
    }
  return besideMonths(
    text,
    found.sort((a, b) => a.start - b.start),
  );
}

/** Without those months that are words as well, where nothing joins them to a date that is none. */
function besideMonths(text: string, tokens: readonly Token[]): Token[] {
  const kept: Token[] = [];
  let words: Token[] = [];
  for (const token of tokens) {
    const last = words.at(-1) ?? kept.at(-1);
    const isJoined = last !== undefined && joined.test(text.slice(last.end, token.start));
    if (words.length > 0 && !isJoined) words = [];
    if (token.word === true && (words.length > 0 || !isJoined)) words.push(token);
    else {
      kept.push(...words, token);
      words = [];
    }
  }
  return kept;
}

type Groups = Readonly<Record<string, string | undefined>>;
type Read = (groups: Groups) => Omit<Token, keyof Span> | undefined;

export const notADay = problem("day");
const fiscalYear = problem("fiscal");
const countedWeeks = problem("weeks");

/** What joins dates to a list; "jun jul aug" has nothing in between. */
export const listMark = "[^\\S\\n]*|\\s*(?:[,;/&+]|,?\\s*{and})\\s*";
const shortMark = `\\.?(?:${listMark}|\\s*[-–—]\\s*)`;
const joined = cue(`^(?:${listMark}|\\s*(?:[-–—]|{until})\\s*)$`);

const year = "(?<year>20\\d\\d)(?!\\d)";
const pieces: Readonly<Record<string, string>> = {
  year,
  // "2027", ", 2027", "de 2027", "-2027", "'27"
  inYear: `(?:(?:[-/]|\\s*,?\\s*(?:{of_month} )?)${year}|\\s?['’](?<short>\\d\\d)(?!\\d))?`,
  month: `(?<month>${monthPattern})(?!\\p{L})\\.?`,
  monthFirst: `(?<month>${monthsBeforeDays})(?!\\p{L})\\.?`,
  of: "(?:[-/](?=\\p{L})|[^\\S\\n]*(?:{of_month} )?)",
  spelledFrom: "(?<spelledFrom>{day_words})\\s",
  spelled: "(?<spelled>{day_words})\\s",
  from: "(?<from>\\d{1,2})",
  day: "(?<day>\\d{1,2})",
  ordinal: "(?:st|nd|rd|th|er|ste|de|e|\\.?[ºª°]|\\.|:[ae])?",
  dash: `\\s*(?:[-–—]|{until}|{and})\\s*${anyNumberOf(`(?:{article}|${anyWeekday}[.,]?)\\s+`)}`,
  end: "(?![\\p{L}\\p{N}])",
};
/** `#month` stands for the piece of that name. Capitals count where `flags` say so. */
const rule = (source: string, read: Read, flags = "giu"): readonly [Cue, Read] => [
  cue(
    `(?<![\\p{L}\\p{N}]|\\s['’])${source.replaceAll(/#([a-zA-Z]+)/g, (_, name: string) => pieces[name] ?? name)}`,
    flags,
  ),
  read,
];

// The first rule that matches a piece of text keeps it, so the longer forms come first.
const grammar: readonly (readonly [Cue, Read])[] = [
  rule("(?<year>20\\d\\d)(?<mark>[-/.])(?<m>\\d\\d)\\k<mark>(?<day>\\d\\d)#end", ({ year: y, m, day }) =>
    one({ year: Number(y), month: Number(m), day: Number(day) }),
  ),
  rule("#from#ordinal#dash#day#ordinal#of#month#inYear", monthDays),
  rule(
    "#monthFirst\\s+#from#ordinal\\s*(?:[-–—]|to|through|thru)\\s*#day(?:st|nd|rd|th)?(?!\\d)(?:\\s*,?\\s+#year)?",
    monthDays,
  ),
  rule("#day#ordinal#of#month#inYear", monthDays),
  rule("#spelledFrom#dash#spelled#of#month#inYear", monthDays),
  rule("#spelled#of#month#inYear", monthDays),
  rule("#monthFirst[\\s-]+#day(?:st|nd|rd|th)?(?![\\d.,]*\\d|\\s?(?:k|m|%|€))(?:[,-]?\\s*#year)?", monthDays),
  rule("{part_of_month}[ -]\\s*#month#inYear", (groups) => {
    const parts = monthOnly(groups);
    return parts && { ...parts, ...notADay, partOfMonth: true };
  }),
  rule("{end_of_month}[ -]\\s*#month#inYear", (groups) => {
    const parts = monthOnly(groups);
    return parts && { ...parts, endOfMonth: true };
  }),
  rule("#month\\s*,?#of#year", monthOnly),
  rule(
    "(?<!/)(?<a>\\d{1,2})/(?<b>\\d{1,2})#dash(?<c>\\d{1,2})/(?<d>\\d{1,2})(?:(?:[/-]|,?\\s+)#year|/(?<short>\\d\\d))#end",
    slashed,
  ),
  rule(
    "(?<a>\\d{1,2})\\.(?<b>\\d{1,2})\\.?#dash(?<c>\\d{1,2})\\.(?<d>\\d{1,2})(?:\\.?,?\\s*#year)?#end(?!\\.|\\s?(?:[€%$£]|zł|kr|eur|chf|usd|gbp|pln|sek))",
    dotted,
  ),
  // "01.-14.03.", "6-26.09.2027"
  rule(
    "(?<!\\.)#from\\.?\\s?[-–]\\s?#day\\.(?<m>\\d{1,2})\\.(?:\\s?#year|(?<short>\\d\\d))?#end",
    (groups) => {
      const { from, day, m } = groups;
      const at = { month: Number(m), ...yearOf(groups) };
      return { first: { ...at, day: Number(from) }, last: { ...at, day: Number(day) } };
    },
  ),
  rule("(?<a>\\d{1,2})(?<mark>[./-])(?<b>\\d{1,2})\\k<mark>(?<y>\\d{4}|\\d{2})#end", numeric),
  rule("(?<a>\\d{1,2})(?<mark>\\.)(?<b>\\d{1,2})\\.#end", numeric),
  rule(
    "(?:(?:{fiscal}[ -]?)?[QTHS][1-4][ -]?(?:of |of the )?{fiscal}|{fiscal}[ -]?[QTHS][1-4]|{fiscal})#end",
    withProblem(() => one({ month: 1 }), fiscalYear),
    "gu",
  ),
  rule(
    "[QT](?<quarter>[1-4])(?:\\s*[-/,]?#of#year|\\s?['’](?<short>\\d\\d)(?!\\d))?#end",
    ({ quarter, year: y, short }) => months(Number(quarter) * 3 - 2, 3, y ?? (short && `20${short}`)),
    "gu",
  ),
  rule(
    "[HS](?<half>[12])(?:\\s*[-/,]?\\s*#year)?#end",
    ({ half, year: y }) => months(Number(half) * 6 - 5, 6, y),
    "gu",
  ),
  rule(
    "(?:(?<first>{first})|(?<second>{second})|(?<third>{third_of_four})|{fourth})\\s*{quarter_of_year}#inYear",
    ({ first, second, third, year: y }) => months(first ? 1 : second ? 4 : third ? 7 : 10, 3, y),
  ),
  // Weeks of the ISO calendar by their name; an English "week 5" is counted in more than one way.
  rule(
    "{iso_week}[ \\t]*#from(?:#dash(?:(?:{iso_week}|v)\\s*)?(?<week>\\d{1,2}))?(?:\\s*[,/]?\\s*#year)?#end",
    weeks,
  ),
  rule(
    "{counted_week}[ \\t]*#from(?:\\s*(?:-|–|to|a)\\s*\\d{1,2})?(?:\\s*[,/]?\\s*#year)?#end",
    withProblem(() => one({ month: 1 }), countedWeeks),
  ),
  // "mai et juin 2027", "maj i czerwiec": beside another month it is one.
  rule(
    `(?<month>${monthPattern})(?!\\p{L})(?=\\s*(?:,|/|&|\\+|,?\\s*{and}\\s)\\s*(?:${monthPattern})(?!\\p{L}))`,
    (groups) => {
      const parts = monthOnly(groups);
      return parts && { ...parts, lone: true };
    },
  ),
  // September and October where these stand in a row of short names, for both are words elsewhere.
  rule(
    `(?<name>set|out)(?:(?=${shortMark}(?:out${shortMark})?(?:ott|nov|dez|dic)(?!\\p{L}))|(?<=(?<!\\p{L})ago(?:\\.?\\s|[-/,] ?)(?:set(?:\\.?\\s|[-/,] ?))?(?:set|out))(?!\\p{L}))`,
    ({ name = "" }) => ({ ...one({ month: /set/i.test(name) ? 9 : 10 }), lone: true }),
  ),
  // Alone, "may" and "march" are verbs too: a month without day and year counts where it is written like a name.
  rule(`(?<!\\p{L}-)(?<month>${monthPattern})(?!\\p{L})(?:(?<=(?<!\\p{L})\\p{L}{3,4})\\.)?`, (groups) => {
    const [name = "", parts] = [groups["month"], monthOnly(groups)];
    return parts && { ...parts, lone: true, ...(alsoWords.test(name) && { word: true }) };
  }),
];

/** "2027", or "27" where nothing else can stand. */
function yearOf({ year: full, short }: Groups): { readonly year?: number } {
  const y = full ?? (short && `20${short}`);
  return y ? { year: Number(y) } : {};
}

function one(part: Part): Pick<Token, "first" | "last"> {
  return { first: part, last: part };
}

function monthDays(groups: Groups) {
  const { from, day: figure, spelledFrom, spelled, month: name = "" } = groups;
  const month = monthNamed(name);
  if (month === undefined) return undefined;
  const day = spelled === undefined ? Number(figure) : daySpelled(spelled);
  const last = { month, day, ...yearOf(groups) };
  const begins = spelledFrom === undefined ? Number(from ?? last.day) : daySpelled(spelledFrom);
  return { first: { ...last, day: begins }, last };
}

/** "first of", "ersten", "trentuno": the place of the word in its list. */
function daySpelled(words: string): number {
  const lists = lexiconOf().tables.map(({ phrases }) => phrases.get("quantities.day_words") ?? []);
  const places = lists.map((list) =>
    list.findIndex((phrase) => new RegExp(`^(?:${phrase})$`, "iu").test(words)),
  );
  return 1 + Math.max(...places);
}

function monthOnly({ month: name = "", year: y }: Groups): Omit<Token, keyof Span> | undefined {
  const named = monthNamed(name);
  return named === undefined ? undefined : one({ month: named, ...(y ? { year: Number(y) } : {}) });
}

function withProblem(read: Read, why: Pick<Token, "problem">): Read {
  return (groups) => {
    const parts = read(groups);
    return parts && { ...parts, ...why };
  };
}

function weeks({ from, week = from, year: y }: Groups): Omit<Token, keyof Span> {
  const at = y ? { year: Number(y) } : {};
  return { first: { week: Number(from), ...at }, last: { week: Number(week), ...at } };
}

function months(start: number, count: number, y: string | undefined): Omit<Token, keyof Span> {
  const at = y ? { year: Number(y) } : {};
  return { first: { month: start, ...at }, last: { month: start + count - 1, ...at } };
}

function numeric(groups: Groups): Omit<Token, keyof Span> | undefined {
  const { mark = "", y = "" } = groups;
  const [a, b] = [Number(groups["a"]), Number(groups["b"])];
  if (a === 0 || b === 0 || Math.min(a, b) > 12 || Math.max(a, b) > 31) return undefined;
  const at = y === "" ? {} : { year: Number(y.length === 2 ? `20${y}` : y) };
  const part = a > 12 ? { day: a, month: b, ...at } : { day: b, month: a, ...at };
  return {
    ...one(part),
    ...(a !== b && Math.max(a, b) <= 12 && { swappable: mark }),
    // Dots stand between day, month and year alone: "18.01.27" has one reading.
    ...(y.length === 2 && mark !== "." && { shortYear: true }),
  };
}

/** "15/3-18/4 2027": a number above 12 tells days from months. */
function slashed(groups: Groups): Omit<Token, keyof Span> | undefined {
  const [a = 0, b = 0, c = 0, d = 0] = ["a", "b", "c", "d"].map((name) => Number(groups[name]));
  if (Math.min(a, b) > 12 || Math.min(c, d) > 12 || Math.max(a, b, c, d) > 31) return undefined;
  const isDayFirst = a > 12 || c > 12;
  const isMonthFirst = b > 12 || d > 12;
  const last = yearOf(groups);
  const ends = isMonthFirst
    ? { first: { month: a, day: b }, last: { month: c, day: d, ...last } }
    : { first: { month: b, day: a }, last: { month: d, day: c, ...last } };
  if (isDayFirst !== isMonthFirst) return ends;
  return { ...ends, ...problem("order") };
}

/** "26.03-5.04": without a year, a day above 12 tells it from prices. */
function dotted(groups: Groups): Omit<Token, keyof Span> | undefined {
  const [a = 0, b = 0, c = 0, d = 0] = ["a", "b", "c", "d"].map((name) => Number(groups[name]));
  const y = groups["year"];
  if (Math.max(b, d) > 12 || Math.max(a, c) > 31 || (y === undefined && Math.max(a, c) <= 12))
    return undefined;
  return { first: { month: b, day: a }, last: { month: d, day: c, ...(y && { year: Number(y) }) } };
}

const alsoWords = cue("^(?:{also_words}|[a-zäéû]{1,3})$", "u");
