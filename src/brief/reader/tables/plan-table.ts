import { addDays } from "../../../lib/days.ts";
import type { Money } from "../../../lib/money.ts";
import { marks } from "../../grammar/currencies.ts";
import { type Days, findDates } from "../../grammar/dates.ts";
import { lexiconOf } from "../../grammar/lexicon.ts";
import { ask, type OpenQuestion } from "../../grammar/question.ts";
import { matches, overlaps, type Span, sentenceAround } from "../../grammar/spans.ts";
import { type ChannelDays, type DraftBurst, type Found, found } from "../draft.ts";
import { spanning } from "../flight/beside-flight.ts";
import { daysOf, isClear, type LabelledDate, type LabelledSpans } from "../label-dates.ts";
import type { LabelledAmount } from "../labelled-amount.ts";
import type { Overlay } from "../proposal/overlay.ts";
import { exactShare, type NamedShare } from "../read-quantities.ts";
import { refusing } from "../stance/speech.ts";
import { flowchartIn } from "./flowchart.ts";
import { periodList } from "./period-list.ts";
import { type PlacesApart, placesApart, placesIn } from "./places-apart.ts";
import { type Figure, figuresIn, partsOf, sum } from "./plan-figures.ts";
import { type BesidePlan, unitOf } from "./plan-unit.ts";
import { isNote, isPair, type Row, tablesIn } from "./read-table.ts";
import { inOrder, periodOf, yearsIn } from "./table-periods.ts";

/** What the lines of a media plan come to, and the cells that it was read from. */
export interface PlanTable {
  /** Absent where a flowchart says when channels run, and nothing of money. */
  readonly total?: Money;
  /** Nothing but the one country of the text names its currency. */
  readonly inferred?: boolean;
  readonly days?: Days;
  /** Where nothing is spent between its first and its last day: the parts in which something is. */
  readonly bursts: readonly Found<DraftBurst>[];
  readonly shares: Readonly<Record<Part, readonly NamedShare[]>>;
  /** The days of channels that do not run as long as the others. */
  readonly channelDays?: readonly Found<ChannelDays>[];
  readonly apart?: PlacesApart;
  /**
   * Of channels by where they stand: wanted, or on a line without money beside others with it, "| Influencers | – | moved to 2028 |",
   * "| Cinema | 0 |".
   */
  readonly stances?: Overlay["stances"];
  /** What the lines are called that get money beside those of channels, and are none that is known. */
  readonly unknown?: readonly Span[];
  readonly evidence: Span;
  readonly cells: readonly Span[];
}

type Part = "channel" | "country";

const mostAbove = 40;

/**
 * The one media plan of a text: rows with an amount each, for months or weeks, channels or countries at the head of its columns or
 * its rows, or with a first and a last day. Nothing is read of one whose totals are not the sums of its cells, whose currency
 * nothing names, that pays for more than media, or that is over.
 */
export function planTable(text: string, beside: BesidePlan): PlanTable | undefined {
  const tables = tablesIn(text, 2);
  const plans = tables.flatMap((rows) => {
    // A sheet has its title, labels and notes in the same rows and columns, but not pages of them.
    for (const at of rows.slice(0, mostAbove).keys()) {
      const above = rows.slice(0, at).flat();
      const plan =
        planOf(text, rows.slice(at), above, beside) ?? planOf(text, [[], ...rows.slice(at)], above, beside);
      if (plan !== undefined) return [plan];
    }
    return [];
  });
  if (plans.length > 0) return plans.length === 1 ? plans[0] : undefined;
  const list = periodList(text, beside);
  if (list !== undefined) return list;
  return flowchartIn(tables, { ...beside, around: (rows) => aroundOf(text, rows, undefined) });
}

/** What a row or a column says of its figures. */
interface Heading {
  readonly days: readonly Days[];
  readonly channel?: string | undefined;
  readonly country?: string | undefined;
}

