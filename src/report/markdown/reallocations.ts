import { formatMoney } from "../../lib/money.ts";
import { markdownTable, markdownText } from "../markdown-text.ts";
import { decisionWords, observedWords, signed } from "../reallocation-words.ts";
import type { Report } from "../report-schema.ts";

/** Money that moved between lines, decision by decision: before, after, what was expected, what came of it. */
export function reallocationLines({ reallocations }: Report): string[] {
  if (reallocations === undefined) return [];
  return [
    "## Reallocations",
    "",
    ...reallocations.flatMap((decision) => [
      `### ${markdownText(decision.id)}`,
      "",
      markdownText(`${decisionWords(decision)} ${observedWords(decision)}`),
      "",
      ...markdownTable(
        ["Line", "Before>", "After>", "Expected outcomes>", "Standing", "Read back>"],
        decision.moves.map(({ slot, from, to, gain, standing, made }) => [
          slot,
          formatMoney(from),
          formatMoney(to),
          signed(gain),
          standing,
          made === undefined ? "" : formatMoney(made),
        ]),
      ),
    ]),
  ];
}
