import type { z } from "zod";
import { boundBy, type CampaignState } from "../../campaign/state.ts";
import { groupBy } from "../../lib/group-by.ts";
import { subtract, sum } from "../../lib/money.ts";
import type { budgetReconciliationSchema } from "../schema/structured.ts";
import { isCommitted, summarizeMoney } from "./money-summary.ts";

type BudgetReconciliation = z.infer<typeof budgetReconciliationSchema>;

/** Where each unit of the budget is; absent without a brief or before there is a plan. */
export function describeBudget(state: CampaignState): BudgetReconciliation | undefined {
  const summary = summarizeMoney(state);
  if (summary === undefined || state.plan === undefined) return undefined;
  const { budget, committed, unallocated } = summary;
  const remaining = subtract(budget, committed);
  return {
    budget,
    committed_spend: committed,
    planned_not_committed: subtract(remaining, unallocated),
    unallocated,
    remaining,
    by_seller: [...groupBy(state.steps.filter(isCommitted), ({ step }) => step.agentId)]
      .map(([seller_id, steps]) => ({
        seller_id,
        committed_spend: sum(
          steps.map((step) => boundBy(step).planAmount),
          budget.currency,
        ),
      }))
      .filter(({ committed_spend }) => committed_spend.minor !== 0),
  };
}