function planOf(
  text: string,
  [head = [], ...below]: readonly Row[],
  above: readonly Span[],
  beside: BesidePlan,
): PlanTable | undefined {
  const around = `${head[0]?.text ?? ""}\n${aroundOf(text, [head, ...below], above[0])}`;
  const headings = head.map((cell) => headingOf([cell], around, beside));
  const lastTotal = below.findLastIndex(
    ([first]) => isTotal(first) && yearsIn(first?.text ?? "").length === 0,
  );
  // "April 2027 | ": a month without money is no note. "Total 2026" and "Market | Spain" below the total are none of its lines.
  const body = below.filter(
    (row, i) =>
      (!isNote(row) || headingOf(row, around, beside).days.length > 0) &&
      (lastTotal < 0 || i <= lastTotal || !(isTotal(row[0]) || isPair(row))),
  );
  const columns = head.length === 0 ? datedColumn(body, around, beside) : columnsOf(head, headings, body);
  if (columns.length === 0) return undefined;
  const unit = unitOf(head, body, columns, { around, text }, beside);
  const figures = unit && figuresIn(head, body, columns, unit.read);
  const parts = figures && partsOf(figures);
  const total = unit?.of(sum(parts ?? []));
  if (figures === undefined || parts === undefined || total === undefined) return undefined;
  const lines = body.map((row) => lineOf(row, head, figures, around, beside));
  const isOther = lexiconOf().pattern("(?<!\\p{L})(?:{quantities.cost}|{quantities.agency_fee})(?!\\p{L})");
  const spent = parts.filter(({ value }) => value > 0);
  if (spent.some(({ row }) => body[row]?.some(({ text: words }) => isOther.test(words)))) return undefined;
  const placed = spent.map((figure) => {
    const [line, heading] = [lines[figure.row], headings[figure.column]];
    const days = heading?.days.length ? heading.days : (line?.days ?? []);
    const channel = line?.channel ?? heading?.channel;
    return { ...figure, days, channel, country: line?.country ?? heading?.country };
  });
  const isOfChannels = lines.some(({ channel }) => channel !== undefined);
  const isDated = placed.some(({ days }) => days.length > 0);
  // "Medium | EUR thousands": of channels alone that add up, and no list of labels.
  const isOfLines = figures.some(({ isTotal }) => isTotal) && placed.every(({ channel }) => channel);
  const isTwoColumns = head.length < 3 && !isOfLines && lines.every(({ days }) => days.length === 0);
  if (isTwoColumns || (isDated && placed.some(({ days }) => days.length === 0))) return undefined;
  if (!inOrder(columns.flatMap((i) => headings[i]?.days ?? []))) return undefined;
  const bursts = isDated ? burstsOf(placed, sum(spent)) : [];
  const days = spanning(placed.flatMap((each) => each.days));
  if (days !== undefined && days.last < beside.today) return undefined;
  const isThing = (cell: Span) => beside.things.some((thing) => overlaps(thing, cell));
  const unknown = spent.flatMap(({ row, ofRows }) => {
    const name = body[row]?.[0];
    const isKnown = lines[row]?.channel !== undefined || lines[row]?.days.length || ofRows;
    const isUnknown = name !== undefined && /\p{L}{3}/u.test(name.text) && !isThing(name) && !isKnown;
    return isOfChannels && isUnknown ? [name] : [];
  });
  const rows = [...new Set(spent.map(({ row }) => row))].flatMap((row) => body.slice(row, row + 1));
  const apart = placesApart(text, rows, beside.things);
  const bought = new Set(placed.flatMap(({ channel }) => channel ?? []));
  const bare = body.filter((row, i) => {
    const channel = lines[i]?.channel;
    return bought.size > 0 && channel !== undefined && !bought.has(channel) && !isTotal(row[0]);
  });
  const isNought = (row: Row) => row.some((cell) => /^0+(?:[.,]0+)?$/.test(cell.text));
  const channels = beside.things.filter(({ kind }) => kind === "channel");
  const channelsIn = (some: readonly Row[]) =>
    channels.filter((thing) => some.flat().some((cell) => overlaps(cell, thing)));
  const refused = lexiconOf().words(...refusing);
  // "Posters (classic) | 84,000"
  const running = rows.filter((row) => !row.some((cell) => matches(refused, cell.text)));
  const stances = new Map(
    (
      [
        [running, "wanted"],
        [bare.filter((row) => !isNought(row)), "unclear"],
        [bare.filter(isNought), "excluded"],
      ] as const
    ).flatMap(([some, stance]) => channelsIn(some).map(({ start }) => [start, stance])),
  );
  return {
    total,
    stances,
    unknown: [...new Set(unknown)],
    inferred: unit?.inferred === true,
    ...(days && { days }),
    bursts: bursts.length > 1 ? bursts : [],
    channelDays: channelDaysOf(placed, days),
    ...(apart && { apart }),
    shares: { channel: sharesOf("channel", placed), country: sharesOf("country", placed) },
    evidence: figures.findLast(({ isTotal }) => isTotal)?.cell ??
      spent.at(-1)?.cell ?? { text: "", start: 0, end: 0 },
    cells: [
      ...figures.map(({ cell }) => cell),
      ...figures.flatMap(({ ofRows, row }) => (ofRows ? (body[row]?.slice(0, 1) ?? []) : [])),
      ...head.filter((cell) => !isThing(cell)),
      ...(isDated ? lines.flatMap(({ cells }) => cells) : []),
      ...(apart ? body.flatMap((row) => placesIn(row, beside.things)) : []),
    ],
  };
}

