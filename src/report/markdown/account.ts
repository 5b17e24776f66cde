import { formatMoney } from "../../lib/money.ts";
import { formatCount, formatDifference } from "../format.ts";
import { grantedBy } from "../granted-by.ts";
import { markdownList, markdownTable } from "../markdown-text.ts";
import type { Report } from "../report-schema.ts";

/** What lines are missing, with the draft of each claim. */
export function shortfallLines({ shortfalls }: Report): string[] {
  if (shortfalls === undefined) return [];
  return [
    "## Under-delivery",
    "",
    ...markdownTable(
      [
        "Line",
        "Seller",
        "Ordered>",
        "Delivered>",
        "Expected>",
        "Missing>",
        "Granted>",
        "Outstanding>",
        "Proposed",
      ],
      shortfalls.map((row) => [
        row.slot,
        row.sellerId,
        formatCount(row.ordered),
        formatCount(row.delivered),
        formatCount(row.expected),
        formatCount(row.owed),
        formatCount(grantedBy(row.makegoods)),
        formatCount(row.outstanding),
        `${row.proposal} (${row.kind})`,
      ]),
    ),
    ...markdownList(shortfalls.map(({ slot, method }) => `${slot}: ${method}`)),
    "The draft of each claim: `flightdesk claims show <line>`.",
    "",
  ];
}

/** Each package three ways, and what is open. */
export function reconciliationLines({ reconciliation }: Report): string[] {
  if (reconciliation === undefined) return [];
  const { lines, unbalanced } = reconciliation;
  return [
    "## Reconciliation",
    "",
    ...markdownTable(
      [
        "Line",
        "Seller",
        "Planned>",
        "Ordered>",
        "Reported spend>",
        "Against due>",
        "Ordered impressions>",
        "Reported>",
        "Against due>",
        "Books",
      ],
      lines.map(({ slot, sellerId, planned, ordered, told, variance, open }) => [
        slot,
        sellerId,
        formatMoney(planned.budget),
        formatMoney(ordered.budget),
        told.spend === undefined ? "" : formatMoney(told.spend),
        percent(variance.spend),
        ordered.impressions === undefined ? "" : formatCount(ordered.impressions),
        told.days === 0 ? "" : formatCount(told.impressions),
        percent(variance.impressions),
        open.length === 0 ? "closed" : "open",
      ]),
    ),
    ...markdownList([
      ...lines.flatMap(({ slot, flags }) => flags.map((flag) => `Look at ${slot}: ${flag}`)),
      ...lines.flatMap(({ slot, open }) => open.map((what) => `Open at ${slot}: ${what}`)),
      ...unbalanced.map(
        ({ mediaBuyId, sellerId, bound, ordered }) =>
          `Open at ${mediaBuyId} of ${sellerId}: the ledger holds ${formatMoney(bound)}, ordered are ${formatMoney(ordered)}`,
      ),
    ]),
  ];
}

function percent(value: number | undefined): string {
  return value === undefined ? "" : formatDifference(value);
}
