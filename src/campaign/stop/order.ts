/** What a stop is for: everything, one campaign, or one seller in all campaigns. */
export type StopScope =
  | { readonly type: "all" }
  | { readonly type: "campaign"; readonly id: string }
  | { readonly type: "seller"; readonly id: string };

/** A person's word that nothing may be changed any more, but buys paused. */
export interface StopOrder {
  readonly scope: StopScope;
  readonly by: string;
  readonly reason: string;
  /** UTC, ISO 8601. */
  readonly at: string;
}

/** The ledger's mark that stands while the order does. */
export function markOf(scope: StopScope): string {
  return scope.type === "all" ? "stop/all" : `stop/${scope.type}/${scope.id}`;
}

/** The marks under which nothing is begun for a campaign at an agent. */
export function marksOver(campaignId: string, agentId: string): string[] {
  return [
    markOf({ type: "all" }),
    markOf({ type: "campaign", id: campaignId }),
    markOf({ type: "seller", id: agentId }),
  ];
}

/** The order that forbids a campaign's changes at an agent; undefined where none does. */
export function orderOver(
  orders: readonly StopOrder[],
  campaignId: string,
  agentId: string,
): StopOrder | undefined {
  return ordersOver(orders, campaignId, agentId)[0];
}

/** The last word of a person over a campaign's changes at an agent. */
export function newestOrderOver(
  orders: readonly StopOrder[],
  campaignId: string,
  agentId: string,
): StopOrder | undefined {
  return ordersOver(orders, campaignId, agentId).toSorted((one, other) => (one.at < other.at ? 1 : -1))[0];
}

function ordersOver(orders: readonly StopOrder[], campaignId: string, agentId: string): readonly StopOrder[] {
  const marks = new Set(marksOver(campaignId, agentId));
  return orders.filter(({ scope }) => marks.has(markOf(scope)));
}

export function stopReason({ by, reason }: Pick<StopOrder, "by" | "reason">): string {
  return `stopped by ${by}: ${reason}`;
}