function isTotal(cell: Span | undefined): boolean {
  return lexiconOf()
    .pattern("^(?:{table.total})(?!\\p{L})")
    .test(cell?.text ?? "");
}

/** "April 2027 | 54,000 EUR": rows that nothing heads, each of a period, but for their total. */
function datedColumn(body: readonly Row[], around: string, beside: BesidePlan): readonly number[] {
  const isDated = (row: Row) => isTotal(row[0]) || headingOf(row.slice(0, 1), around, beside).days.length > 0;
  return body.length > 1 && body.every((row) => isPair(row) && isDated(row)) ? [1] : [];
}

/** A line whose channel nobody knows is asked about: its money has no place else. So are places of some lines: those of a brief are of all. */
export function askAboutLines({ unknown = [], apart }: Partial<PlanTable> = {}): OpenQuestion[] {
  return [
    ...(unknown.length > 0 ? [ask("channels", "channels.line", { words: unknown })] : []),
    ...(apart ? [ask("places", "places.lines", { ...apart })] : []),
  ];
}

/** Columns with figures: of periods, of channels or countries, the one that is called an amount, or the only one with any. */
function columnsOf(head: Row, headings: readonly Heading[], body: readonly Row[]): readonly number[] {
  const indexes = [...head.keys()];
  const dated = indexes.filter((i) => (headings[i]?.days.length ?? 0) > 0);
  if (dated.length > 0) return dated;
  const named = indexes.filter((i) => i > 0 && (headings[i]?.channel ?? headings[i]?.country));
  const hasFigures = (i: number) => body.some((row) => /\d/.test(row[i]?.text ?? ""));
  if (named.length > 1 && named.every(hasFigures)) return named;
  const isAmount = lexiconOf().pattern(
    `^(?:(?:{table.amount})(?!\\p{L})|20\\d\\d$|(?:${marks.any})\\s?(?:{table.amount}|{table.thousands})?$|{table.thousands}\\s(?:(?:of|de|di)\\s)?(?:${marks.behind})$)`,
  );
  const amounts = indexes.filter((i) => isAmount.test(head[i]?.text ?? "") && hasFigures(i));
  return amounts.length > 1 ? [] : amounts;
}

/** The period, the channel and the country that cells name, each where it is one. */
function headingOf(cells: readonly Span[], around: string, { things, today }: BesidePlan): Heading {
  const inCells = things.filter((thing) => cells.some((cell) => overlaps(cell, thing)));
  const channels = inCells.flatMap((thing) => (thing.kind === "channel" ? [thing.options.join()] : []));
  const countries = inCells.flatMap((thing) => (thing.kind === "country" ? [thing.codes.join()] : []));
  const theOne = (names: readonly string[]) => {
    const [only, ...others] = new Set(names);
    return others.length === 0 && !only?.includes(",") ? only : undefined;
  };
  const days = cells.flatMap((cell) => periodOf(cell.text, around, today) ?? []);
  return { days, channel: theOne(channels), country: theOne(countries) };
}

/** What a row says of its figures: beside a period in one of its cells, days below heads for the first and the last one. */
function lineOf(row: Row, head: Row, figures: readonly Figure[], around: string, beside: BesidePlan) {
  const cells = row.filter((cell) => cell.text !== "" && !figures.some((figure) => figure.cell === cell));
  const heading = headingOf(cells, around, beside);
  if (heading.days.length > 0)
    return { ...heading, cells: cells.filter((cell) => periodOf(cell.text, around, beside.today)) };
  const isDate = lexiconOf().pattern("^(?:{table.start}|{table.end})(?!\\p{L})");
  const dates = row.filter((_, i) => isDate.test(head[i]?.text ?? ""));
  const words = dates.map((cell) => cell.text).join("\n");
  const days = findDates(words, beside.today, beside.order).flatMap((date) =>
    date.type === "day" && !date.assumedYear ? [{ first: date.day, last: date.day }] : [],
  );
  const [first, last, ...others] = days;
  const isPeriod = first && last && others.length === 0 && first.first <= last.first;
  return { ...heading, days: isPeriod ? [{ first: first.first, last: last.last }] : [], cells: dates };
}

interface Placed extends Figure, Heading {}

