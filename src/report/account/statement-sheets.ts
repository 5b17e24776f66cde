import { curveInWords } from "../blocks/format.ts";
import {
  amount,
  column,
  date,
  number,
  type Sheet,
  type SheetColumn,
  share,
  sheet,
  text,
} from "../blocks/sheet.ts";
import { asWholeText } from "./statement.ts";
import type { Statement } from "./statement-schema.ts";

type Row = Statement["rows"][number];

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
  column("Seller", 26, ({ sellerId }) => text(sellerId)),
  column("Campaign", 28, ({ name }) => text(name)),
  column("Product", 34, ({ product }) => text(product)),
  column("Buy", 20, ({ mediaBuyId }) => text(mediaBuyId)),
  column("Package", 20, ({ packageId }) => text(packageId)),
  column("First day", 12, ({ from }) => date(from)),
  column("Last day", 12, ({ to }) => date(to)),
  column("Currency", 10, ({ ordered }) => text(ordered.budget.currency)),
  column("Impressions ordered", 14, ({ ordered }) => number(ordered.impressions)),
  column("Impressions delivered", 14, ({ delivered }) => number(delivered)),
  column("Ordered", 16, ({ ordered }) => amount(ordered.budget)),
  column("Spend as first reported", 16, ({ firstReported }) => amount(firstReported)),
  column("Adjustment after restatement", 16, ({ adjustment }) => amount(adjustment)),
  column("Spend", 16, ({ spend }) => amount(spend)),
  column("Days paused by us", 10, ({ idle }) => number(idle?.days)),
  column("Ordered for paused time", 16, ({ idle }) => amount(idle?.budget)),
  column("Curve", 16, ({ curve }) => text(curveInWords[curve])),
  column("Reported as a whole", 40, ({ asWhole }) => text(asWhole && asWholeText(asWhole))),
  column("Due", 16, ({ due }) => amount(due)),
  column("Spend vs due", 10, ({ variance }) => share(variance)),
  column("Flag", 10, ({ flagged }) => text(flagged ? "over 10 %" : undefined)),
  column("Days reported", 10, ({ days }) => number(days)),
  column("Final days", 10, ({ finalDays }) => number(finalDays)),
  column("Books", 10, ({ open }) => text(open.length === 0 ? "closed" : "open")),
  column("Campaign id", 34, ({ campaign }) => text(campaign)),
];

const totalColumns: readonly SheetColumn<Statement["totals"][number]>[] = [
  column("Currency", 10, ({ currency }) => text(currency)),
  column("Packages", 10, ({ rows }) => number(rows)),
  column("Of them open", 12, ({ open }) => number(open)),
  column("Ordered", 18, ({ ordered }) => amount(ordered)),
  column("Spend as first reported", 18, ({ firstReported }) => amount(firstReported)),
  column("Adjustment after restatement", 18, ({ adjustment }) => amount(adjustment)),
  column("Spend", 18, ({ spend }) => amount(spend)),
];

const openColumns: readonly SheetColumn<{ readonly row: Row; readonly what: string }>[] = [
  column("Seller", 26, ({ row }) => text(row.sellerId)),
  column("Buy", 20, ({ row }) => text(row.mediaBuyId)),
  column("Package", 20, ({ row }) => text(row.packageId)),
  column("What is open", 80, ({ what }) => text(what)),
];
