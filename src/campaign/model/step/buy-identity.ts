import type { Step } from "./step.ts";

/** A buy's whole name: every seller numbers its own buys, so that two sellers may give the same `mediaBuyId`. */
export interface BuyIdentity {
  readonly sellerId: string;
  readonly mediaBuyId: string;
}

/** The buy that a change or a pause of one names. */
export function buyNamedIn({
  agentId,
  arguments: request,
}: Pick<Step, "agentId" | "arguments">): BuyIdentity {
  return { sellerId: agentId, mediaBuyId: String(request["media_buy_id"]) };
}

/** Whether both are one buy of one campaign. */
export function isSameBuy(one: BuyIdentity, other: BuyIdentity): boolean {
  return one.sellerId === other.sellerId && one.mediaBuyId === other.mediaBuyId;
}

/** The same for one buy alone, and fit for ids of steps: no part of it reads as another's beginning. */
export function buyKey({ sellerId, mediaBuyId }: BuyIdentity): string {
  return [sellerId, mediaBuyId].map((part) => part.replaceAll("%", "%25").replaceAll("/", "%2F")).join("/");
}

/** The same for one package alone: its seller may give its id in each of its buys. */
export function packageKey(one: BuyIdentity & { readonly packageId: string }): string {
  return `${buyKey(one)}/${one.packageId}`;
}
