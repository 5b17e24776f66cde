import type { Part } from "./calendar.ts";
import { monthNamed, monthPattern } from "./months.ts";
import { freePlaces, type Span } from "./spans.ts";

export interface Token extends Span {
  readonly first: Part;
  readonly last: Part;
  /** The separator of "01/02/2027", where `month` and `day` may be the other way round. */
  readonly swappable?: string;
  /** "end of March": its last day where it ends a range, else no day. */
  readonly endOfMonth?: true;
  /** A month without day and year, which is a time of this campaign only as an end of a range. */
  readonly lone?: true;
  readonly problem?: string;
}

/** Dates one by one, in the order of the text. */
export function findTokens(text: string): Token[] {
  const found: Token[] = [];
  const isFree = freePlaces(text.length);
  for (const { pattern, read } of grammar)
    for (const match of text.matchAll(pattern)) {
      const span = { text: match[0], start: match.index, end: match.index + match[0].length };
      const parts = read(match.groups ?? {});
      if (parts !== undefined && isFree(span)) found.push({ ...span, ...parts });
    }
  return found.sort((a, b) => a.start - b.start);
}

type Groups = Readonly<Record<string, string | undefined>>;
type Rule = {
  readonly pattern: RegExp;
  readonly read: (groups: Groups) => Omit<Token, keyof Span> | undefined;
};

const year = "(?<year>20\\d\\d)(?!\\d)";
const month = `(?<month>${monthPattern})(?!\\p{L})\\.?`;
const ordinal = "(?:st|nd|rd|th|er|º|°|\\.)?";
const edge = "(?<![\\p{L}\\p{N}])";
const dash =
  "\\s*(?:-|–|—|to|until|till|through|bis(?: zum)?|au|al?|and|und|et|y|e|en|och|i|tot(?: en met)?|t/m|do|até|till)\\s*(?:the |el |den |zum )?";
export const notADay = "does not name a day";
const fiscal =
  "(?:FY\\s?['’]?(?:20)?\\d\\d(?:/\\d\\d)?|FY|[Ff]iscal(?: [Yy]ear)?(?: (?:20)?\\d\\d)?|GJ\\s?\\d[\\d/]*|Geschäftsjahr(?:es)?(?: \\d[\\d/]*)?|[Ee]xercice(?: \\d[\\d/]*)?|[Aa]ño fiscal(?: \\d[\\d/]*)?)";
// Weeks of the ISO calendar by their name; an English "week 5" is counted in more than one way.
const weekWords = "(?:KW|Kalenderwochen?|ISO[- ]weeks?|calendar weeks?|semaines?)";
const quarterWords =
  "(?<first>first|1st|1\\.|erste[ns]?|premier|1er|primer)|(?<second>second|2nd|2\\.|zweite[ns]?|deuxième|2e|segundo)|(?<third>third|3rd|3\\.|dritte[ns]?|troisième|3e|tercer)|(?<fourth>fourth|4th|4\\.|vierte[ns]?|quatrième|4e|cuarto)";

