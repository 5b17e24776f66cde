import { z } from "zod";
import type { CampaignState } from "../../campaign/model/state/state.ts";
import { isOrder } from "../../campaign/model/step/kinds.ts";
import type { Step } from "../../campaign/model/step/step.ts";
import { lastDayBefore } from "../../lib/days.ts";
import type { Described } from "../../lib/described.ts";
import { fromDecimal, moneySchema } from "../../lib/money.ts";
import { fromDecimalPrice, priceSchema } from "../../lib/price.ts";
import { packageRequestSchema } from "../../protocol/records/media-buy.ts";
import { packageName, productName } from "../../report/account/buys.ts";
import { constraintsOf, constraintsSchema } from "../../report/sections/constraints.ts";

/** What people buy by: an order's packages without how the order is spelled. */
export const orderedPackageSchema = z.strictObject({
  lineId: z.string(),
  product: z.string().describe("its name"),
  seller: z.string(),
  budget: moneySchema.describe("at most, in the seller's currency"),
  bid: priceSchema.optional(),
  data: moneySchema
    .optional()
    .describe("kept back beside it for its audience signal, in the brief's currency"),
  start: z.string().describe("its first day"),
  end: z.string().describe("its last day"),
  constraints: constraintsSchema.optional(),
});
export type OrderedPackage = Described<typeof orderedPackageSchema>;

const orderSchema = z.looseObject({
  packages: z.array(packageRequestSchema),
  start_time: z.string(),
  end_time: z.string(),
});

/**
 * The packages that a step orders, with the amounts of its own arguments: a condition may have lowered the plan's. None of
 * another step.
 */
export function orderedPackages(step: Step, state: CampaignState): OrderedPackage[] {
  const { task, agentId: seller, amount, arguments: order } = step;
  const parsedOrder = orderSchema.safeParse(order).data;
  if (!isOrder({ task }) || parsedOrder === undefined) return [];
  const { start_time: start, end_time: end } = parsedOrder;
  return parsedOrder.packages.map(({ buyer_ref: lineId = "", product_id: product, budget, bid_price: bid }) =>
    inWords(
      {
        lineId,
        seller,
        product,
        start,
        end,
        budget: fromDecimal(budget, amount.currency),
        ...(bid !== undefined && { bid: fromDecimalPrice(bid, amount.currency) }),
      },
      state,
    ),
  );
}

/** A package with its product's name, the days on which it runs, and how it holds what the brief asks. */
export function inWords(
  { lineId, product, seller, budget, bid, start, end }: Omit<OrderedPackage, "constraints" | "data">,
  state: CampaignState,
): OrderedPackage {
  const line = state.plan?.lines.find((one) => one.lineId === lineId);
  const days = { start: start.slice(0, 10), end: lastDayBefore(end) };
  return {
    lineId,
    product: line === undefined ? productName(state, seller, product) : packageName(state, line),
    seller,
    budget,
    ...(bid && { bid }),
    ...(line?.signal && line.signal.cost.minor > 0 && { data: line.signal.cost }),
    ...days,
    ...(line?.constraints && { constraints: constraintsOf(line, days) }),
  };
}
