import { z } from "zod";
import { runOf, type Span } from "../../campaign/model/flights.ts";
import { type SentCurve, sentCurve, shareBy } from "../../campaign/model/sent-curve.ts";
import type { CampaignState } from "../../campaign/model/state.ts";
import { termsOf } from "../../campaign/model/targeting.ts";
import { countDays, dayMs } from "../../lib/days.ts";
import { groupBy } from "../../lib/group-by.ts";
import { formatMoney, type Money, money, moneySchema, split, sum, toDecimal } from "../../lib/money.ts";
import { type Block, type Column, only, type Table, table } from "../document.ts";
import { channelName, evenInstead, formatDay, formatPercent, formatShort } from "../format.ts";
import { curve, type Described, period } from "../schema.ts";

export const calendarSchema = z
  .strictObject({
    periods: z.array(period).describe("weeks from Monday, or months where the flight is long"),
    lines: z.array(
      z.strictObject({
        lineId: z.string(),
        curve,
        amounts: z.array(moneySchema).describe("one for each period; they add up to the line's amount"),
      }),
    ),
  })
  .describe(
    "amounts spread over the days that each line runs, along the curve that its order gives its seller",
  );
type Calendar = Described<typeof calendarSchema>;
type Period = Calendar["periods"][number];

/** Of columns, before weeks give way to months. */
const mostWeeks = 14;

/** The plan's lines over the weeks of the flight. */
export function describeCalendar({ brief, plan }: CampaignState): Calendar | undefined {
  if (!brief || !plan || plan.lines.length === 0) return undefined;
  const { start, end } = brief.flight;
  const weeks = periodsOf(start, end, (day) => new Date(day).getUTCDay() === 1);
  const periods =
    weeks.length <= mostWeeks ? weeks : periodsOf(start, end, (day) => new Date(day).getUTCDate() === 1);
  if (periods.length === 0) return undefined;
  const weightsOf = (curve: SentCurve, run: Span) => {
    const elapsed = (day: string) => countDays(run.start, day);
    const length = elapsed(run.end);
    return periods.map(
      (period) =>
        shareBy(curve, elapsed(period.end), length) - shareBy(curve, elapsed(period.start) - 1, length),
    );
  };
  return {
    periods,
    lines: plan.lines.map((line) => {
      const { lineId, amount, channels, constraints } = line;
      const sent = sentCurve(termsOf(constraints), brief, channels);
      return { lineId, curve: sent, amounts: split(amount, weightsOf(sent, runOf(line, brief))) };
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
    periods.push({ start: isoDay(start), end: isoDay(day) });
    start = next;
  }
  return periods;
}

function isoDay(day: number): string {
  return new Date(day).toISOString().slice(0, 10);
}

interface Row {
  readonly name: string;
  readonly seller: string;
  readonly amounts: readonly Money[];
}

/** What a calendar is drawn of. */
interface Planned {
  readonly calendar?: Calendar;
  readonly lines: readonly {
    readonly lineId: string;
    readonly product: string;
    readonly sellerId: string;
    readonly channels: readonly string[];
  }[];
  readonly total: Money;
}

/** Packages by weeks of the flight. */
export function calendarTable({ calendar, lines, total }: Planned): readonly Block[] {
  if (calendar === undefined) return [];
  const rows = calendar.lines.map(({ lineId, amounts }): Row => {
    const line = lines.find((line) => line.lineId === lineId);
    return { name: line?.product ?? lineId, seller: line?.sellerId ?? "", amounts };
  });
  const block = periodTable(rows, {
    periods: calendar.periods,
    total,
    caption: "Flight calendar",
    first: "Package",
    note: `Amounts in ${total.currency}, along the curve that each order gives its seller; columns begin on the day that they name.${evenInstead(calendar.lines)}`,
  });
  return [only(["page", "markdown"], { ...block, fold: "Flight calendar by package" })];
}

/** Channels by weeks of the flight: a line counts for its first channel. */
export function flowchart({ calendar, lines, total }: Planned): Table | undefined {
  if (calendar === undefined) return undefined;
  const channelOf = (lineId: string) => lines.find((line) => line.lineId === lineId)?.channels[0] ?? "other";
  const rows = [...groupBy(calendar.lines, ({ lineId }) => channelOf(lineId))].map(([channel, own]): Row => {
    const amounts = calendar.periods.map((_, i) =>
      sum(
        own.map(({ amounts }) => amounts[i] ?? money(0, total.currency)),
        total.currency,
      ),
    );
    const all = sum(amounts, total.currency);
    return { name: channelName(channel), seller: formatPercent(all.minor / total.minor), amounts };
  });
  const size = ({ amounts }: Row) => sum(amounts, total.currency).minor;
  return periodTable(
    rows.sort((a, b) => size(b) - size(a)),
    {
      periods: calendar.periods,
      total,
      caption: `Channels by ${calendar.periods.some(({ start, end }) => countDays(start, end) > 7) ? "month" : "week"}, ${total.currency}`,
      first: "Channel",
    },
  );
}

/** In a page, the deeper a cell, the more money runs in it. */
function periodTable(
  rows: readonly Row[],
  {
    periods,
    total,
    caption,
    first,
    note,
  }: {
    readonly periods: readonly Period[];
    readonly total: Money;
    readonly caption: string;
    readonly first: string;
    readonly note?: string;
  },
): Table {
  const most = Math.max(1, ...rows.flatMap(({ amounts }) => amounts.map(({ minor }) => minor)));
  const all: Row = {
    name: "All",
    seller: formatMoney(total),
    amounts: periods.map((_, i) =>
      sum(
        rows.map(({ amounts }) => amounts[i] ?? money(0, total.currency)),
        total.currency,
      ),
    ),
  };
  const columns: Column<Row>[] = periods.map(({ start }, i) => ({
    label: formatDay(start),
    kind: "number",
    cell: (row) => {
      const amount = row.amounts[i];
      if (amount === undefined || amount.minor === 0) return undefined;
      const depth = row === all ? 0 : Math.round((amount.minor / most) * 34);
      return { type: "depth", depth, short: formatShort(toDecimal(amount)), text: formatMoney(amount) };
    },
  }));
  return table<Row>({
    caption,
    note,
    shape: "calendar",
    rows: first === "Channel" ? rows : [...rows, all],
    columns: [
      { label: first, kind: "header", cell: ({ name }) => name },
      { label: first === "Channel" ? "Share" : "Seller", under: true, cell: ({ seller }) => seller },
      ...columns,
    ],
  });
}
