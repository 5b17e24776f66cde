import type { Brief } from "../../brief/brief.ts";
import { unnamedOperator } from "../../protocol/addresses/operator.ts";
import type { Seller } from "../model/sellers/seller.ts";
import type { CampaignSettings } from "../model/state/ports.ts";
import { type CampaignState, stepOf } from "../model/state/state.ts";

/** Whether a seller may be bought from under the campaign's account: it is there, or the seller keeps none. */
export function accountReady(
  state: CampaignState,
  { id, tasks, account }: Pick<Seller, "id" | "tasks" | "account">,
): boolean {
  if (account !== undefined || !tasks.includes("sync_accounts")) return true;
  return stepOf(state, `account/${id}`)?.status === "done";
}

/** The account that the brand has through our operator, where a seller has opened none itself. */
export function ownAccount(
  { brand }: Pick<Brief, "brand">,
  { operator }: Pick<CampaignSettings, "operator">,
) {
  return { brand: { domain: brand.domain }, operator: operator ?? unnamedOperator };
}
