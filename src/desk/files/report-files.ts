import { existsSync, readFileSync, statSync } from "node:fs";
import type { Settings } from "../../config.ts";
import { namedOperator } from "../../protocol/addresses/operator.ts";
import type { Letterhead, NamedPage } from "../../report/documents/insertion-orders.ts";
import type { PageBrand } from "../../report/renderers/page.ts";
import type { Report } from "../../report/report.ts";
import type { Desk } from "../desk.ts";
import { UsageError } from "../usage-error.ts";
import { orderDetails } from "./order-details.ts";

/** Of the last four, each is a document of its own: an insertion order for each seller, a spec sheet for creatives. */
export const reportFormats = [
  "html",
  "pdf",
  "md",
  "csv",
  "xlsx",
  "json",
  "io",
  "io-pdf",
  "specs",
  "specs-pdf",
] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** What goes on documents by the settings, and by what people have filled in. Rejects as `loadBrand` throws. */
export async function letterheadOf(desk: Pick<Desk, "settings" | "home">): Promise<Letterhead> {
  const { brand, operator } = desk.settings;
  return { brand: loadBrand(brand), operator: namedOperator(operator), terms: await orderDetails(desk) };
}

export interface ReportFile {
  readonly extension: string;
  /** Tells it from the other files of its format. */
  readonly name?: string;
  readonly content: string | Uint8Array;
  /** Without which it cannot be signed. */
  readonly missing?: NamedPage["missing"];
}

/**
 * A report in one of the formats. A PDF is what a client signs: the verdict and the plan; CSV is one file for each sheet, named
 * after it. Of documents, one alone where it is `named`.
 */
export async function reportFiles(
  report: Report,
  format: ReportFormat,
  letterhead: Letterhead = {},
  named?: string,
): Promise<readonly ReportFile[]> {
  const { brand = {} } = letterhead;
  const alone = (content: ReportFile["content"]) => [{ extension: format, content }];
  switch (format) {
    case "html":
    case "pdf": {
      const { renderHtml } = await import("../../report/renderers/html.ts");
      if (format === "html") return alone(await renderHtml(report, { brand }));
      return alone(await printed(await renderHtml(report, { edition: "client", brand })));
    }
    case "io":
    case "io-pdf": {
      const { insertionOrders } = await import("../../report/documents/insertion-orders.ts");
      return documents(await insertionOrders(report, letterhead), format, named);
    }
    case "specs":
    case "specs-pdf": {
      const { creativeSpecs } = await import("../../report/documents/creative-specs.ts");
      const specs = await creativeSpecs(report, brand);
      return documents(specs === undefined ? [] : [specs], format, named);
    }
    case "md": {
      const { renderMarkdown } = await import("../../report/renderers/markdown.ts");
      return alone(renderMarkdown(report));
    }
    case "csv": {
      const { renderCsv } = await import("../../report/renderers/csv.ts");
      return (await sheetsOf(report)).map((sheet) => ({
        extension: format,
        name: sheet.name,
        content: renderCsv(sheet),
      }));
    }
    case "xlsx": {
      const { renderXlsx } = await import("../../report/renderers/xlsx.ts");
      return alone(await renderXlsx(await sheetsOf(report)));
    }
    case "json":
      return alone(`${JSON.stringify(report, null, 2)}\n`);
  }
}

/** Throws a UsageError where there is no document to write yet. */
async function documents(pages: readonly NamedPage[], format: ReportFormat, named: string | undefined) {
  if (pages.length === 0) throw new UsageError(`${format}: nothing is planned yet; make a plan first`);
  const extension = format.endsWith("-pdf") ? "pdf" : "html";
  const files: ReportFile[] = [];
  for (const { name, page, missing } of pages.filter((one) => named === undefined || one.name === named))
    files.push({ extension, name, missing, content: extension === "pdf" ? await printed(page) : page });
  return files;
}

async function printed(page: string): Promise<Uint8Array> {
  return (await import("./print-pdf.ts")).printPdf(page);
}

async function sheetsOf(report: Report) {
  return (await import("../../report/renderers/sheets.ts")).makeSheets(report);
}

/** A page stays under 300 KB, and a logo becomes a third longer in it. */
const mostBytes = 100_000;

/** The branding that the settings name, its logo read. Throws a UsageError where the file is none that may stand in a page. */
export function loadBrand(brand: Settings["brand"]): PageBrand {
  if (brand === undefined) return {};
  const { logo, ...words } = brand;
  return { ...words, ...(logo !== undefined && { logo: pictureIn(logo) }) };
}

function pictureIn(file: string): string {
  const wrong = (what: string) => new UsageError(`brand: logo: ${file}: ${what}`);
  if (!existsSync(file)) throw wrong("there is no such file");
  if (statSync(file).isDirectory()) throw wrong("this is a folder");
  const bytes = readFileSync(file);
  if (bytes.length > mostBytes) throw wrong(`it has ${bytes.length} bytes; a logo may have ${mostBytes}`);
  const kind = kinds.find(({ is }) => is(bytes));
  if (kind === undefined) throw wrong("it is not a PNG, JPEG or SVG picture");
  if (kind.type === "image/svg+xml" && active.test(bytes.toString("utf8")))
    throw wrong("this SVG loads something or runs script; save it as a plain SVG or as PNG");
  return `data:${kind.type};base64,${bytes.toString("base64")}`;
}

const kinds: readonly { readonly type: string; readonly is: (bytes: Buffer) => boolean }[] = [
  { type: "image/png", is: (bytes) => bytes.subarray(0, 8).toString("hex") === "89504e470d0a1a0a" },
  { type: "image/jpeg", is: (bytes) => bytes.subarray(0, 3).toString("hex") === "ffd8ff" },
  {
    type: "image/svg+xml",
    is: (bytes) => /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*>\s*)?<svg[\s>]/.test(bytes.toString("utf8")),
  },
];
/** Script, entities, and whatever lies elsewhere. */
const active =
  /<script|<!ENTITY|<foreignObject|\son\w+\s*=|(?:href|src)\s*=\s*["']?\s*(?!["'#])(?:\w+:|\/\/)|url\(\s*["']?(?:\w+:|\/\/)|@import/i;
