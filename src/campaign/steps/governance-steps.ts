import { unnamedOperator } from "../../protocol/addresses/operator.ts";
import { governanceCredentialMark } from "../../protocol/tasks/sync_governance.ts";
import type { CampaignState } from "../model/state/state.ts";
import { makeStep, type Step } from "../model/step/step.ts";
import { accountReady } from "./account-ready.ts";
import { isPlanReported } from "./plan-sync-step.ts";
import { governanceStepId, wantsGovernance } from "./reported-to-governance.ts";
import type { StepContext } from "./step-context.ts";

/**
 * Names sellers the governance agent behind the account, before the first buy there. The credential that they present to it is no
 * part of the step: a mark stands for it.
 */
export function governanceSteps(state: CampaignState, context: StepContext): Step[] {
  const { brief, plan, sellers = [] } = state;
  const { settings, governanceUrl } = context;
  if (brief === undefined || plan === undefined || governanceUrl === undefined) return [];
  if (!isPlanReported(state)) return [];
  const boughtFrom = new Set(plan.lines.map(({ sellerId }) => sellerId));
  return sellers
    .filter((seller) => boughtFrom.has(seller.id) && wantsGovernance(seller, context))
    .filter((seller) => accountReady(state, seller))
    .map((seller) =>
      makeStep({
        id: governanceStepId(seller.id),
        task: "sync_governance",
        agent: seller,
        arguments: {
          accounts: [
            {
              account: seller.account ?? {
                brand: { domain: brief.brand.domain },
                operator: settings.operator ?? unnamedOperator,
              },
              governance_agents: [
                {
                  url: governanceUrl,
                  authentication: { schemes: ["Bearer"], credentials: governanceCredentialMark },
                },
              ],
            },
          ],
        },
        currency: brief.budget.currency,
        purpose: `tell ${seller.id} which governance agent to ask`,
      }),
    );
}
