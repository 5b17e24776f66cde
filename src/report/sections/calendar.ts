import { z } from "zod";
import type { CampaignState } from "../../campaign/model/state.ts";
import { formatMoney, type Money, money, moneySchema, split, sum, toDecimal } from "../../lib/money.ts";
import { type Block, type Column, only, table } from "../document.ts";
import { formatDay, formatShort } from "../format.ts";
import { type Described, period } from "../schema.ts";

export const calendarSchema = z
  .strictObject({
    periods: z.array(period).describe("weeks from Monday, or months where the flight is long"),
    lines: z.array(
      z.strictObject({
        lineId: z.string(),
        amounts: z.array(moneySchema).describe("one for each period; they add up to the line's amount"),
      }),
    ),
  })
  .describe("amounts spread evenly over the days of the flight");
type Calendar = Described<typeof calendarSchema>;
type Period = Calendar["periods"][number];

const dayMs = 86_400_000;

/** Of columns, before weeks give way to months. */
const mostWeeks = 14;

/** The plan's lines over the weeks of the flight. */
export function describeCalendar({ brief, plan }: CampaignState): Calendar | undefined {
  if (!brief || !plan || plan.lines.length === 0) return undefined;
  const { start, end } = brief.flight;
  const weeks = periodsOf(start, end, (day) => new Date(day).getUTCDay() === 1);
  const periods =
    weeks.length <= mostWeeks ? weeks : periodsOf(start, end, (day) => new Date(day).getUTCDate() === 1);
  const days = periods.map(({ start, end }) => (Date.parse(end) - Date.parse(start)) / dayMs + 1);
  if (days.length === 0) return undefined;
  return {
    periods,
    lines: plan.lines.map(({ lineId, amount }) => ({ lineId, amounts: split(amount, days) })),
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

/** Packages by weeks of the flight; in a page, the deeper a cell, the more money runs in it. */
export function calendarTable({
  calendar,
  lines,
  total,
}: {
  readonly calendar?: Calendar | undefined;
  readonly lines: readonly { readonly lineId: string; readonly product: string; readonly sellerId: string }[];
  readonly total: Money;
}): readonly Block[] {
  if (calendar === undefined) return [];
  const rows = calendar.lines.map(({ lineId, amounts }): Row => {
    const line = lines.find((line) => line.lineId === lineId);
    return { name: line?.product ?? lineId, seller: line?.sellerId ?? "", amounts };
  });
  const most = Math.max(1, ...rows.flatMap(({ amounts }) => amounts.map(({ minor }) => minor)));
  const all: Row = {
    name: "All packages",
    seller: formatMoney(total),
    amounts: calendar.periods.map((_, i) =>
      sum(
        rows.map(({ amounts }) => amounts[i] ?? money(0, total.currency)),
        total.currency,
      ),
    ),
  };
  const columns: Column<Row>[] = calendar.periods.map(({ start }, i) => ({
    label: formatDay(start),
    kind: "number",
    cell: (row) => {
      const amount = row.amounts[i];
      if (amount === undefined || amount.minor === 0) return undefined;
      const depth = row === all ? 0 : Math.round((amount.minor / most) * 34);
      return { type: "depth", depth, short: formatShort(toDecimal(amount)), text: formatMoney(amount) };
    },
  }));
  const block = table<Row>({
    caption: "Flight calendar",
    note: `Amounts in ${total.currency}, spread evenly over the days of the flight; columns begin on the day that they name.`,
    shape: "calendar",
    rows: [...rows, all],
    columns: [
      { label: "Package", kind: "header", cell: ({ name }) => name },
      { label: "Seller", under: true, cell: ({ seller }) => seller },
      ...columns,
    ],
  });
  return [only(["page", "markdown"], block)];
}
