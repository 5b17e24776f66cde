import writeXlsxFile, { type CellObject, type Sheet as XlsxSheet } from "write-excel-file/universal";
import { currencyDigits } from "../../lib/money.ts";
import type { Cell, Sheet } from "../sheet.ts";

/** The sheets as one workbook: numbers, amounts and days as what they are, texts as texts whatever they begin with. */
export async function renderXlsx(sheets: readonly Sheet[]): Promise<Uint8Array> {
  const blob = await writeXlsxFile(sheets.map(workbookSheet)).toBlob();
  return new Uint8Array(await blob.arrayBuffer());
}

function workbookSheet({ name, columns, rows }: Sheet): XlsxSheet<Blob> {
  return {
    sheet: name,
    stickyRowsCount: 1,
    columns: columns.map(({ width }) => ({ width })),
    data: [
      columns.map(
        ({ title }): CellObject => ({ type: String, value: title, fontWeight: "bold", wrap: true }),
      ),
      ...rows.map((cells) => cells.map(workbookCell)),
    ],
  };
}

function workbookCell(cell: Cell): CellObject | null {
  if (cell === undefined) return null;
  switch (cell.type) {
    case "text":
      return { type: String, value: cell.text };
    case "number":
      return { type: Number, value: cell.value, format: decimals("#,##0", cell.digits) };
    case "money": {
      const format = `[$${cell.currency}] ${decimals("#,##0", currencyDigits(cell.currency))}`;
      return { type: Number, value: cell.value, format };
    }
    case "share":
      return { type: Number, value: cell.value, format: "0.0%" };
    case "date":
      return { type: Date, value: new Date(cell.day), format: "yyyy-mm-dd" };
  }
}

function decimals(format: string, digits: number): string {
  return digits === 0 ? format : `${format}.${"0".repeat(digits)}`;
}
