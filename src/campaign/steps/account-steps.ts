import { money } from "../../lib/money.ts";
import type { ArgumentsOf } from "../../protocol/tasks/index.ts";
import type { CampaignState } from "../model/state.ts";
import type { Step } from "../model/step.ts";
import { isPlanReported } from "./plan-sync-step.ts";
import type { StepContext } from "./step-context.ts";

/** One account for each seller that is bought from and does not open accounts itself, asked for once the plan's authority is known. */
export function accountSteps(state: CampaignState, { settings, governanceUrl }: StepContext): Step[] {
  const { brief, plan, sellers = [] } = state;
  if (brief === undefined || plan === undefined) return [];
  if (governanceUrl !== undefined && !isPlanReported(state)) return [];
  const free = money(0, brief.budget.currency);
  return [...new Set(plan.lines.map(({ sellerId }) => sellerId))].flatMap((sellerId) => {
    const seller = sellers.find(({ id }) => id === sellerId);
    if (seller === undefined || !seller.tasks.includes("sync_accounts") || seller.account !== undefined)
      return [];
    const request: ArgumentsOf<"sync_accounts"> = {
      accounts: [{ brand: { domain: brief.brand.domain }, operator: settings.operator, billing: "operator" }],
    };
    return [
      {
        id: `account/${sellerId}`,
        task: "sync_accounts" as const,
        agentId: sellerId,
        agentUrl: seller.agentUrl,
        arguments: request,
        amount: free,
        planAmount: free,
        purpose: `open the account at ${sellerId}`,
        lineIds: [],
      },
    ];
  });
}
