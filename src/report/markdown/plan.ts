import { formatMoney } from "../../lib/money.ts";
import { proofSentences, reachSentences } from "../estimate-words.ts";
import { formatCount, formatPercent } from "../format.ts";
import { markdownList, markdownTable } from "../markdown-text.ts";
import type { Report } from "../report-schema.ts";

type Plan = NonNullable<Report["plan"]>;

/** Who gets how much for what and when, how good the split is, and what was left out. */
export function planLines({ plan }: Report): string[] {
  if (!plan) return [];
  const { conflict = [], proof, reach } = plan;
  return [
    "## Plan",
    "",
    ...(conflict.length > 0 ? ["### These wishes cannot hold together", ""] : []),
    ...markdownList(conflict.map(({ text, dropping }) => `${text}; without it: ${dropping}`)),
    ...markdownTable(
      ["Package", "Seller", "Amount>", "Budget>", "Impressions>", "Standing", "Why"],
      plan.lines.map((line) => [
        line.product,
        line.sellerId,
        `${formatMoney(line.amount)} (${formatPercent(line.share)})`,
        formatMoney(line.budget),
        line.expectedImpressions === undefined ? "" : formatCount(line.expectedImpressions),
        line.standing === "done" ? "bought" : line.standing === "open" ? "not sent" : line.standing,
        line.reason,
      ]),
    ),
    ...markdownList([
      ...(proof ? proofSentences(proof, plan.total.currency) : []),
      ...plan.binding,
      ...(reach ? reachSentences(reach, plan.lines) : []),
    ]),
    ...calendarLines(plan),
    ...(plan.leftOut.length > 0 ? ["### Left out", ""] : []),
    ...markdownList(
      plan.leftOut.map(({ product, sellerId, reason }) => `${product} (${sellerId}): ${reason}`),
    ),
  ];
}

function calendarLines({ calendar, lines }: Plan): string[] {
  if (!calendar) return [];
  const name = (slot: string) => lines.find((line) => line.slot === slot)?.product ?? slot;
  return [
    "### Flight calendar",
    "",
    ...markdownTable(
      ["Package", ...calendar.periods.map(({ start }) => `${start}>`)],
      calendar.lines.map(({ slot, amounts }) => [name(slot), ...amounts.map(formatMoney)]),
    ),
  ];
}
