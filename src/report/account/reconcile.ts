import { type OrderedLine, orderedLines } from "../../campaign/buys/ordered-lines.ts";
import { bindings } from "../../campaign/buys/still-bound.ts";
import type { BuyDelivery } from "../../campaign/model/measured/delivery.ts";
import type { CampaignState } from "../../campaign/model/state.ts";
import { buyKey } from "../../campaign/model/step/buy-identity.ts";
import { groupBy } from "../../lib/group-by.ts";
import { type Money, money, subtract, sum } from "../../lib/money.ts";
import { formatMinor } from "../format.ts";
import { dueBy } from "./due.ts";
import { openPoints } from "./open-points.ts";
import { type ReportedFigures, reportedFigures } from "./reported-figures.ts";

/** A package three ways: what was planned, what our own log has as ordered, what its seller tells. */
export interface ReconciledLine
  extends Pick<
    OrderedLine,
    | "lineId"
    | "mediaBuyId"
    | "packageId"
    | "sellerId"
    | "productId"
    | "planned"
    | "ordered"
    | "period"
    | "curve"
  > {
  /** Of the order, what its days up to the last one told were to bring by its curve. */
  readonly due: { readonly spend: Money; readonly impressions?: number };
  readonly told: ReportedFigures;
  /** What was told over what was due, less 1; `price` is of 1,000 impressions, `order` is the order over the plan. */
  readonly variance: {
    readonly order: number;
    readonly impressions?: number;
    readonly spend?: number;
    readonly price?: number;
  };
  /** What a person should look at, one sentence each. */
  readonly flags: readonly string[];
  /** Why its books are not closed; empty where they are. */
  readonly open: readonly string[];
}

/** A buy whose packages' orders are not what the ledger has bound for it. */
export interface ReconciledBuy {
  readonly mediaBuyId: string;
  readonly sellerId: string;
  readonly bound: Money;
  readonly ordered: Money;
}

/** Counts of the same thing usually differ by less. */
export const tolerance = 0.1;

const everyDay = { from: "0001-01-01", to: "9999-12-31" };

/** All that was bought, line by line; only final figures close a line. */
export function reconcile(state: CampaignState): {
  readonly lines: readonly ReconciledLine[];
  readonly unbalanced: readonly ReconciledBuy[];
} {
  const lines = orderedLines(state);
  const delivery = new Map(state.delivery.map((one) => [buyKey(one), one]));
  return {
    lines: lines.map((line) => reconciledLine(line, delivery.get(buyKey(line)), state)),
    unbalanced: unbalancedBuys(lines, state),
  };
}

function reconciledLine(
  line: OrderedLine,
  delivery: BuyDelivery | undefined,
  state: CampaignState,
): ReconciledLine {
  const { lineId, mediaBuyId, packageId, sellerId, productId, planned, ordered, period, curve } = line;
  const told = reportedFigures(line, delivery, everyDay);
  const due = dueBy(line, delivery?.reportedTo);
  const variance = varianceOf(line, told, due);
  return {
    lineId,
    mediaBuyId,
    packageId,
    sellerId,
    productId,
    planned,
    ordered,
    period,
    curve,
    due,
    told,
    variance,
    flags: flagsOf(line, told, variance),
    open: openPoints(line, delivery, state, everyDay),
  };
}

function varianceOf(
  { planned, ordered }: OrderedLine,
  told: ReportedFigures,
  due: ReconciledLine["due"],
): ReconciledLine["variance"] {
  const order = over(ordered.budget.minor, planned.budget.minor) ?? 0;
  if (told.days === 0) return { order };
  const impressions = over(told.impressions, due.impressions);
  const spend = told.spend === undefined ? undefined : over(told.spend.minor, due.spend.minor);
  const price =
    told.spend === undefined || told.impressions === 0 || ordered.impressions === undefined
      ? undefined
      : over(told.spend.minor * ordered.impressions, ordered.budget.minor * told.impressions);
  return {
    order,
    impressions,
    spend,
    price,
  };
}

function over(value: number, base: number | undefined): number | undefined {
  return base === undefined || base === 0 ? undefined : value / base - 1;
}

const flagged = [
  ["impressions", "impressions are"],
  ["spend", "spend is"],
  ["price", "the price of 1,000 impressions is"],
] as const;

function flagsOf(
  { ordered }: OrderedLine,
  { spend }: ReportedFigures,
  variance: ReconciledLine["variance"],
): string[] {
  const above = spend === undefined ? 0 : spend.minor - ordered.budget.minor;
  return [
    ...flagged.flatMap(([name, words]) => {
      const value = variance[name];
      if (value === undefined || Math.abs(value) <= tolerance) return [];
      return [`${words} ${(Math.abs(value) * 100).toFixed(1)} % ${value < 0 ? "under" : "over"} the order`];
    }),
    ...(above > 0
      ? [`${formatMinor(above, ordered.budget.currency)} more than the order is reported as spent`]
      : []),
  ];
}

/** The ledger keeps what it bound until it is certain what is spent: what it holds beyond the orders is not given back yet. */
function unbalancedBuys(lines: readonly OrderedLine[], state: CampaignState): ReconciledBuy[] {
  return [...groupBy(lines, buyKey).values()].flatMap((all) => {
    const [first] = all;
    if (first === undefined || all.some(({ canceled }) => canceled)) return [];
    const { sellerId, mediaBuyId } = first;
    const { currency } = first.ordered.budget;
    const ordered = sum(
      all.map(({ ordered: { budget } }) => budget),
      currency,
    );
    const bound = sum(
      bindings(state, first).map(({ amount }) => amount),
      currency,
    );
    return subtract(bound, ordered).minor === 0
      ? []
      : [{ mediaBuyId, sellerId, bound: money(bound.minor, currency), ordered }];
  });
}