// The first rule that matches a piece of text keeps it, so the longer forms come first.
const grammar: readonly Rule[] = [
  {
    pattern: new RegExp(
      `${edge}(?<year>20\\d\\d)(?<mark>[-/.])(?<m>\\d\\d)\\k<mark>(?<day>\\d\\d)(?![\\p{L}\\p{N}])`,
      "gu",
    ),
    read: ({ year: y, m, day }) => one({ year: Number(y), month: Number(m), day: Number(day) }),
  },
  {
    pattern: new RegExp(
      `${edge}(?<from>\\d{1,2})${ordinal}${dash}(?<day>\\d{1,2})${ordinal}\\s*(?:of |de )?${month}(?:\\s*,?\\s*(?:de |del )?${year})?`,
      "giu",
    ),
    read: (groups) => monthDays(groups),
  },
  {
    pattern: new RegExp(
      `${edge}${month}\\s+(?<from>\\d{1,2})${ordinal}\\s*(?:-|–|—|to|through)\\s*(?<day>\\d{1,2})(?:st|nd|rd|th)?(?!\\d)(?:\\s*,?\\s+${year})?`,
      "giu",
    ),
    read: (groups) => monthDays(groups),
  },
  {
    pattern: new RegExp(
      `${edge}(?<day>\\d{1,2})${ordinal}\\s*(?:of |de )?${month}(?:\\s*,?\\s*(?:de |del )?${year})?`,
      "giu",
    ),
    read: (groups) => monthDays(groups),
  },
  {
    pattern: new RegExp(
      `${edge}${month}\\s+(?<day>\\d{1,2})(?:st|nd|rd|th)?(?![\\d.,]*\\d|\\s?(?:k|m|%|€))(?:\\s*,?\\s+${year})?`,
      "giu",
    ),
    read: (groups) => monthDays(groups),
  },
  {
    pattern: new RegExp(
      `${edge}(?<part>(?:early|mid|late|(?:the )?(?:start|beginning|middle|end) of|Anfang|Mitte|Ende|début|mi|fin|principios de|mediados de|finales de|fines de)[ -])\\s*${month}(?:\\s*,?\\s*(?:de |del )?${year})?`,
      "giu",
    ),
    read: (groups) => {
      const parts = monthOnly(groups);
      if (parts === undefined) return undefined;
      return /^(?:(?:the )?end|Ende|fin)/i.test(groups["part"] ?? "")
        ? { ...parts, endOfMonth: true }
        : { ...parts, problem: notADay };
    },
  },
  {
    pattern: new RegExp(`${edge}${month}\\s*,?\\s*(?:de |del )?${year}`, "giu"),
    read: (groups) => monthOnly(groups),
  },
  {
    pattern: new RegExp(
      `${edge}(?<a>\\d{1,2})(?<mark>[./-])(?<b>\\d{1,2})\\k<mark>(?<y>\\d{4}|\\d{2})(?![\\p{L}\\p{N}])`,
      "gu",
    ),
    read: ({ a, b, mark, y }) => numeric(Number(a), Number(b), mark ?? "", y ?? ""),
  },
  {
    pattern: new RegExp(`${edge}(?<a>\\d{1,2})\\.(?<b>\\d{1,2})\\.(?![\\p{L}\\p{N}])`, "gu"),
    read: ({ a, b }) => numeric(Number(a), Number(b), ".", ""),
  },
  {
    pattern: new RegExp(
      `${edge}(?:(?:${fiscal}[ -]?)?(?:[QTHS][1-4])[ -]?(?:of |of the )?${fiscal}|${fiscal}[ -]?[QTHS][1-4]|${fiscal})(?![\\p{L}\\p{N}])`,
      "gu",
    ),
    read: () => ({
      ...one({ month: 1 }),
      problem: "counts from the start of a fiscal year, which the text does not give",
    }),
  },
  {
    pattern: new RegExp(
      `${edge}[QT](?<quarter>[1-4])(?:\\s*[-/,]?\\s*(?:of |de )?${year}|\\s?['’](?<short>\\d\\d)(?!\\d))?(?![\\p{L}\\p{N}])`,
      "gu",
    ),
    read: ({ quarter, year: y, short }) => months(Number(quarter) * 3 - 2, 3, y ?? (short && `20${short}`)),
  },
  {
    pattern: new RegExp(`${edge}[HS](?<half>[12])(?:\\s*[-/,]?\\s*${year})?(?![\\p{L}\\p{N}])`, "gu"),
    read: ({ half, year: y }) => months(Number(half) * 6 - 5, 6, y),
  },
  {
    pattern: new RegExp(
      `${edge}(?:${quarterWords})\\s*(?:quarter|Quartal|trimestre)(?:\\s*,?\\s*(?:of |de |del )?${year})?`,
      "giu",
    ),
    read: ({ first, second, third, year: y }) => months(first ? 1 : second ? 4 : third ? 7 : 10, 3, y),
  },
  {
    pattern: new RegExp(
      `${edge}${weekWords}\\s*(?<from>\\d{1,2})(?:\\s*(?:-|–|to|bis|à|au|and|und|et)\\s*(?:${weekWords}\\s*)?(?<week>\\d{1,2}))?(?:\\s*[,/]?\\s*${year})?(?![\\p{L}\\p{N}])`,
      "giu",
    ),
    read: ({ from, week = from, year: y }) => {
      const at = y ? { year: Number(y) } : {};
      return { first: { week: Number(from), ...at }, last: { week: Number(week), ...at } };
    },
  },
  {
    pattern: new RegExp(
      `${edge}(?:weeks?|semanas?)\\s*\\d{1,2}(?:\\s*(?:-|–|to|a)\\s*\\d{1,2})?(?:\\s*[,/]?\\s*20\\d\\d)?(?![\\p{L}\\p{N}])`,
      "giu",
    ),
    read: () => ({
      ...one({ month: 1 }),
      problem: "is a number of weeks, which are counted in more than one way",
    }),
  },
  {
    // Alone, "may" and "march" are verbs too: a month without day and year counts where it is written like a name.
    pattern: new RegExp(`${edge}(?<name>${monthPattern})(?!\\p{L})`, "giu"),
    read: ({ name = "" }) => {
      const parts = monthOnly({ month: name });
      return /^(?:may|march|mar|mai|set|oct|[Mm]arca|maja|[a-zäéû]{1,3})$/u.test(name) || parts === undefined
        ? undefined
        : { ...parts, lone: true };
    },
  },
];

function one(part: Part): Pick<Token, "first" | "last"> {
  return { first: part, last: part };
}

function monthDays({ from, day, month: name = "", year: y }: Groups): Omit<Token, keyof Span> | undefined {
  const named = monthNamed(name);
  if (named === undefined) return undefined;
  const last = { month: named, day: Number(day), ...(y ? { year: Number(y) } : {}) };
  return { first: from === undefined ? last : { ...last, day: Number(from) }, last };
}

function monthOnly({ month: name = "", year: y }: Groups): Omit<Token, keyof Span> | undefined {
  const named = monthNamed(name);
  return named === undefined ? undefined : one({ month: named, ...(y ? { year: Number(y) } : {}) });
}

function months(start: number, count: number, y: string | undefined): Omit<Token, keyof Span> {
  const at = y ? { year: Number(y) } : {};
  return { first: { month: start, ...at }, last: { month: start + count - 1, ...at } };
}

function numeric(a: number, b: number, mark: string, y: string): Omit<Token, keyof Span> | undefined {
  if (a === 0 || b === 0 || Math.min(a, b) > 12 || Math.max(a, b) > 31) return undefined;
  // Dots stand between day, month and year alone: "18.01.27" has one reading.
  const full = y.length === 2 && mark === "." ? `20${y}` : y;
  const at = full.length === 4 ? { year: Number(full) } : {};
  const part = a > 12 ? { day: a, month: b, ...at } : { day: b, month: a, ...at };
  if (full.length === 2) return { ...one(part), problem: "has a year of two digits" };
  return a !== b && Math.max(a, b) <= 12 ? { ...one(part), swappable: mark } : one(part);
}
