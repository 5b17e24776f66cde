import { formatMoney } from "../lib/money.ts";
import { reconciliationLines, shortfallLines } from "./markdown/account.ts";
import { creativeLines } from "./markdown/creatives.ts";
import { deliveryLines } from "./markdown/delivery.ts";
import { feasibilityLines } from "./markdown/feasibility.ts";
import { feedbackLines } from "./markdown/feedback.ts";
import { methodLines } from "./markdown/method.ts";
import { offerLines } from "./markdown/offers.ts";
import { planLines } from "./markdown/plan.ts";
import { preflightLines } from "./markdown/preflight.ts";
import { readingLines } from "./markdown/readings.ts";
import { reallocationLines } from "./markdown/reallocations.ts";
import { scenarioLines } from "./markdown/scenarios.ts";
import { sellerLines } from "./markdown/sellers.ts";
import { signalLines } from "./markdown/signals.ts";
import { stepLines } from "./markdown/steps.ts";
import { markdownList, markdownTable, markdownText } from "./markdown-text.ts";
import type { Report } from "./report-schema.ts";

/** The report as Markdown, for a ticket or a mail; the same sections as the page, without drawings. */
export function renderMarkdown(report: Report): string {
  const { headline, brief } = report;
  return [
    `# ${markdownText(headline.title)}`,
    "",
    markdownText(headline.asked),
    "",
    ...headlineLines(report),
    ...(brief ? ["## Limits and wishes", "", ...markdownList([...brief.limits, ...brief.wishes])] : []),
    ...feasibilityLines(report),
    ...planLines(report),
    ...scenarioLines(report),
    ...sellerLines(report),
    ...offerLines(report),
    ...readingLines(report),
    ...signalLines(report),
    ...preflightLines(report),
    ...stepLines(report),
    ...creativeLines(report),
    ...deliveryLines(report),
    ...feedbackLines(report),
    ...reallocationLines(report),
    ...shortfallLines(report),
    ...reconciliationLines(report),
    ...methodLines(report),
  ].join("\n");
}

function headlineLines({ headline: { money, summary, attention } }: Report): string[] {
  return [
    ...(money
      ? markdownTable(
          ["Budget>", "Planned>", "Committed>", "Spent>", "Unallocated>"],
          [[money.budget, money.planned, money.committed, money.spent, money.unallocated].map(formatMoney)],
        )
      : []),
    markdownText(summary.join(" ")),
    "",
    ...(attention.length > 0 ? ["## Needs a look", ""] : []),
    ...markdownList(attention.map(({ standing, what, why }) => `${standing}: ${what} ${why}`)),
  ];
}
