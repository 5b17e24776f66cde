import { addDays } from "../../../lib/days.ts";
import type { Days } from "../../grammar/dates.ts";
import { lexiconOf } from "../../grammar/lexicon.ts";
import { monthPattern } from "../../grammar/months.ts";
import { overlaps, type Span } from "../../grammar/spans.ts";
import { type ChannelDays, type DraftBurst, type Found, found } from "../draft.ts";
import { spanning } from "../flight/beside-flight.ts";
import { exactShare, type NamedShare } from "../read-quantities.ts";
import type { Thing } from "../things.ts";
import type { Row } from "./read-table.ts";
import { asWeeks, daysNamed, inOrder } from "./table-periods.ts";

/** What a text names, its day (an ISO date), and the words around a table. */
interface BesideChart {
  readonly things: readonly Thing[];
  readonly today: string;
  readonly around: (rows: readonly Row[]) => string;
}

/**
 * The one flowchart among the tables of a text: months or weeks at the head of its columns, channels at the head of its rows, an "x" where one runs.
 * A row of percentages says what part of the money each period gets, a column of them what each channel gets.
 */
export function flowchartIn(tables: readonly (readonly Row[])[], beside: BesideChart) {
  const charts = tables.flatMap((rows) => {
    let around: string | undefined;
    for (const at of rows.keys()) {
      const head = rows[at] ?? [];
      if (!head.some(({ text: words }) => mayBePeriod.test(words))) continue;
      around ??= beside.around(rows);
      const chart = chartOf(rows.slice(at), around, beside);
      if (chart !== undefined) return [chart];
    }
    return [];
  });
  return charts.length === 1 ? charts[0] : undefined;
}

/** When each channel of a plan runs, without amounts; without days where its months have no year. */
function chartOf([head = [], ...body]: readonly Row[], outside: string, beside: BesideChart) {
  const around = `${head.map(({ text }) => text).join("\n")}\n${outside}`;
  const columns = [...head.keys()].filter((i) => isPeriod(head[i]?.text ?? "", around, beside.today));
  const [first, last] = [head[columns[0] ?? -1], head[columns.at(-1) ?? -1]];
  if (columns.length < 2 || first === undefined || last === undefined) return undefined;
  const marked = body.filter((row) => isMarked(row, columns));
  const running = marked.flatMap(([name]) =>
    name === undefined ? [] : beside.things.filter((thing) => overlaps(thing, name)),
  );
  if (!running.some(({ kind }) => kind === "channel")) return undefined;
  const periods = asWeeks(columns.flatMap((i) => daysNamed(head[i]?.text ?? "", around, beside.today) ?? []));
  const isDated = periods.length === columns.length && inOrder(periods);
  const split = body.map((row) => wholeIn(row, columns)).find((shares) => shares !== undefined);
  const parts = periods.map((days, i) => ({
    days,
    share: split?.[i],
    isOn: marked.some((row) => isOn(row[columns[i] ?? -1]?.text ?? "")),
  }));
  const on = isDated ? parts.filter(({ isOn }) => isOn) : [];
  const whole = spanning(on.map(({ days }) => days));
  const evidence = { text: first.text, start: first.start, end: first.end };
  const shares = sharesOf(head, marked, running, columns);
  return {
    ...(whole && { days: whole }),
    bursts: burstsOf(on, evidence),
    shares: { channel: shares, country: [] },
    channelDays: isDated ? channelDaysOf(marked, columns, periods, { running, whole }) : [],
    stances: new Map(
      running.flatMap(({ kind, start }) => (kind === "channel" ? [[start, "wanted"] as const] : [])),
    ),
    evidence,
    cells: [
      ...(isDated ? head : []),
      ...marked.flatMap((row) => columns.flatMap((i) => row[i] ?? [])),
      ...shares,
      ...body.filter((row) => wholeIn(row, columns)).flat(),
    ],
  };
}

function isPeriod(words: string, around: string, today: string): boolean {
  return month.test(words) || daysNamed(words, around, today) !== undefined;
}