/** What each channel or country gets of the whole; none where a plan has only one. */
function sharesOf(part: Part, placed: readonly Placed[]): NamedShare[] {
  const names = [...new Set(placed.flatMap((figure) => figure[part] ?? []))];
  const whole = sum(placed);
  return names.flatMap((name) => {
    const own = placed.filter((figure) => figure[part] === name);
    const value = sum(own) / whole;
    return value < 1 ? own.slice(0, 1).map(({ cell }) => exactShare(name, value, cell)) : [];
  });
}

/** The days of channels that run on fewer than the whole plan does. */
function channelDaysOf(placed: readonly Placed[], all: Days | undefined): Found<ChannelDays>[] {
  const names = [...new Set(placed.flatMap(({ channel }) => channel ?? []))];
  return names.flatMap((of) => {
    const own = placed.filter(({ channel }) => channel === of);
    const days = spanning(own.flatMap((each) => each.days));
    return days === undefined || (days.first === all?.first && days.last === all.last)
      ? []
      : own.slice(0, 1).map(({ cell }) => found({ of, start: days.first, end: days.last }, cell));
  });
}

/** Periods that follow each other without a day between are one. */
function burstsOf(placed: readonly Placed[], whole: number): Found<DraftBurst>[] {
  const bursts: { days: Days; figures: Placed[] }[] = [];
  const first = ({ days }: Placed) => spanning(days)?.first ?? "";
  for (const figure of placed.toSorted((a, b) => (first(a) < first(b) ? -1 : 1))) {
    const [last, days] = [bursts.at(-1), spanning(figure.days)];
    if (days === undefined) continue;
    if (last === undefined || days.first > addDays(last.days.last, 1))
      bursts.push({ days, figures: [figure] });
    else {
      last.days = spanning([last.days, days]) ?? days;
      last.figures.push(figure);
    }
  }
  return bursts.flatMap(({ days, figures }) =>
    figures
      .slice(0, 1)
      .map(({ cell }) => found({ start: days.first, end: days.last, share: sum(figures) / whole }, cell)),
  );
}

/** The lines above a table and below it, which may name its currency, its year, or that it counts thousands. */
function aroundOf(text: string, rows: readonly Row[], top: Span | undefined): string {
  const start = rows[0]?.[0]?.start ?? 0;
  const end = rows.at(-1)?.at(-1)?.end ?? 0;
  const below = rows
    // "Year | 2027"
    .filter((row) => isNote(row) || isPair(row))
    .flatMap((row) => row.map((cell) => cell.text))
    .join(" \n");
  return `${text.slice(Math.max(0, (top?.start ?? start) - reach), start)}\n${below}\n${text.slice(end, end + reach)}`;
}

const reach = 300;

/** A media plan gives the budget and the days that it comes to; what is of an earlier time stands beside it. */
export function withPlan(
  text: string,
  plan: PlanTable | undefined,
  today: string,
  { amounts, dates }: LabelledSpans,
): LabelledSpans {
  if (plan === undefined) return { amounts, dates };
  const { total: amount, days, bursts, evidence, inferred } = plan;
  const by = { ...evidence, role: "total_budget" } as const;
  const year = (days?.first ?? today).slice(0, 4);
  const isOfEarlier = (span: Span) => {
    const years = yearsIn(sentenceAround(text, span).text);
    return years.length > 0 && years.every((each) => each < year);
  };
  const isOver = (date: LabelledDate) => days !== undefined && isClear(date) && daysOf(date).last < today;
  // "CW 12 stays free" beside a plan that has nothing in it.
  const isPause = (date: LabelledDate) => {
    if (days === undefined || bursts.length === 0) return false;
    // "In April we stop"
    if (!isClear(date)) return date.role === "pause";
    const { first, last } = daysOf(date);
    return (
      days.first < first &&
      last < days.last &&
      !bursts.some(({ value }) => first <= value.end && value.start <= last)
    );
  };
  const planned = amount && {
    ...by,
    ...(inferred && { inferred }),
    amount,
    type: "clear" as const,
    dollar: false,
    approximate: false,
  };
  return {
    amounts: [
      ...amounts.map((each): LabelledAmount => (isOfEarlier(each) ? { ...each, role: "past" } : each)),
      ...(planned ? [planned] : []),
    ],
    dates: [
      ...dates.map(
        (date): LabelledDate => (isOver(date) || isPause(date) ? { ...date, role: "past" } : date),
      ),
      ...(days === undefined ? [] : [{ ...by, ...days, type: "period", role: "flight" } as const]),
    ],
  };
}
