import { addDays } from "../../../lib/days.ts";
import { currencyDigits, type Money, money } from "../../../lib/money.ts";
import { currencyOf, type LocalMoney, marks, minorUnits } from "../../grammar/currencies.ts";
import type { Days } from "../../grammar/dates.ts";
import { findDates } from "../../grammar/dates.ts";
import { lexiconOf } from "../../grammar/lexicon.ts";
import { monthNamed, monthPattern } from "../../grammar/months.ts";
import { digits } from "../../grammar/numbers.ts";
import type { Span } from "../../grammar/spans.ts";
import type { LabelledSpans } from "../label-dates.ts";
import { type Row, tablesIn } from "./read-table.ts";

/** What the lines of a media plan come to: its total, its first and last day, and the cells that these were read from. */
export interface PlanTable {
  readonly total: Money;
  readonly days?: Days;
  readonly evidence: Span;
  readonly cells: readonly Span[];
}

/**
 * The one media plan of a text: rows with an amount each, for months at the head of its columns or its rows, or with a first and a
 * last day. Nothing is read of one whose totals are not the sums of its cells, whose currency nothing names, or that is over.
 */
export function planTable(text: string, today: string, local: LocalMoney): PlanTable | undefined {
  const plans = tablesIn(text).flatMap((rows) => planOf(text, rows, today, local) ?? []);
  return plans.length === 1 ? plans[0] : undefined;
}

/** A cell with a figure, and what it is of. */
interface Figure {
  readonly cell: Span;
  readonly value: number;
  readonly row: number;
  readonly column: number;
  readonly isTotal: boolean;
  readonly ofRows: boolean;
  readonly ofColumns: boolean;
}

function planOf(text: string, rows: readonly Row[], today: string, local: LocalMoney): PlanTable | undefined {
  const [head = [], ...body] = rows;
  const around = aroundOf(text, rows);
  const months = monthsOf(head, around, today);
  const isAmount = lexiconOf().pattern("^(?:{table.amount})(?!\\p{L})");
  const amounts = head.flatMap((cell, i) => (isAmount.test(cell.text) ? [i] : []));
  const columns = months.size > 0 ? [...months.keys()] : amounts;
  if (columns.length === 0 || (months.size === 0 && columns.length > 1)) return undefined;
  const unit = unitOf(rows, columns, around, local);
  const figures = unit && figuresIn(rows, columns, unit.read);
  const parts = figures?.filter(({ isTotal }) => !isTotal) ?? [];
  const total = unit?.of(sum(parts));
  if (figures === undefined || total === undefined || parts.length < 2) return undefined;
  if (!addsUp(figures) || hasOtherSums(parts)) return undefined;
  const spent = parts.filter(({ value }) => value > 0);
  const dated = months.size > 0 ? inColumns(spent, months) : inRows(body, spent, around, today, head);
  if (dated === "open" || (dated !== undefined && dated.days.last < today)) return undefined;
  const named = months.size > 0 ? columns.flatMap((i) => head[i] ?? []) : [];
  return {
    total,
    ...(dated && { days: dated.days }),
    evidence: figures.findLast(({ isTotal }) => isTotal)?.cell ??
      spent.at(-1)?.cell ?? { text: "", start: 0, end: 0 },
    cells: [...figures.map(({ cell }) => cell), ...named, ...(dated?.cells ?? [])],
  };
}

/** The figures of some columns and of the one that adds them up; undefined where a cell has something else. */
function figuresIn(
  [head = [], ...body]: readonly Row[],
  columns: readonly number[],
  read: (words: string) => number | undefined,
): readonly Figure[] | undefined {
  const isTotal = lexiconOf().pattern("^(?:{table.total})(?!\\p{L})");
  const totals = head.flatMap((cell, i) =>
    i > 0 && !columns.includes(i) && isTotal.test(cell.text) ? [i] : [],
  );
  const figures: Figure[] = [];
  for (const [row, cells] of body.entries())
    for (const column of [...columns, ...totals]) {
      const cell = cells[column];
      if (cell === undefined || nothing.test(cell.text)) continue;
      const value = read(cell.text);
      if (value === undefined) return undefined;
      const first = cells.find(({ text: words }) => words !== "")?.text ?? "";
      const [ofRows, ofColumns] = [isTotal.test(first), totals.includes(column)];
      figures.push({ cell, value, row, column, ofRows, ofColumns, isTotal: ofRows || ofColumns });
    }
  return figures;
}

