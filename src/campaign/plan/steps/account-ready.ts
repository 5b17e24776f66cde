import { type CampaignState, stepOf } from "../../state.ts";

/** Whether a seller may be bought from under the campaign's account: it is there, or the seller keeps none. */
export function accountReady(state: CampaignState, sellerId: string, tasks: readonly string[]): boolean {
  return !tasks.includes("sync_accounts") || stepOf(state, `account/${sellerId}`)?.status === "done";
}
