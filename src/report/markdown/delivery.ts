import { formatMoney } from "../../lib/money.ts";
import { formatCount, formatPercent } from "../format.ts";
import { markdownList, markdownTable } from "../markdown-text.ts";
import { offPace } from "../pace-words.ts";
import type { Report } from "../report-schema.ts";

/** What was delivered against plan, and the index that each seller is told. */
export function deliveryLines({ delivery: { buys, unreported, alerts }, feedback }: Report): string[] {
  if (buys.length === 0 && unreported.length === 0 && alerts.length === 0) return [];
  return [
    "## Delivery",
    "",
    ...markdownTable(
      ["Buy", "Seller", "Period", "Impressions>", "Of plan>", "Spend>", "Of plan>", "Findings"],
      buys.map(({ mediaBuyId, sellerId, period, delivered, ofPlan, findings }) => [
        mediaBuyId,
        sellerId,
        `${period.start} to ${period.end}`,
        formatCount(delivered.impressions),
        ofPlan.impressions === undefined ? "" : formatPercent(ofPlan.impressions),
        formatMoney(delivered.spend),
        ofPlan.spend === undefined ? "" : formatPercent(ofPlan.spend),
        findings.join(" "),
      ]),
    ),
    ...markdownList(
      unreported.map(({ sellerId, stepId, reason }) => `No figures from ${sellerId} (${stepId}): ${reason}`),
    ),
    ...markdownList(offPace(buys)),
    ...markdownList(alerts.map(({ at, slot, text }) => `${at.slice(0, 10)}, ${slot}: ${text}`)),
    ...markdownTable(
      ["Buy", "Seller", "Performance index>", "How it is reckoned", "Seller told"],
      feedback.map(({ mediaBuyId, sellerId, performanceIndex, formula, standing }) => [
        mediaBuyId,
        sellerId,
        performanceIndex.toFixed(2),
        formula,
        standing === "done" ? "yes" : standing === "open" ? "not sent" : standing,
      ]),
    ),
  ];
}