/** Whether each total is the sum of what it stands below or behind. */
function addsUp(figures: readonly Figure[]): boolean {
  const parts = figures.filter(({ isTotal }) => !isTotal);
  return figures
    .filter(({ isTotal }) => isTotal)
    .every(
      ({ value, row, column, ofRows, ofColumns }) =>
        value ===
        sum(parts.filter((part) => (ofRows || part.row === row) && (ofColumns || part.column === column))),
    );
}

/** A line that is the sum of those above it may be a total by a name that nobody knows: "All", "Subtotal". */
function hasOtherSums(parts: readonly Figure[]): boolean {
  const rows = [...new Set(parts.map(({ row }) => row))];
  const values = rows.map((row) => sum(parts.filter((part) => part.row === row)));
  return values.some(
    (value, i) => i > 1 && value > 0 && value === values.slice(0, i).reduce((all, one) => all + one, 0),
  );
}

const sum = (some: readonly Figure[]) => some.reduce((all, { value }) => all + value, 0);

/** Months at the head of columns. Without a year they are of the one that stands beside the table. */
function monthsOf(head: Row, around: string, today: string): ReadonlyMap<number, Days> {
  return new Map(
    head.flatMap((cell, i) => {
      const days = monthOf(cell.text, around, today);
      return days === undefined ? [] : [[i, days] as const];
    }),
  );
}

function monthOf(words: string, around: string, today: string): Days | undefined {
  const { month = "", year } = aMonth.exec(words)?.groups ?? {};
  const number = monthNamed(month);
  if (number === undefined) return undefined;
  const years = new Set(around.match(/(?<![\d.,/-])20\d\d(?![\d.,/-])/g));
  const [only, ...others] = [...years].filter((each) => each >= today.slice(0, 4));
  const of =
    year === undefined ? (others.length === 0 ? only : undefined) : year.length === 2 ? `20${year}` : year;
  if (of === undefined) return undefined;
  const first = `${of}-${String(number).padStart(2, "0")}-01`;
  return { first, last: addDays(`${addDays(`${first.slice(0, 7)}-28`, 4).slice(0, 7)}-01`, -1) };
}

function inColumns(spent: readonly Figure[], months: ReadonlyMap<number, Days>) {
  const days = spent.flatMap(({ column }) => months.get(column) ?? []);
  return { days: spanning(days), cells: [] };
}

/** The days of rows: a month, or a first and a last day. "open" where some rows that cost something have none. */
function inRows(body: readonly Row[], spent: readonly Figure[], around: string, today: string, head: Row) {
  const isDate = lexiconOf().pattern("^(?:{table.start}|{table.end})(?!\\p{L})");
  const heads = head.flatMap((cell, i) => (isDate.test(cell.text) ? [i] : []));
  const rows = body.map((cells) => {
    const month = monthOf(cells[0]?.text ?? "", around, today);
    if (month !== undefined) return { days: [month], cells: cells.slice(0, 1) };
    const dates = heads.flatMap((i) => cells[i] ?? []);
    const days = findDates(dates.map((cell) => cell.text).join("\n"), today, "day-first").flatMap((date) =>
      date.type === "day" && !date.assumedYear ? [{ first: date.day, last: date.day }] : [],
    );
    return { days: days.length === 2 ? days : [], cells: dates };
  });
  const days = spent.map(({ row }) => rows[row]?.days ?? []);
  if (days.every((each) => each.length === 0)) return undefined;
  if (days.some((each) => each.length === 0)) return "open" as const;
  return { days: spanning(days.flat()), cells: rows.flatMap(({ cells }) => cells) };
}

