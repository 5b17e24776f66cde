import { counted, formatCount, listed } from "../../lib/english.ts";
import { formatMoney, type Money } from "../../lib/money.ts";
import { evenInstead, formatPercent, textsOf } from "../blocks/format.ts";
import { markdownList, markdownTable, markdownText } from "../blocks/markdown-text.ts";
import { asWholeText } from "./statement.ts";
import type { Statement } from "./statement-schema.ts";

/** The statement as Markdown, for a mail or a ticket. */
export function statementMarkdown({ month, rows, totals }: Statement): string {
  return [
    `# Statement for ${month}`,
    "",
    rows.length === 0
      ? "Nothing ran and nothing was reported."
      : markdownText(`Of ${listed([...new Set(rows.map(({ name }) => name))])}.`),
    "",
    ...markdownTable(
      ["Currency", "Packages>", "Ordered>", "First reported>", "Adjustment>", "Spend>"],
      totals.map(({ currency, rows: count, ordered, firstReported, adjustment, spend }) => [
        currency,
        formatCount(count),
        ...[ordered, firstReported, adjustment, spend].map(amountText),
      ]),
    ),
    ...(rows.length === 0
      ? []
      : [
          `Ordered is what was ordered for each of these days, as the order stood on it, by the curve that it gives its seller.${evenInstead(rows)}`,
          "",
        ]),
    ...markdownTable(
      [
        "Seller",
        "Product",
        "Buy",
        "Days",
        "Ordered>",
        "Delivered>",
        "Budget>",
        "First reported>",
        "Adjustment>",
        "Spend>",
        "Due>",
        "Spend vs due>",
        "Books",
      ],
      rows.map((row) => [
        row.sellerId,
        row.product,
        row.mediaBuyId,
        `${row.from} to ${row.to}`,
        row.ordered.impressions === undefined ? "" : formatCount(row.ordered.impressions),
        row.delivered === undefined ? "" : formatCount(row.delivered),
        ...[row.ordered.budget, row.firstReported, row.adjustment].map(amountText),
        row.asWhole === undefined ? amountText(row.spend) : asWholeText(row.asWhole),
        amountText(row.due),
        row.variance === undefined
          ? ""
          : `${formatPercent(row.variance, 1)}${row.flagged ? ", check it" : ""}`,
        row.open.length === 0 ? "closed" : counted(row.open.length, "open point"),
      ]),
    ),
    ...markdownList(
      rows.flatMap(({ sellerId, product, mediaBuyId, idle, open }) =>
        textsOf(
          open,
          idle &&
            `paused by us on ${counted(idle.days, "day")}, for which its order had ${formatMoney(idle.budget)}`,
        ).map((what) => `${product} of ${sellerId}, ${mediaBuyId}: ${what}`),
      ),
    ),
  ].join("\n");
}

function amountText(amount: Money | undefined): string {
  return amount === undefined ? "" : formatMoney(amount);
}
