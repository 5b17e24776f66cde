import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CampaignState } from "../campaign/state.ts";
import type { Report } from "../report/report-schema.ts";
import { UsageError } from "./usage-error.ts";

export const reportFormats = ["html", "md", "csv", "xlsx", "json"] as const;
export type ReportFormat = (typeof reportFormats)[number];

/**
 * Writes the campaign's report into `folder` (or to `output`) in each of the formats and returns the files' paths, in
 * order. CSV is one file for each sheet, named after it. Throws a UsageError where a file cannot be written.
 */
export async function writeReport(
  state: CampaignState,
  {
    folder,
    formats,
    output,
  }: { readonly folder: string; readonly formats: readonly ReportFormat[]; readonly output?: string },
): Promise<string[]> {
  const { makeReport } = await import("../report/report.ts");
  const report = makeReport(state);
  if (output === undefined) makeFolder(folder);
  const paths: string[] = [];
  for (const format of formats)
    for (const { name, content } of await filesOf(report, format)) {
      const path = withName(output ?? join(folder, `${state.id}.${format}`), name);
      writing(path, () => writeFileSync(path, content));
      paths.push(path);
    }
  return paths;
}

/** Where reports go unless somebody says otherwise. */
export function reportFolder(home: string): string {
  return join(home, "reports");
}

interface ReportFile {
  /** Tells it from the other files of its format. */
  readonly name?: string;
  readonly content: string | Uint8Array;
}

async function filesOf(report: Report, format: ReportFormat): Promise<readonly ReportFile[]> {
  switch (format) {
    case "html":
      return [{ content: await (await import("../report/html.ts")).renderHtml(report) }];
    case "md":
      return [{ content: (await import("../report/markdown.ts")).renderMarkdown(report) }];
    case "csv": {
      const { renderCsv } = await import("../report/csv.ts");
      return (await sheetsOf(report)).map((sheet) => ({ name: sheet.name, content: renderCsv(sheet) }));
    }
    case "xlsx": {
      const { renderXlsx } = await import("../report/xlsx.ts");
      return [{ content: await renderXlsx(await sheetsOf(report)) }];
    }
    case "json":
      return [{ content: `${JSON.stringify(report, null, 2)}\n` }];
  }
}

async function sheetsOf(report: Report) {
  return (await import("../report/sheets.ts")).makeSheets(report);
}

/** `report.csv` as `report.offers.csv`. */
function withName(path: string, name: string | undefined): string {
  if (name === undefined) return path;
  const end = /\.[^./\\]+$/.exec(path)?.index ?? path.length;
  return `${path.slice(0, end)}.${name}${path.slice(end)}`;
}

function makeFolder(folder: string): void {
  writing(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }));
}

function writing(path: string, write: () => void): void {
  try {
    write();
  } catch (cause) {
    throw new UsageError(
      `${path}: cannot be written (${cause instanceof Error ? cause.message : String(cause)})`,
      { cause },
    );
  }
}
