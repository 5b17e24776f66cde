import writeXlsxFile, {
  type CellObject,
  type Feature,
  type Sheet as XlsxSheet,
} from "write-excel-file/universal";
import { currencyDigits } from "../../lib/money.ts";
import { type Cell, cellAt, type Sheet } from "../blocks/sheet.ts";

/**
 * The sheets as one workbook: numbers, amounts and days as what they are, texts as texts whatever they begin with, our own
 * formulas with what they come to, for those who only read. Rows can be filtered, and totals are not among them.
 */
export async function renderXlsx(sheets: readonly Sheet[]): Promise<Uint8Array> {
  const workbook = sheets.map(workbookSheet);
  const blob = await writeXlsxFile(workbook, {
    fontFamily: "Arial",
    fontSize: 10,
    features: [filtered(sheets), formula(sheets), printed, quoted],
  }).toBlob();
  return new Uint8Array(await blob.arrayBuffer());
}

function workbookSheet({ name, columns, rows, totals }: Sheet): XlsxSheet<Blob> {
  return {
    sheet: name,
    stickyRowsCount: 1,
    orientation: "landscape",
    columns: columns.map(({ width }) => ({ width })),
    data: [
      columns.map(
        ({ title }): CellObject => ({ type: String, value: title, fontWeight: "bold", wrap: true }),
      ),
      ...rows.map((cells) => cells.map(workbookCell)),
      ...(totals === undefined ? [] : [totals.map(totalCell)]),
    ],
  };
}

function totalCell(cell: Cell): CellObject | null {
  const plain = workbookCell(cell);
  return plain && { ...plain, fontWeight: "bold", topBorderStyle: "thin" };
}

function workbookCell(cell: Cell): CellObject | null {
  if (cell === undefined) return null;
  switch (cell.type) {
    case "text":
      return { type: String, value: cell.text, ...(formulaStart.test(cell.text) && { format: asText }) };
    case "number":
      return { type: Number, value: cell.value, format: decimals("#,##0", cell.digits) };
    case "money": {
      const format = `[$${cell.currency}] ${decimals("#,##0", cell.digits ?? currencyDigits(cell.currency))}`;
      return { type: Number, value: cell.value, format };
    }
    case "share":
      return { type: Number, value: cell.value, format: "0.0%" };
    case "date":
      return { type: Date, value: new Date(cell.day), format: "yyyy-mm-dd" };
    case "formula": {
      const { type: _, ...value } = workbookCell(cell.value) ?? {};
      return { ...value, type: "Formula", value: cell.formula };
    }
  }
}

function decimals(format: string, digits: number): string {
  return digits === 0 ? format : `${format}.${"0".repeat(digits)}`;
}

const formulaStart = /^[\s\p{Cf}]*[=+\-@]/u;
/** The format of such texts, and of nothing else. */
const asText = "@";

/** A spreadsheet leaves a quoted text a text when somebody edits its cell. */
const quoted: Feature<Blob> = {
  files: {
    transform: {
      "xl/styles.xml": {
        transform: (xml) => {
          const id = /numFmtId="(\d+)" formatCode="@"/.exec(xml)?.[1] ?? builtInText;
          return xml.replaceAll(`<xf numFmtId="${id}" `, `<xf numFmtId="${id}" quotePrefix="1" `);
        },
      },
    },
  },
};
const builtInText = "49";

function filtered(sheets: readonly Sheet[]): Feature<Blob> {
  return ofSheet((xml, place) => {
    const { columns = [], rows = [], fixed = false } = sheets[place] ?? {};
    if (rows.length === 0 || fixed) return xml;
    const range = `A1:${cellAt(columns.length - 1, rows.length + 1)}`;
    return xml.replace("</sheetData>", `</sheetData><autoFilter ref="${range}"/>`);
  });
}

/** Writes what each formula comes to beside it. */
function formula(sheets: readonly Sheet[]): Feature<Blob> {
  const values = sheets.map(({ rows, totals = [] }) =>
    [...rows, totals].flatMap((row) =>
      row.flatMap((cell) => (cell?.type === "formula" ? [workbookCell(cell.value)?.value] : [])),
    ),
  );
  return ofSheet((xml, place) => {
    const left = [...(values[place] ?? [])];
    return xml.replaceAll("</f>", () => `</f><v>${String(left.shift() ?? "")}</v>`);
  });
}

/** On paper every column of a sheet stands on one page, whatever size of paper the printer has. */
const printed = ofSheet((xml) =>
  xml
    .replace(/<worksheet[^>]*>/, '$&<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>')
    .replace(/<pageSetup [^>]*>/, '<pageSetup orientation="landscape" fitToWidth="1" fitToHeight="0"/>'),
);

function ofSheet(change: (xml: string, place: number) => string): Feature<Blob> {
  return {
    files: {
      transform: {
        "xl/worksheets/sheet{id}.xml": { transform: (xml, _, { sheetIndex }) => change(xml, sheetIndex) },
      },
    },
  };
}
