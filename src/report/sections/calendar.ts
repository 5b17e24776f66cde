import { z } from "zod";
import { lastDayOf, orderedLines, sumOf } from "../../campaign/account/ordered-lines.ts";
import { runOf, type Span } from "../../campaign/model/offers/flights.ts";
import type { PlanLine } from "../../campaign/model/offers/plan.ts";
import { sentCurve } from "../../campaign/model/offers/sent-curve.ts";
import { termsOf } from "../../campaign/model/people/targeting.ts";
import type { CampaignState } from "../../campaign/model/state/state.ts";
import { countDays, dayMs, dayOf } from "../../lib/days.ts";
import { channelName } from "../../lib/english.ts";
import { groupBy } from "../../lib/group-by.ts";
import {
  formatMoney,
  type Money,
  money,
  moneySchema,
  split,
  sum,
  toDecimal,
  totalMoney,
} from "../../lib/money.ts";
import { type Blocks, only } from "../blocks/document.ts";
import { evenInstead, formatDay, formatShares, formatShort, textsOf } from "../blocks/format.ts";
import { curve, type Described, each, fields, period } from "../blocks/schema.ts";
import { figure, header, printMedia, type Table, table, under } from "../blocks/table.ts";
import { inPeriods } from "../blocks/totals.ts";

export const calendarSchema = fields({
  periods: z.array(period).describe("weeks from Monday, or months where the flight is long"),
  lines: each({
    lineId: z.string(),
    curve,
    amounts: z.array(moneySchema).describe("one for each period; they add up to the line's amount"),
    current: z
      .array(moneySchema)
      .optional()
      .describe("the same of what is ordered by now, where that was changed"),
  }),
}).describe(
  "amounts spread over the days that each line runs, along the curve that its order gives its seller",
);
type Calendar = Described<typeof calendarSchema>;
type Period = Calendar["periods"][number];

/** Of columns, before weeks give way to months. */
const mostWeeks = 14;

/** The plan's lines over the weeks of the flight. */
export function describeCalendar(state: CampaignState, now: readonly PlanLine[]): Calendar | undefined {
  const { brief, plan } = state;
  if (!brief || !plan || plan.lines.length === 0) return undefined;
  const ordered = new Map(orderedLines(state).map((line) => [line.lineId, line]));
  const { start } = brief.flight;
  const end = lastDayOf({ ...state, brief });
  const weeks = periodsOf(start, end, (day) => new Date(day).getUTCDay() === 1);
  const periods =
    weeks.length <= mostWeeks ? weeks : periodsOf(start, end, (day) => new Date(day).getUTCDate() === 1);
  if (periods.length === 0) return undefined;
  const currentOf = (line: PlanLine) => {
    const order = ordered.get(line.lineId);
    const current = now.find(({ lineId }) => lineId === line.lineId);
    if (current === undefined) return { current: periods.map(() => money(0, line.amount.currency)) };
    if (order === undefined || (current === line && order.period.end === runOf(line, brief).end)) return {};
    const weights = periods.map((period) =>
      sumOf(order.expected[0], (day) => day >= period.start && day <= period.end),
    );
    return weights.some((weight) => weight > 0) ? { current: split(current.amount, weights) } : {};
  };
  return {
    periods,
    lines: plan.lines.map((line) => {
      const { lineId, amount, channels, constraints } = line;
      const sent = sentCurve(termsOf(constraints), brief, channels);
      const amounts = inPeriods(amount, { periods, curve: sent, run: runOf(line, brief) });
      return { lineId, curve: sent, amounts, ...currentOf(line) };
    }),
  };
}

/** The days from `first` to `last`, both among them, cut before each day that `begins` a period. */
function periodsOf(first: string, last: string, begins: (day: number) => boolean): Period[] {
  const periods: Period[] = [];
  let start = Date.parse(first);
  for (let day = start; day <= Date.parse(last); day += dayMs) {
    const next = day + dayMs;
    if (next <= Date.parse(last) && !begins(next)) continue;
    periods.push({ start: dayOf(start), end: dayOf(day) });
    start = next;
  }
  return periods;
}

interface Row {
  readonly name: string;
  /** Small beside the name. */
  readonly note: string;
  readonly amounts: readonly Money[];
  /** Of all other rows. */
  readonly isTotal?: boolean;
}

