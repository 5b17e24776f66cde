import { sync_governance } from "../../protocol/tasks/sync_governance.ts";
import type { Seller } from "../model/sellers/seller.ts";
import { type CampaignState, stepOf } from "../model/state/state.ts";
import type { StepContext } from "./step-context.ts";

/** Whether a seller has to learn our governance agent before it is bought from: it takes that, and has a credential for it. */
export function wantsGovernance(
  { tasks, agentUrl }: Pick<Seller, "tasks" | "agentUrl">,
  { governanceUrl, settings }: StepContext,
): boolean {
  if (governanceUrl === undefined || !tasks.includes(sync_governance.name)) return false;
  return settings.hasGovernanceCredential?.(agentUrl) ?? false;
}

/** Whether a seller knows our governance agent, as far as it is to know it. */
export function reportedToGovernance(state: CampaignState, seller: Seller, context: StepContext): boolean {
  if (!wantsGovernance(seller, context)) return true;
  const synced = stepOf(state, governanceStepId(seller.id));
  if (synced?.status !== "done") return false;
  const { accounts = [] } = sync_governance.response.safeParse(synced.receipt?.payload).data ?? {};
  return accounts.every(({ status }) => status !== "failed");
}

export function governanceStepId(sellerId: string): string {
  return `governance/${sellerId}`;
}
