import { formatMoney } from "../../lib/money.ts";
import { formatMinor, formatPercent } from "../format.ts";
import { markdownList, markdownTable } from "../markdown-text.ts";
import type { Report } from "../report-schema.ts";

/** Audience data: what was offered, and what is used where. */
export function signalLines({ signals: { agents, candidates, choices }, currency }: Report): string[] {
  if (agents.length === 0 && choices.length === 0) return [];
  return [
    "## Audience signals",
    "",
    ...markdownTable(
      ["Seller", "Signal", "Standing", "Cost at most>", "Why"],
      choices.map(({ sellerId, name, signalId, standing, standingReason, cost, reason }) => [
        sellerId,
        name ?? signalId ?? "none",
        [standing, standingReason ?? ""].filter((word) => word !== "").join(": "),
        signalId === undefined ? "" : formatMoney(cost),
        reason,
      ]),
    ),
    ...markdownTable(
      ["Signal offered", "Provider", "Coverage>", "For 1,000>", "Used at"],
      candidates.map(({ name, provider, coverage, cpm, chosenFor }) => [
        name,
        provider ?? "",
        coverage === undefined ? "" : formatPercent(coverage, 1),
        cpm === undefined || currency === undefined ? "not given" : formatMinor(cpm, currency),
        chosenFor.join(", "),
      ]),
    ),
    ...markdownList(
      agents
        .filter(({ result }) => result !== "answered")
        .map(({ id, result, reason }) => `${id}: ${result}, ${reason ?? "no reason given"}`),
    ),
  ];
}
