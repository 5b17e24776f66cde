import { curveInWords } from "../format.ts";
import { amount, date, number, type Sheet, type SheetColumn, share, sheet, text } from "../sheet.ts";
import { asWholeText } from "./statement.ts";
import type { Statement } from "./statement-schema.ts";

type Row = Statement["rows"][number];
type Total = Statement["totals"][number];

/** The statement as pages of a workbook: its rows, the totals of each currency, and what is still open. */
export function statementSheets({ month, rows, totals }: Statement): readonly Sheet[] {
  return [
    sheet(`statement ${month}`, rowColumns, rows),
    sheet("totals", totalColumns, totals),
    sheet(
      "open",
      openColumns,
      rows.flatMap((row) => row.open.map((what) => ({ row, what }))),
    ),
  ];
}

const rowColumns: readonly SheetColumn<Row>[] = [
  { title: "Seller", width: 26, cell: ({ sellerId }) => text(sellerId) },
  { title: "Campaign", width: 28, cell: ({ name }) => text(name) },
  { title: "Product", width: 34, cell: ({ product }) => text(product) },
  { title: "Buy", width: 20, cell: ({ mediaBuyId }) => text(mediaBuyId) },
  { title: "Package", width: 20, cell: ({ packageId }) => text(packageId) },
  { title: "First day", width: 12, cell: ({ from }) => date(from) },
  { title: "Last day", width: 12, cell: ({ to }) => date(to) },
  { title: "Currency", width: 10, cell: ({ ordered }) => text(ordered.budget.currency) },
  { title: "Impressions ordered", width: 14, cell: ({ ordered }) => number(ordered.impressions) },
  { title: "Impressions delivered", width: 14, cell: ({ delivered }) => number(delivered) },
  { title: "Ordered", width: 16, cell: ({ ordered }) => amount(ordered.budget) },
  { title: "Spend as first reported", width: 16, cell: ({ firstTold }) => amount(firstTold) },
  { title: "Adjustment after restatement", width: 16, cell: ({ adjustment }) => amount(adjustment) },
  { title: "Spend", width: 16, cell: ({ spend }) => amount(spend) },
  { title: "Curve", width: 16, cell: ({ curve }) => text(curveInWords[curve]) },
  { title: "Told as a whole", width: 40, cell: ({ asWhole }) => text(asWhole && asWholeText(asWhole)) },
  { title: "Variance", width: 10, cell: ({ variance }) => share(variance) },
  { title: "Flag", width: 10, cell: ({ flagged }) => text(flagged ? "over 10 %" : undefined) },
  { title: "Days reported", width: 10, cell: ({ days }) => number(days) },
  { title: "Final days", width: 10, cell: ({ finalDays }) => number(finalDays) },
  { title: "Books", width: 10, cell: ({ open }) => text(open.length === 0 ? "closed" : "open") },
  { title: "Campaign id", width: 34, cell: ({ campaign }) => text(campaign) },
];

const totalColumns: readonly SheetColumn<Total>[] = [
  { title: "Currency", width: 10, cell: ({ currency }) => text(currency) },
  { title: "Packages", width: 10, cell: ({ rows }) => number(rows) },
  { title: "Of them open", width: 12, cell: ({ open }) => number(open) },
  { title: "Ordered", width: 18, cell: ({ ordered }) => amount(ordered) },
  { title: "Spend as first reported", width: 18, cell: ({ firstTold }) => amount(firstTold) },
  { title: "Adjustment after restatement", width: 18, cell: ({ adjustment }) => amount(adjustment) },
  { title: "Spend", width: 18, cell: ({ spend }) => amount(spend) },
];

const openColumns: readonly SheetColumn<{ readonly row: Row; readonly what: string }>[] = [
  { title: "Seller", width: 26, cell: ({ row }) => text(row.sellerId) },
  { title: "Buy", width: 20, cell: ({ row }) => text(row.mediaBuyId) },
  { title: "Package", width: 20, cell: ({ row }) => text(row.packageId) },
  { title: "What is open", width: 80, cell: ({ what }) => text(what) },
];
