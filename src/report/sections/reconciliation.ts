import { z } from "zod";
import type { CampaignState } from "../../campaign/model/state/state.ts";
import { formatCount } from "../../lib/english.ts";
import { formatMoney } from "../../lib/money.ts";
import { reconcile, reconciledBuySchema, reconciledLineSchema } from "../account/reconcile.ts";
import { type Cell, chip } from "../blocks/cell.ts";
import { type Blocks, list, prose, type Section } from "../blocks/document.ts";
import { evenInstead, formatDifference, formatPeriod } from "../blocks/format.ts";
import { type Described, fields } from "../blocks/schema.ts";
import { type Column, figure, header, plain, table, under } from "../blocks/table.ts";

export const reconciliationSchema = fields({
  lines: z.array(reconciledLineSchema),
  unbalanced: z
    .array(reconciledBuySchema)
    .describe("buys for which the ledger holds another amount than is ordered"),
}).describe("plan, our own log and the seller's report, for each package");
type Reconciliation = Described<typeof reconciliationSchema>;
type Line = Reconciliation["lines"][number];

/** Each package three ways; nothing where nothing is bought. */
export function describeReconciliation(state: CampaignState): Reconciliation | undefined {
  const { lines, unbalanced } = reconcile(state);
  if (lines.length === 0) return undefined;
  return { lines, unbalanced };
}

/** Each package three ways, and what is open. */
export const reconciliation: Section<{ readonly reconciliation?: Reconciliation }> = {
  id: "reconciliation",
  appendix: true,
  name: "Reconciliation",
  title: "Reconciliation",
  blocks: ({ reconciliation }) => reconciliation && blocksOf(reconciliation),
};

function blocksOf({ lines, unbalanced }: Reconciliation): Blocks {
  const open = [
    ...lines.flatMap((line) => line.open.map((what) => `${line.lineId}: ${what}`)),
    ...unbalanced.map(
      ({ mediaBuyId, sellerId, committed, ordered }) =>
        `${mediaBuyId} of ${sellerId}: the ledger holds ${formatMoney(committed)}, ordered are ${formatMoney(ordered)}`,
    ),
  ];
  const flags = lines.flatMap((line) => line.flags.map((flag) => `${line.lineId}: ${flag}`));
  return [
    prose(
      "The plan, our own log of what was ordered and changed, and the seller's report. Books close on final figures alone.",
    ),
    table<Line>({
      caption: "Each package three ways",
      note: `Reported figures are compared with what was ordered for the days that were reported, as the order stood on each, by the curve that it gives its seller.${evenInstead(lines)}`,
      rows: lines,
      columns,
    }),
    list(flags, "Differs by more than a tenth"),
    list(open, "Still open"),
  ];
}

const columns: readonly Column<Line>[] = [
  header("Line", ({ product }) => product),
  under("Seller", ({ sellerId }) => sellerId),
  under("Buy", ({ mediaBuyId }) => mediaBuyId),
  under("Id", ({ lineId }) => lineId, { on: ["markdown"] }),
  under("Period", ({ period }) => formatPeriod(period)),
  figure("Planned", ({ planned }) => formatMoney(planned.budget)),
  under("Impressions", ({ planned }) => impressions(planned.impressions)),
  figure("Ordered", ({ ordered }) => formatMoney(ordered.budget)),
  under("Impressions", ({ ordered }) => impressions(ordered.impressions)),
  figure("Reported", ({ reported }) => reported.spend && formatMoney(reported.spend)),
  under("Impressions", ({ reported }) => reported.days > 0 && impressions(reported.impressions)),
  figure("Spend", ({ variance }) => difference(variance.spend)),
  figure("Impressions", ({ variance }) => difference(variance.impressions)),
  figure("Restated", ({ reported }) => reported.adjustment.minor !== 0 && formatMoney(reported.adjustment)),
  plain("Books", ({ open }) => (open.length > 0 ? chip("waiting", "open") : chip("done", "closed"))),
];

function impressions(count: number | undefined): Cell {
  return count !== undefined && `${formatCount(count)} impressions`;
}

function difference(value: number | undefined): Cell {
  return value !== undefined && formatDifference(value);
}
