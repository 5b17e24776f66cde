import { feasibilityWord, remedyWords } from "../feasibility-words.ts";
import { markdownTable } from "../markdown-text.ts";
import type { Report } from "../report-schema.ts";

export function feasibilityLines({ feasibility }: Report): string[] {
  if (feasibility === undefined) return [];
  return [
    "## Can the brief come true?",
    "",
    ...markdownTable(
      ["Checked", "Result", "Arithmetic", "What would help"],
      feasibility.map((finding) => [
        finding.check,
        feasibilityWord(finding),
        finding.text,
        remedyWords(finding),
      ]),
    ),
  ];
}
