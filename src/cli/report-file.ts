import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CampaignState } from "../campaign/state.ts";
import { UsageError } from "./usage-error.ts";

export const reportFormats = ["html", "md", "json"] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** Writes the campaign's report under `home` (or to `output`) and returns its path. */
export async function writeReport(
  state: CampaignState,
  {
    home,
    format = "html",
    output,
  }: { readonly home: string; readonly format?: ReportFormat; readonly output?: string },
): Promise<string> {
  const text = await rendered(state, format);
  const folder = join(home, "reports");
  const path = output ?? join(folder, `${state.id}.${format}`);
  try {
    if (output === undefined) mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(path, text);
  } catch (cause) {
    throw new UsageError(
      `${path}: cannot be written (${cause instanceof Error ? cause.message : String(cause)})`,
      { cause },
    );
  }
  return path;
}

async function rendered(state: CampaignState, format: ReportFormat): Promise<string> {
  const { makeReport } = await import("../report/report.ts");
  const report = makeReport(state);
  switch (format) {
    case "html":
      return (await import("../report/html.ts")).renderHtml(report);
    case "md":
      return (await import("../report/markdown.ts")).renderMarkdown(report);
    case "json":
      return `${JSON.stringify(report, null, 2)}\n`;
  }
}