/** Whether a row has marks in the columns of periods and nothing else there. */
function isMarked(row: Row, columns: readonly number[]): boolean {
  const cells = columns.map((i) => row[i]?.text ?? "");
  return cells.some(isOn) && cells.every((cell) => isOn(cell) || isOff(cell));
}

function isOn(cell: string): boolean {
  return mark.test(cell) || lexiconOf().pattern("^{answer_yes}$").test(cell);
}

function isOff(cell: string): boolean {
  return off.test(cell) || lexiconOf().pattern("^{answer_no}$").test(cell);
}

/** Percentages that come to the whole, one for each period. */
function wholeIn(row: Row, columns: readonly number[]): readonly number[] | undefined {
  const shares = columns.map((i) => percentOf(row[i]?.text ?? "") ?? Number.NaN);
  return Math.round(shares.reduce((sum, share) => sum + share, 0)) === 100
    ? shares.map((share) => share / 100)
    : undefined;
}

function percentOf(words: string): number | undefined {
  const number = percent.exec(words)?.groups?.["number"];
  return number === undefined ? undefined : Number(number.replace(",", "."));
}

/** A column of percentages that come to the whole: what each channel gets. */
function sharesOf(
  head: Row,
  marked: readonly Row[],
  running: readonly Thing[],
  periods: readonly number[],
): NamedShare[] {
  for (const i of head.keys()) {
    const column = marked.map((row) => row[i] ?? nothing);
    if (i === 0 || periods.includes(i) || wholeIn(column, [...column.keys()]) === undefined) continue;
    return marked.flatMap((row) => {
      const [cell, name = nothing] = [row[i], row[0]];
      const channel = running.find((thing) => overlaps(thing, name));
      const value = (percentOf(cell?.text ?? "") ?? 0) / 100;
      return cell && channel?.kind === "channel" ? [exactShare(channel.options.join(), value, cell)] : [];
    });
  }
  return [];
}

/** From its first mark to its last: the days of each channel that does not run in all of the periods. */
function channelDaysOf(
  marked: readonly Row[],
  columns: readonly number[],
  periods: readonly Days[],
  { running, whole }: { readonly running: readonly Thing[]; readonly whole: Days | undefined },
): Found<ChannelDays>[] {
  return marked.flatMap((row) => {
    const [name = nothing] = row;
    const on = periods.filter((_, i) => isOn(row[columns[i] ?? -1]?.text ?? ""));
    const [start, end] = [on[0]?.first, on.at(-1)?.last];
    const own = running.filter((thing) => overlaps(thing, name));
    const of = own[0]?.kind === "channel" && own.length === 1 ? own[0].options : [];
    const isAll = start === undefined || end === undefined || (start === whole?.first && end === whole.last);
    return isAll || of.length !== 1 ? [] : [found({ of: of.join(), start, end }, name)];
  });
}

/** One a period where each has its share; else the stretches between pauses, where there are any. */
function burstsOf(
  on: readonly { readonly days: Days; readonly share: number | undefined }[],
  evidence: Span,
): Found<DraftBurst>[] {
  if (on.every(({ share }) => share !== undefined))
    return on.map(({ days, share }) =>
      found({ start: days.first, end: days.last, ...(share && { share }) }, evidence),
    );
  const stretches: Days[] = [];
  for (const { days } of on) {
    const last = stretches.at(-1);
    const goesOn = last !== undefined && days.first <= addDays(last.last, 1);
    stretches.splice(
      goesOn ? -1 : stretches.length,
      goesOn ? 1 : 0,
      goesOn ? { ...last, last: days.last } : days,
    );
  }
  return stretches.length < 2
    ? []
    : stretches.map(({ first, last }) => found({ start: first, end: last }, evidence));
}

const mayBePeriod = new RegExp(`^(?:${monthPattern}|\\p{L}{1,6}\\.? ?\\d{1,2}|\\d{1,2}[-./])`, "iu");
const month = new RegExp(`^${monthPattern}\\.?$`, "iu");
const mark = /^[xX✓✔☑●•■█]+$/u;
const off = /^[-–—.○]?$/u;
const percent = /^(?<number>\d{1,3}(?:[.,]\d)?)\s?%$/;
const nothing: Span = { text: "", start: 0, end: 0 };
