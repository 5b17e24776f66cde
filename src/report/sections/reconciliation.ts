import { z } from "zod";
import type { CampaignState } from "../../campaign/model/state.ts";
import { formatCount } from "../../lib/english.ts";
import { formatMoney, moneySchema } from "../../lib/money.ts";
import { productName } from "../account/buys.ts";
import { reconcile } from "../account/reconcile.ts";
import { type Cell, chip } from "../cell.ts";
import { type Blocks, list, prose, type Section } from "../document.ts";
import { evenInstead, formatDifference, formatPeriod } from "../format.ts";
import { count, curve, type Described, each, fields, period, texts } from "../schema.ts";
import { type Column, figure, header, plain, table, under } from "../table.ts";

const ordered = fields({ budget: moneySchema, impressions: z.number().optional() });

export const reconciliationSchema = fields({
  lines: each({
    lineId: z.string(),
    sellerId: z.string(),
    mediaBuyId: z.string(),
    packageId: z.string(),
    product: z.string(),
    period,
    curve,
    planned: ordered.describe("as the plan had it"),
    ordered: ordered.describe("as our own log has it now, after changes that were read back"),
    due: fields({ spend: moneySchema, impressions: z.number().optional() }).describe(
      "part of the order for the days up to the last one told, by its curve",
    ),
    told: fields({
      days: count,
      finalDays: count,
      impressions: count,
      spend: moneySchema.optional(),
      adjustment: moneySchema.describe("what restatements changed of the spend"),
      conversions: z.number().optional().describe("as the seller counts them"),
    }).describe("by its seller"),
    variance: fields({
      order: z.number(),
      impressions: z.number().optional(),
      spend: z.number().optional(),
      price: z.number().optional(),
    }).describe("order: over the plan; the others: told over due; each less 1"),
    flags: texts.describe("variances over a tenth, and spend over the order"),
    open: texts.describe("why its books are not closed; empty where they are"),
  }),
  unbalanced: each({
    mediaBuyId: z.string(),
    sellerId: z.string(),
    bound: moneySchema,
    ordered: moneySchema,
  }).describe("buys for which the ledger holds another amount than is ordered"),
}).describe("plan, our own log and the seller's report, for each package");
type Reconciliation = Described<typeof reconciliationSchema>;
type Line = Reconciliation["lines"][number];

/** Each package three ways; nothing where nothing is bought. */
export function describeReconciliation(state: CampaignState): Reconciliation | undefined {
  const { lines, unbalanced } = reconcile(state);
  if (lines.length === 0) return undefined;
  const named = lines.map((line) => ({
    ...line,
    product: productName(state, line.sellerId, line.productId),
  }));
  return { lines: named, unbalanced };
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
      ({ mediaBuyId, sellerId, bound, ordered }) =>
        `${mediaBuyId} of ${sellerId}: the ledger holds ${formatMoney(bound)}, ordered are ${formatMoney(ordered)}`,
    ),
  ];
  const flags = lines.flatMap((line) => line.flags.map((flag) => `${line.lineId}: ${flag}`));
  return [
    prose(
      "The plan, our own log of what was ordered and changed, and the seller's report. Books close on final figures alone.",
    ),
    table<Line>({
      caption: "Each package three ways",
      note: `Reported figures are compared with the order's share for the days that were reported, by the curve that it gives its seller.${evenInstead(lines)}`,
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
  figure("Reported", ({ told }) => told.spend && formatMoney(told.spend)),
  under("Impressions", ({ told }) => told.days > 0 && impressions(told.impressions)),
  figure("Spend", ({ variance }) => difference(variance.spend)),
  figure("Impressions", ({ variance }) => difference(variance.impressions)),
  figure("Restated", ({ told }) => told.adjustment.minor !== 0 && formatMoney(told.adjustment)),
  plain("Books", ({ open }) => (open.length > 0 ? chip("waiting", "open") : chip("done", "closed"))),
];

function impressions(count: number | undefined): Cell {
  return count !== undefined && `${formatCount(count)} impressions`;
}

function difference(value: number | undefined): Cell {
  return value !== undefined && formatDifference(value);
}
