import { formatMoney } from "../../lib/money.ts";
import { formatInstant } from "../format.ts";
import { markdownList, markdownText } from "../markdown-text.ts";
import type { Report } from "../report-schema.ts";
import { stepMoments } from "../step-moments.ts";

/** Every change with its verdicts and its answer. */
export function stepLines({ steps }: Report): string[] {
  if (steps.length === 0) return [];
  return [
    "## Governance and receipts",
    "",
    ...steps.flatMap((step) => [
      `### ${markdownText(`${step.purpose} ${step.amount.minor > 0 ? formatMoney(step.amount) : ""}`)}`,
      "",
      `${markdownText(`${step.task} at ${step.agentId}: ${step.status}`)}`,
      "",
      ...markdownList(
        stepMoments(step).map(({ at, words, details }) =>
          [`${formatInstant(at)} ${words}${details.length > 0 ? ":" : ""}`, ...details].join(" "),
        ),
      ),
    ]),
  ];
}
