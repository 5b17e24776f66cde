import { markdownTable, markdownText } from "../markdown-text.ts";
import { checkRows, resultInWords } from "../preflight-words.ts";
import type { Report } from "../report-schema.ts";

/** What was looked at before the first buy. */
export function preflightLines({ preflight }: Report): string[] {
  if (!preflight) return [];
  return [
    "## Before the first buy",
    "",
    ...markdownTable(
      ["Check", "Result", "Found"],
      checkRows(preflight).map(({ title, finding, text }) => [title, resultInWords(finding), text]),
    ),
    ...(preflight.refusedBy === undefined ? [] : [markdownText(`${preflight.refusedBy} said no.`), ""]),
  ];
}
