import { formatMoney, money, sum, toDecimal } from "../../lib/money.ts";
import { formatDay, formatShort } from "../format.ts";
import { html, type Markup } from "../html-template.ts";
import type { Report } from "../report-schema.ts";
import { table } from "./table.ts";

type Plan = NonNullable<Report["plan"]>;
type Amounts = Plan["lines"][number]["amount"][];

interface Row {
  readonly name: string;
  readonly seller: string;
  readonly amounts: Readonly<Amounts>;
}

/** Packages by weeks of the flight; the deeper a cell, the more money runs in it. */
export function calendarTable({ calendar, lines, total }: Plan): Markup | undefined {
  if (!calendar) return undefined;
  const rows = calendar.lines.map(({ slot, amounts }): Row => {
    const line = lines.find((line) => line.slot === slot);
    return { name: line?.product ?? slot, seller: line?.sellerId ?? "", amounts };
  });
  const perPeriod = calendar.periods.map((_, i) =>
    sum(
      rows.map(({ amounts }) => amounts[i] ?? money(0, total.currency)),
      total.currency,
    ),
  );
  const most = Math.max(1, ...rows.flatMap(({ amounts }) => amounts.map(({ minor }) => minor)));
  const all: Row = { name: "All packages", seller: formatMoney(total), amounts: perPeriod };
  return html`<div class="calendar">${table<Row>({
    caption: "Flight calendar",
    note: `Amounts in ${total.currency}, spread evenly over the days of the flight; columns begin on the day that they name.`,
    rows: [...rows, all],
    columns: [
      {
        label: "Package",
        kind: "header",
        cell: ({ name, seller }) => html`${name}<span class="small muted">${seller}</span>`,
      },
      ...calendar.periods.map(({ start }, i) => ({
        label: formatDay(start),
        kind: "number" as const,
        cell: (row: Row) => {
          const amount = row.amounts[i];
          if (amount === undefined || amount.minor === 0) return undefined;
          const depth = row === all ? 0 : Math.round((amount.minor / most) * 34);
          return html`<i style="--depth:${depth}%">${formatShort(toDecimal(amount))}</i>`;
        },
      })),
    ],
  })}</div>`;
}
