import type { Seller } from "../model/sellers/seller.ts";
import { type CampaignState, stepOf } from "../model/state/state.ts";

/** Whether a seller may be bought from under the campaign's account: it is there, or the seller keeps none. */
export function accountReady(
  state: CampaignState,
  { id, tasks, account }: Pick<Seller, "id" | "tasks" | "account">,
): boolean {
  if (account !== undefined || !tasks.includes("sync_accounts")) return true;
  return stepOf(state, `account/${id}`)?.status === "done";
}
