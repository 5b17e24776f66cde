import { feasibilityStanding, feasibilityWord, remedyWords } from "../feasibility-words.ts";
import type { Report } from "../report-schema.ts";
import { lineWidth } from "./columns.ts";
import type { Paint } from "./paint.ts";
import { wrapText } from "./text-width.ts";

/** Each finding with its arithmetic and what would make it hold. */
export function feasibilityLines({ feasibility = [] }: Report, paint: Paint): string[] {
  if (feasibility.length === 0) return ["the brief names too few figures to be held against one another"];
  return feasibility.flatMap((finding) => [
    paint.standing(feasibilityStanding(finding), feasibilityWord(finding)),
    ...[finding.text, remedyWords(finding)]
      .filter((text) => text !== "")
      .flatMap((text) => wrapText(text, lineWidth - 4))
      .map((line) => `  ${line}`),
  ]);
}
