import { z } from "zod";
import { type OrderedLine, orderedLines, sumOf } from "../../campaign/account/ordered-lines.ts";
import { dueOf } from "../../campaign/account/planned-by.ts";
import { bindings } from "../../campaign/account/still-bound.ts";
import type { BuyDelivery } from "../../campaign/model/measured/delivery.ts";
import type { CampaignState } from "../../campaign/model/state/state.ts";
import { buyKey } from "../../campaign/model/step/buy-identity.ts";
import { groupBy } from "../../lib/group-by.ts";
import { formatMinor, money, moneySchema, subtract, totalMoney } from "../../lib/money.ts";
import { textsOf } from "../blocks/format.ts";
import { curve, type Described, each, fields, period, texts } from "../blocks/schema.ts";
import { total } from "../blocks/totals.ts";
import { packageName } from "./buys.ts";
import { openPoints } from "./open-points.ts";
import { type ReportedFigures, reportedFigures, reportedSchema } from "./reported-figures.ts";

const ordered = fields({ budget: moneySchema, impressions: z.number().optional() });

/** A package three ways: what was planned, what our own log has as ordered, what its seller reports. */
export const reconciledLineSchema = fields({
  lineId: z.string(),
  sellerId: z.string(),
  mediaBuyId: z.string(),
  packageId: z.string(),
  product: z.string(),
  period,
  curve,
  pauses: each({ from: z.string(), to: z.string().optional() })
    .optional()
    .describe("when we had it paused; without an end where it still is, or was to its last day"),
  planned: ordered.describe("as the plan had it"),
  ordered: ordered.describe("as our own log has it now, after changes that were read back"),
  due: fields({ spend: moneySchema, impressions: z.number().optional() }).describe(
    "what the order wanted of the days of which the same figure was reported, along its curve: nothing of time in which we had it paused, and of a change of ours what comes nearest to what was delivered",
  ),
  reported: reportedSchema.describe("by its seller"),
  variance: fields({
    order: z.number(),
    impressions: z.number().optional(),
    spend: z.number().optional(),
    price: z.number().optional(),
  }).describe("order: over the plan; the others: reported over due; each less 1"),
  flags: texts.describe("variances over a tenth, and spend over the order"),
  open: texts.describe("why its books are not closed; empty where they are"),
});
export type ReconciledLine = Described<typeof reconciledLineSchema>;

/** A buy whose packages' orders are not what the ledger has bound for it. */
export const reconciledBuySchema = fields({
  mediaBuyId: z.string(),
  sellerId: z.string(),
  committed: moneySchema,
  ordered: moneySchema,
});
type ReconciledBuy = Described<typeof reconciledBuySchema>;

/** Counts of the same thing usually differ by less. */
export const tolerance = 0.1;

const everyDay = { from: "0001-01-01", to: "9999-12-31" };

/** All that was bought, line by line; only final figures close a line. */
export function reconcile(state: CampaignState) {
  const lines = orderedLines(state);
  const delivery = new Map(state.delivery.map((one) => [buyKey(one), one]));
  return {
    lines: lines.map((line) => reconciledLine(line, delivery.get(buyKey(line)), state)),
    unbalanced: unbalancedBuys(lines, state),
  };
}

function reconciledLine(line: OrderedLine, delivery: BuyDelivery | undefined, state: CampaignState) {
  const reported = reportedFigures(line, delivery, everyDay);
  const due = dueIn(line, reported);
  const variance = varianceOf(line, reported, due);
  return {
    ...line,
    product: packageName(state, line),
    pauses: pausesOf(line),
    due,
    reported,
    variance,
    flags: flagsOf(line, reported, variance),
    open: openPoints(line, delivery, state, everyDay),
  };
}

function pausesOf({ budgets }: OrderedLine): ReconciledLine["pauses"] {
  const pauses = budgets.flatMap(({ paused, from }, i) => {
    if (!paused || budgets[i - 1]?.paused) return [];
    const to = budgets.find((one, at) => at > i && !one.paused)?.from;
    return [{ from: from.slice(0, 10), ...(to !== undefined && { to: to.slice(0, 10) }) }];
  });
  return pauses.length > 0 ? pauses : undefined;
}

function dueIn(line: OrderedLine, { rows }: ReportedFigures): ReconciledLine["due"] {
  const { ordered, impressionsPerMinor: rate } = line;
  return {
    spend: money(Math.round(dueOf(line, rows).total), ordered.budget.currency),
    impressions: rate && Math.round(rate * dueOf(line, rows, "impressions", rate).total),
  };
}

function varianceOf(line: OrderedLine, reported: ReportedFigures, due: ReconciledLine["due"]) {
  const { planned, ordered, impressionsPerMinor: rate } = line;
  const order = less1(planned.budget.minor === 0 ? 1 : ordered.budget.minor / planned.budget.minor);
  if (reported.days === 0) return { order };
  // A price is of what has both figures.
  const priced = reported.rows.filter((row) => row.impressions !== undefined && row.spendMinor !== undefined);
  const bought = total(priced, ({ impressions }) => impressions);
  return {
    order,
    impressions: less1(beside(reported.impressions, due.impressions)),
    spend: less1(beside(reported.spend?.minor, due.spend.minor)),
    price:
      rate && bought > 0 ? less1((total(priced, ({ spendMinor }) => spendMinor) * rate) / bought) : undefined,
  };
}

function beside(figure: number | undefined, due = 0): number | undefined {
  return figure === undefined || due <= 0 ? undefined : figure / due;
}

function less1<Ratio extends number | undefined>(ratio: Ratio): Ratio | number {
  return ratio === undefined ? ratio : ratio - 1;
}

const flagged = [
  ["impressions", "impressions are"],
  ["spend", "spend is"],
  ["price", "the CPM is"],
] as const;

function flagsOf(line: OrderedLine, { spend }: ReportedFigures, variance: ReconciledLine["variance"]) {
  const { budget } = line.ordered;
  // What was ordered and spent before a decrease was ordered all the same.
  const most = Math.max(budget.minor, ...line.expected.map((days) => Math.ceil(sumOf(days, () => true))));
  const above = spend === undefined ? 0 : spend.minor - most;
  return textsOf(
    flagged.map(([name, words]) => {
      const value = variance[name] ?? 0;
      const side = value < 0 ? "under" : "over";
      return (
        Math.abs(value) > tolerance && `${words} ${(Math.abs(value) * 100).toFixed(1)} % ${side} the order`
      );
    }),
    above > 0 && `${formatMinor(above, budget.currency)} more than the order is reported as spent`,
  );
}

/** The ledger keeps what it bound until it is certain what is spent: what it holds beyond the orders is not given back yet. */
function unbalancedBuys(lines: readonly OrderedLine[], state: CampaignState): ReconciledBuy[] {
  return [...groupBy(lines, buyKey).values()].flatMap((all) => {
    const [first] = all;
    if (first === undefined || all.some(({ canceled }) => canceled)) return [];
    const { sellerId, mediaBuyId } = first;
    const { currency } = first.ordered.budget;
    const ordered = totalMoney(all, currency, (line) => line.ordered.budget);
    const bound = totalMoney(bindings(state, first), currency, ({ amount }) => amount);
    return subtract(bound, ordered).minor === 0 ? [] : [{ mediaBuyId, sellerId, committed: bound, ordered }];
  });
}
