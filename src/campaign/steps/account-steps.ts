import { unnamedOperator } from "../../protocol/addresses/operator.ts";
import type { CampaignState } from "../model/state/state.ts";
import { makeStep, type Step } from "../model/step/step.ts";
import { isPlanReported } from "./plan-sync-step.ts";
import type { StepContext } from "./step-context.ts";

/** One account for each seller that is bought from and does not open accounts itself, asked for once the plan's authority is known. */
export function accountSteps(state: CampaignState, { settings, governanceUrl }: StepContext): Step[] {
  const { brief, plan, sellers = [] } = state;
  if (brief === undefined || plan === undefined) return [];
  if (governanceUrl !== undefined && !isPlanReported(state)) return [];
  return [...new Set(plan.lines.map(({ sellerId }) => sellerId))].flatMap((sellerId) => {
    const seller = sellers.find(({ id }) => id === sellerId);
    if (seller === undefined || !seller.tasks.includes("sync_accounts") || seller.account !== undefined)
      return [];
    return [
      makeStep({
        id: `account/${sellerId}`,
        task: "sync_accounts",
        agent: seller,
        arguments: {
          accounts: [
            {
              brand: { domain: brief.brand.domain },
              operator: settings.operator ?? unnamedOperator,
              billing: "operator",
            },
          ],
        },
        currency: brief.budget.currency,
        purpose: `open the account at ${sellerId}`,
      }),
    ];
  });
}