function spanning(days: readonly Days[]): Days {
  const sorted = (ends: readonly string[]) => ends.toSorted();
  return {
    first: sorted(days.map(({ first }) => first))[0] ?? "",
    last: sorted(days.map(({ last }) => last)).at(-1) ?? "",
  };
}

/** How the figures of a table are read: in the one currency that its heads, its cells or the words beside it name. */
function unitOf(rows: readonly Row[], columns: readonly number[], around: string, local: LocalMoney) {
  const cells = rows.flatMap((row) => columns.flatMap((i) => row[i]?.text ?? [])).join(" ");
  const places = [cells, rows[0]?.map(({ text }) => text).join(" ") ?? "", around];
  const named = places.map((words) => [...new Set(words.match(currency()) ?? [])]);
  const all = (named.find((each) => each.length > 0) ?? []).map((mark) => currencyOf([mark], local));
  const [first] = all;
  if (first === undefined || "problem" in first) return undefined;
  if (all.some((one) => one === undefined || "problem" in one || one.code !== first.code)) return undefined;
  const isThousands = thousands().test(`${rows[0]?.map(({ text }) => text).join(" ")} ${around}`);
  const power = first.power > 0 ? first.power : isThousands ? 3 : 0;
  const digitsOf = currencyDigits(first.code);
  return {
    read: (words: string): number | undefined => {
      const number = figure().exec(words)?.groups?.["number"];
      const minor = number === undefined ? undefined : minorUnits(number, power, digitsOf);
      return typeof minor === "number" ? minor : undefined;
    },
    of: (minor: number): Money | undefined =>
      Number.isSafeInteger(minor) && minor > 0 ? money(minor, first.code) : undefined,
  };
}

const currency = () => new RegExp(`(?<!\\p{L})(?:${marks.behind})(?!\\p{L})`, "gu");
const figure = () =>
  new RegExp(
    `^(?:(?:${marks.any})\\s?)?(?<number>${digits})(?:[.,][-–—]+)?(?:\\s?(?:${marks.behind}))?$`,
    "u",
  );
/** "(EUR thousands)", "Angaben in Tsd. EUR", and not "45 thousand EUR". */
const thousands = () =>
  lexiconOf().pattern(
    `(?<![\\p{L}\\d.,]|\\d ){table.thousands}\\s+(?:(?:of|de|di)\\s)?(?:${marks.behind})(?!\\p{L})|(?<!\\p{L}|\\d ?)(?:${marks.behind})\\s(?:(?:in|en|em|i)\\s)?{table.thousands}(?!\\p{L})`,
  );
const nothing = /^(?:[-–—/0]*|0+[.,]0+|none|keine?|nichts|rien|nada|niente|geen|brak|inget)$/i;
const aMonth = new RegExp(`^(?<month>${monthPattern})\\.?(?:[ '’/-]*(?<year>(?:20)?\\d\\d))?$`, "iu");

/** The line above a table and the lines below it, which may name its currency, its year, or that it counts thousands. */
function aroundOf(text: string, rows: readonly Row[]): string {
  const start = rows[0]?.[0]?.start ?? 0;
  const end = rows.at(-1)?.at(-1)?.end ?? 0;
  return `${text.slice(Math.max(0, start - reach), start)}\n${text.slice(end, end + reach)}`;
}

const reach = 300;

/** A media plan of lines gives the budget and the days that they come to. */
export function withPlan(plan: PlanTable | undefined, { amounts, dates }: LabelledSpans): LabelledSpans {
  if (plan === undefined) return { amounts, dates };
  const { total: amount, days, evidence } = plan;
  const by = evidence;
  return {
    amounts: [
      ...amounts,
      { ...by, type: "clear", amount, dollar: false, approximate: false, role: "total_budget" },
    ],
    dates: days === undefined ? dates : [...dates, { ...by, ...days, type: "period", role: "flight" }],
  };
}
