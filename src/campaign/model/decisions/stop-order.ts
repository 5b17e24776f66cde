import { z } from "zod";
import { sellerName } from "../../../lib/address.ts";
import type { Described } from "../../../lib/described.ts";
import type { SellerGroup } from "../sellers/seller.ts";

/** What a stop is for: everything, one campaign, or one seller in all campaigns. */
export const stopScopeSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("all") }),
  z.strictObject({ type: z.literal("campaign"), id: z.string() }),
  z.strictObject({ type: z.literal("seller"), id: z.string() }),
]);
export type StopScope = Described<typeof stopScopeSchema>;

/** A person's word that nothing may be changed any more, but buys paused. */
export const stopOrderSchema = z.strictObject({
  scope: stopScopeSchema,
  by: z.string().describe("who gave it"),
  reason: z.string(),
  alsoKnownBy: z
    .array(z.string())
    .optional()
    .describe(
      "names, addresses, keys and accounts that campaigns knew the seller by: it holds for all of them",
    ),
  at: z.string().describe("UTC, ISO 8601"),
});
export type StopOrder = Described<typeof stopOrderSchema>;

/** What the ledger's marks of orders begin with. */
export const stopMarks = "stop/";

/** The ledger's mark that names an order; a seller's in the one spelling of its name. */
export function markOf(scope: StopScope): string {
  if (scope.type === "all") return "stop/all";
  return `stop/${scope.type}/${scope.type === "seller" ? sellerName(scope.id) : scope.id}`;
}

/** The ledger's marks that stand while the order does. */
export function marksOf({ scope, alsoKnownBy = [] }: Pick<StopOrder, "scope" | "alsoKnownBy">): string[] {
  return [markOf(scope), ...alsoKnownBy.map(knownMark)];
}

type Called = Pick<SellerGroup, "names" | "marks">;

/** The marks under which nothing is begun for a campaign at a seller. */
export function marksOver(campaignId: string, seller: Called): string[] {
  return [markOf({ type: "all" }), markOf({ type: "campaign", id: campaignId }), ...sellerMarks(seller)];
}

/** Marks of the orders that are for a seller, whichever of its names they name. */
function sellerMarks({ names, marks }: Called): string[] {
  return [
    ...names.map((id) => markOf({ type: "seller", id })),
    ...new Set([...names, ...marks].map(knownMark)),
  ];
}

/** Apart from the mark that names an order: an order stands while that one does. */
function knownMark(mark: string): string {
  return `stop/known/${mark}`;
}

/** The order that forbids a campaign's changes at a seller; undefined where none does. */
export function orderOver(
  orders: readonly StopOrder[],
  campaignId: string,
  seller: Called,
): StopOrder | undefined {
  return ordersOver(orders, campaignId, seller)[0];
}

/** The last word of a person over a campaign's changes at a seller. */
export function newestOrderOver(
  orders: readonly StopOrder[],
  campaignId: string,
  seller: Called,
): StopOrder | undefined {
  return ordersOver(orders, campaignId, seller).toSorted((one, other) => (one.at < other.at ? 1 : -1))[0];
}

/** Whether an order's scope takes in a seller. */
export function concerns(order: Pick<StopOrder, "scope" | "alsoKnownBy">, seller: Called): boolean {
  if (order.scope.type !== "seller") return true;
  const own = new Set(sellerMarks(seller));
  return marksOf(order).some((mark) => own.has(mark));
}

function ordersOver(orders: readonly StopOrder[], campaignId: string, seller: Called): readonly StopOrder[] {
  const over = new Set(marksOver(campaignId, seller));
  return orders.filter((order) => marksOf(order).some((mark) => over.has(mark)));
}

/** `everything`, `seller harbour.example` */
export function scopeWords(scope: StopScope): string {
  return scope.type === "all" ? "everything" : `${scope.type} ${scope.id}`;
}

export function stopReason({ by, reason }: Pick<StopOrder, "by" | "reason">): string {
  return `stopped by ${by}: ${reason}`;
}

/** One buy under a stop order. `stopped` is the seller's own word, read back, and nothing else. */
export const pauseStatusSchema = z.strictObject({
  campaignId: z.string(),
  sellerId: z.string(),
  mediaBuyId: z.string().optional().describe("absent where it is not known whether there is a buy"),
  stepId: z.string(),
  stopped: z.boolean().describe("as the seller says when the buy is read back"),
  reason: z.string().describe("how the seller says that it stands, or why it is not stopped"),
});
export type PauseStatus = Described<typeof pauseStatusSchema>;
