import { money } from "../../lib/money.ts";
import type { ArgumentsOf } from "../../protocol/tasks/index.ts";
import { governanceCredentialMark } from "../../protocol/tasks/sync_governance.ts";
import type { CampaignState } from "../model/state.ts";
import type { Step } from "../model/step.ts";
import { accountReady } from "./account-ready.ts";
import { isPlanReported } from "./plan-sync-step.ts";
import { governanceStepId, wantsGovernance } from "./reported-to-governance.ts";
import type { StepContext } from "./step-context.ts";

/**
 * Tells sellers which governance agent stands behind the account, before the first buy there. The credential that they
 * present to it is no part of the step: a mark stands for it.
 */
export function governanceSteps(state: CampaignState, context: StepContext): Step[] {
  const { brief, plan, sellers = [] } = state;
  const { settings, governanceUrl } = context;
  if (brief === undefined || plan === undefined || governanceUrl === undefined) return [];
  if (!isPlanReported(state)) return [];
  const free = money(0, brief.budget.currency);
  const boughtFrom = new Set(plan.lines.map(({ sellerId }) => sellerId));
  return sellers
    .filter((seller) => boughtFrom.has(seller.id) && wantsGovernance(seller, context))
    .filter((seller) => accountReady(state, seller))
    .map(({ id, agentUrl, account }) => {
      const request: ArgumentsOf<"sync_governance"> = {
        accounts: [
          {
            account: account ?? { brand: { domain: brief.brand.domain }, operator: settings.operator },
            governance_agents: [
              {
                url: governanceUrl,
                authentication: { schemes: ["Bearer"], credentials: governanceCredentialMark },
              },
            ],
          },
        ],
      };
      return {
        id: governanceStepId(id),
        task: "sync_governance",
        agentId: id,
        agentUrl,
        arguments: request,
        amount: free,
        planAmount: free,
        purpose: `tell ${id} which governance agent to ask`,
        lineIds: [],
      };
    });
}
