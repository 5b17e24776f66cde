import { channelName } from "../format.ts";
import type { Report } from "../report-schema.ts";
import { amount, date, number, type Sheet, type SheetColumn, share, sheet, text } from "./sheet.ts";

type Plan = NonNullable<Report["plan"]>;
type Line = Plan["lines"][number];
type Column = SheetColumn<Line>;

/** One row for each package, with its amounts by week or month of the flight. */
export function planSheet({ plan, brief }: Report): Sheet {
  const currency = plan?.total.currency ?? "";
  const columns: Column[] = [
    { title: "Package", width: 34, cell: ({ product }) => text(product) },
    { title: "Seller", width: 26, cell: ({ sellerId }) => text(sellerId) },
    { title: "Channels", width: 20, cell: ({ channels }) => text(channels.map(channelName).join(", ")) },
    { title: `Amount (${currency})`, width: 16, cell: (line) => amount(line.amount) },
    { title: "Share", width: 9, cell: (line) => share(line.share) },
    { title: "Seller's currency", width: 10, cell: ({ budget }) => text(budget.currency) },
    { title: "Budget at the seller", width: 18, cell: ({ budget }) => amount(budget) },
    { title: "Bid", width: 14, cell: ({ bid }) => amount(bid) },
    { title: "Expected impressions", width: 16, cell: (line) => number(line.expectedImpressions) },
    { title: "Signal", width: 24, cell: ({ signal }) => text(signal?.id) },
    { title: `Data at most (${currency})`, width: 16, cell: ({ signal }) => amount(signal?.cost) },
    { title: "First day", width: 12, cell: () => date(brief?.flight.start) },
    { title: "Last day", width: 12, cell: () => date(brief?.flight.end) },
    { title: "Standing", width: 12, cell: ({ standing }) => text(standing) },
    { title: "Buy", width: 20, cell: ({ mediaBuyId }) => text(mediaBuyId) },
    { title: "Why", width: 60, cell: ({ reason }) => text(reason) },
    ...calendarColumns(plan),
    { title: "Package id", width: 40, cell: ({ slot }) => text(slot) },
  ];
  return sheet("plan", columns, plan?.lines ?? []);
}

function calendarColumns(plan: Plan | undefined): Column[] {
  const { calendar } = plan ?? {};
  return (calendar?.periods ?? []).map(({ start }, i) => ({
    title: `From ${start} (${plan?.total.currency})`,
    width: 14,
    cell: ({ slot }) => amount(calendar?.lines.find((line) => line.slot === slot)?.amounts[i]),
  }));
}
