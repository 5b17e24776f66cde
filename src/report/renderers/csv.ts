import { stringify } from "csv-stringify/sync";
import { currencyDigits } from "../../lib/money.ts";
import type { Cell, Sheet } from "../blocks/sheet.ts";

/**
 * A sheet as comma-separated values, with a mark of UTF-8 for spreadsheets. Amounts are plain numbers, their currency stands
 * in the column's title or beside them. What begins like a formula is led by an apostrophe.
 */
export function renderCsv({ columns, rows }: Sheet): string {
  return stringify([columns.map(({ title }) => title), ...rows.map((cells) => cells.map(plain))], {
    bom: true,
    escape_formulas: true,
    record_delimiter: "windows",
  });
}

function plain(cell: Cell): string {
  if (cell === undefined) return "";
  switch (cell.type) {
    case "formula":
      return plain(cell.value);
    case "text":
      return cell.text;
    case "number":
      return String(Number(cell.value.toFixed(cell.digits)));
    case "money":
      return cell.value.toFixed(cell.digits ?? currencyDigits(cell.currency));
    case "share":
      return String(Number(cell.value.toFixed(4)));
    case "date":
      return cell.day;
  }
}
