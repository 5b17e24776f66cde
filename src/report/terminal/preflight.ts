import { checkRows, resultInWords, standingOfResult } from "../preflight-words.ts";
import type { Report } from "../report-schema.ts";
import { lineWidth } from "./columns.ts";
import type { Paint } from "./paint.ts";
import { wrapText } from "./text-width.ts";

/** Each finding with where it is and what to do; what has passed in one line. */
export function preflightLines({ preflight }: Report, paint: Paint): string[] {
  if (!preflight) return ["not checked yet"];
  const rows = checkRows(preflight);
  const passed = rows.filter(({ finding }) => finding.result === "pass").map(({ title }) => title);
  return [
    ...rows
      .filter(({ finding }) => finding.result !== "pass")
      .flatMap(({ finding, text }) => [
        paint.standing(standingOfResult(finding), resultInWords(finding)),
        ...wrapText(text, lineWidth - 4).map((line) => `  ${line}`),
      ]),
    ...(preflight.refusedBy === undefined ? [] : [`${preflight.refusedBy} said no`]),
    ...(passed.length === 0 ? [] : wrapText(`passed: ${passed.join(", ")}`, lineWidth - 2).map(paint.quiet)),
  ];
}
