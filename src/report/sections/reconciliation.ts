import { z } from "zod";
import type { CampaignState } from "../../campaign/model/state/state.ts";
import { formatCount, listed } from "../../lib/english.ts";
import { formatMinor, formatMoney, type Money, money, sum, totalMoney } from "../../lib/money.ts";
import { reconcile, reconciledBuySchema, reconciledLineSchema } from "../account/reconcile.ts";
import { type Cell, chip } from "../blocks/cell.ts";
import { type Blocks, list, prose, type Section } from "../blocks/document.ts";
import { evenInstead, formatDay, formatDifference, formatPeriod } from "../blocks/format.ts";
import { type Described, fields } from "../blocks/schema.ts";
import { type Column, figure, header, plain, table, under } from "../blocks/table.ts";
import type { Plan } from "./described/plan.ts";

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
  const reconciled = reconcile(state);
  return reconciled.lines.length === 0 ? undefined : reconciled;
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

interface ForClients {
  readonly reconciliation?: Reconciliation;
  readonly plan?: Pick<Plan, "lines" | "total">;
}

/** For whoever pays, with totals where all is in one currency. */
export const linesForClients: Section<ForClients> = {
  id: "lines",
  name: "Lines",
  title: "Planned, current and delivered",
  blocks: ({ reconciliation: { lines } = { lines: [] }, plan }) => {
    const [first, ...others] = new Set(lines.map(({ planned }) => planned.budget.currency));
    const currency = others.length === 0 ? first : undefined;
    const isInBursts = new Set(lines.map(({ period }) => formatPeriod(period))).size > 1;
    return [
      table<Line>({
        caption: "Delivered against plan",
        note: `As the vendors report it, in the currency of each order, with impressions below; the last two columns compare it with what was due by then.${dataWords(plan)}${evenInstead(lines)}`,
        rows: lines,
        columns: [
          header("Line", ({ product }) => product, { total: currency && "All lines" }),
          under("Vendor", ({ sellerId }) => sellerId),
          isInBursts &&
            under<Line>("Period", ({ period: { start, end } }) => `${formatDay(start)} to ${formatDay(end)}`),
          ...threeWays(formatCount, (amounts) => currency && formatMoney(sum(amounts(lines), currency))),
        ],
      }),
      list(lines.flatMap(pauseWords), "What we paused"),
    ];
  },
};

/** `CTV run of network of nordlicht.example: paused from 5 December 2026; EUR 12,942.32 of it is not spent` */
function pauseWords({ product, sellerId, pauses = [], ordered, reported }: Line): string[] {
  if (pauses.length === 0) return [];
  const spans = pauses.map(({ from, to }) =>
    to === undefined ? `from ${formatDay(from)}` : `from ${formatDay(from)} to ${formatDay(to)}`,
  );
  const left = ordered.budget.minor - (reported.spend?.minor ?? 0);
  const rest = left > 0 ? `; ${formatMinor(left, ordered.budget.currency)} of it is not spent` : "";
  return [`${product} of ${sellerId}: paused ${listed(spans)}${rest}`];
}

/** What no vendor is paid of the plan's amounts. */
function dataWords(plan: ForClients["plan"]): string {
  if (plan === undefined) return "";
  const { currency } = plan.total;
  const data = totalMoney(plan.lines, currency, ({ signal }) => signal?.cost ?? money(0, currency));
  return data.minor > 0 ? ` Data, planned at ${formatMoney(data)} at most, comes on top.` : "";
}

type Total = (amounts: (lines: readonly Line[]) => Money[]) => string | undefined;

function threeWays(counted: (count: number) => string, total: Total = () => undefined): Column<Line>[] {
  const impressions = (count: number | undefined) => count !== undefined && counted(count);
  return [
    figure("Plan", ({ planned }) => formatMoney(planned.budget), {
      total: total((lines) => lines.map(({ planned }) => planned.budget)),
    }),
    under("Impressions", ({ planned }) => impressions(planned.impressions)),
    figure("Current", ({ ordered }) => formatMoney(ordered.budget), {
      total: total((lines) => lines.map(({ ordered }) => ordered.budget)),
    }),
    under("Impressions", ({ ordered }) => impressions(ordered.impressions)),
    figure("Delivered", ({ reported }) => reported.spend && formatMoney(reported.spend), {
      total: total((lines) => lines.flatMap(({ reported }) => reported.spend ?? [])),
    }),
    under("Impressions", ({ reported }) => reported.days > 0 && impressions(reported.impressions)),
    figure("Spend vs due", ({ variance }) => difference(variance.spend)),
    figure("Impressions vs due", ({ variance }) => difference(variance.impressions)),
  ];
}

const columns: readonly Column<Line>[] = [
  header("Line", ({ product }) => product),
  under("Seller", ({ sellerId }) => sellerId),
  under("Buy", ({ mediaBuyId }) => mediaBuyId),
  under("Id", ({ lineId }) => lineId, { on: ["markdown"] }),
  under("Period", ({ period }) => formatPeriod(period)),
  ...threeWays((count) => `${formatCount(count)} impressions`),
  figure("Restated", ({ reported }) => reported.adjustment.minor !== 0 && formatMoney(reported.adjustment)),
  plain("Books", ({ open }) => (open.length > 0 ? chip("waiting", "open") : chip("done", "closed"))),
];

function difference(value: number | undefined): Cell {
  return value !== undefined && formatDifference(value);
}