/** What a calendar is drawn of. */
interface Planned {
  readonly calendar?: Calendar;
  readonly lines: readonly {
    readonly lineId: string;
    readonly product: string;
    readonly sellerId: string;
    readonly channels: readonly string[];
    readonly place?: string;
    readonly flight?: Span;
  }[];
  readonly total: Money;
}

/** A line's id without its burst. */
export function productOf({ lineId, flight }: { readonly lineId: string; readonly flight?: Span }): string {
  const burst = `/${flight?.start}`;
  return lineId.endsWith(burst) ? lineId.slice(0, -burst.length) : lineId;
}

/** Packages by weeks of the flight, a product's bursts in one row. */
export function calendarTable({ calendar, lines, total }: Planned): Blocks {
  if (calendar === undefined) return undefined;
  const amountsOf = new Map(calendar.lines.map((line) => [line.lineId, line]));
  const rows = [...groupBy(lines, productOf)].map(([name, own]): Row => {
    const { product = name, sellerId, place } = own[0] ?? {};
    const amounts = own.flatMap(({ lineId }) => amountsOf.get(lineId) ?? []);
    return {
      name: product,
      note: textsOf(sellerId, place).join(", "),
      amounts: addedUp(amounts, calendar, total),
    };
  });
  const all = {
    name: "All",
    note: formatMoney(total),
    amounts: addedUp(rows, calendar, total),
    isTotal: true,
  };
  const block = periodTable([...rows, all], calendar, {
    caption: "Flight calendar",
    head: ["Package", "Seller"],
    note: `Amounts in ${total.currency}, along the curve that each order gives its seller; columns begin on the day that they name.${evenInstead(calendar.lines)}`,
  });
  return only(printMedia, { ...block, fold: "Flight calendar by package" });
}

/** Channels by weeks of the flight: a line counts for its first channel. */
export function flowchart({ calendar, lines, total }: Planned): Table | undefined {
  if (calendar === undefined) return undefined;
  const channelOf = (lineId: string) => lines.find((line) => line.lineId === lineId)?.channels[0] ?? "other";
  const mix = [...groupBy(calendar.lines, ({ lineId }) => channelOf(lineId))]
    .map(([channel, own]) => {
      const amounts = addedUp(own, calendar, total);
      return { channel, amounts, all: sum(amounts, total.currency) };
    })
    .sort((a, b) => b.all.minor - a.all.minor);
  const shares = formatShares(mix.map(({ all }) => all.minor / total.minor));
  const rows = mix.map(({ channel, amounts }, i): Row => {
    return { name: channelName(channel), note: shares[i] ?? "", amounts };
  });
  const isMonthly = calendar.periods.some(({ start, end }) => countDays(start, end) > 7);
  return periodTable(rows, calendar, {
    caption: `Channels by ${isMonthly ? "month" : "week"}, ${total.currency}`,
    head: ["Channel", "Share"],
  });
}

/** What rows have together in each period. */
function addedUp(rows: readonly Pick<Row, "amounts">[], { periods }: Calendar, { currency }: Money): Money[] {
  return periods.map((_, i) => totalMoney(rows, currency, ({ amounts }) => amounts[i] ?? money(0, currency)));
}

/** In a page, the deeper a cell, the more money runs in it. */
function periodTable(
  rows: readonly Row[],
  { periods }: Calendar,
  {
    head: [first, second],
    ...rest
  }: { readonly head: readonly [string, string]; readonly caption: string; readonly note?: string },
): Table {
  const single = rows.filter(({ isTotal }) => !isTotal);
  const most = Math.max(1, ...single.flatMap(({ amounts }) => amounts.map(({ minor }) => minor)));
  return table<Row>({
    ...rest,
    shape: "calendar",
    rows,
    columns: [
      header(first, ({ name }) => name),
      under(second, ({ note }) => note),
      ...periods.map(({ start }, i) =>
        figure<Row>(formatDay(start), ({ amounts, isTotal }) => {
          const amount = amounts[i];
          if (amount === undefined || amount.minor === 0) return undefined;
          const depth = isTotal ? 0 : Math.round((amount.minor / most) * 34);
          return { type: "depth", depth, short: formatShort(toDecimal(amount)), text: formatMoney(amount) };
        }),
      ),
    ],
  });
}
