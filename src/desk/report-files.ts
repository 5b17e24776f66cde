import type { Report } from "../report/report.ts";

export const reportFormats = ["html", "pdf", "md", "csv", "xlsx", "json"] as const;
export type ReportFormat = (typeof reportFormats)[number];

export interface ReportFile {
  /** Tells it from the other files of its format. */
  readonly name?: string;
  readonly content: string | Uint8Array;
}

/** A report in one of the formats. A PDF is what a client signs: the verdict and the plan; CSV is one file for each sheet, named after it. */
export async function reportFiles(report: Report, format: ReportFormat): Promise<readonly ReportFile[]> {
  switch (format) {
    case "html":
      return [{ content: await (await import("../report/renderers/html.ts")).renderHtml(report) }];
    case "pdf": {
      const { renderHtml } = await import("../report/renderers/html.ts");
      const { printPdf } = await import("./print-pdf.ts");
      return [{ content: await printPdf(await renderHtml(report, { edition: "client" })) }];
    }
    case "md":
      return [{ content: (await import("../report/renderers/markdown.ts")).renderMarkdown(report) }];
    case "csv": {
      const { renderCsv } = await import("../report/renderers/csv.ts");
      return (await sheetsOf(report)).map((sheet) => ({ name: sheet.name, content: renderCsv(sheet) }));
    }
    case "xlsx": {
      const { renderXlsx } = await import("../report/renderers/xlsx.ts");
      return [{ content: await renderXlsx(await sheetsOf(report)) }];
    }
    case "json":
      return [{ content: `${JSON.stringify(report, null, 2)}\n` }];
  }
}

async function sheetsOf(report: Report) {
  return (await import("../report/renderers/sheets.ts")).makeSheets(report);
}
