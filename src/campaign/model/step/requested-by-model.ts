import { isOrder } from "./kinds.ts";
/** Written down with what a model asked for, wherever it asked: people who are named decide on it, and nobody else. */
export interface RequestedByModel {
  readonly askedByModel?: true;
}

/** As much of a step as shows whether a model asked for it. */
interface Requested {
  readonly task: string;
  readonly planAmount: { readonly minor: number };
  readonly change?: RequestedByModel;
}

/**
 * What a model asked for, where a step of it takes an approval of somebody who is named: the campaign, or this one change.
 * Of a campaign that is the plan on its way to the governance agent, before which nothing is sent anywhere, each order, and
 * whatever else has a price.
 */
export function modelRequested(
  { task, change, planAmount }: Requested,
  { askedByModel }: RequestedByModel,
): "campaign" | "change" | undefined {
  if (change !== undefined) return change.askedByModel && "change";
  return askedByModel && isOfBuying({ task, planAmount }) ? "campaign" : undefined;
}

/** Whether a step buys what was planned: the plan on its way to the governance agent, an order, or what else has a price. */
export function isOfBuying({ task, planAmount }: Requested): boolean {
  return task === "sync_plans" || isOrder({ task }) || planAmount.minor > 0;
}
