import { money, toDecimal } from "../../../lib/money.ts";
import type { RequestOf } from "../../../protocol/tasks/index.ts";
import { mediaBuyIdOf } from "../../bought.ts";
import type { CampaignState, StepState, StepStatus } from "../../state.ts";
import type { Step } from "../step.ts";
import { governanceAgentId, type StepContext } from "./step-context.ts";

/**
 * Tells the governance agent what became of each buy it approved, of those too that failed or were given up: only this
 * commits budget in its books. `execute/outbox.ts` says how long it is told.
 */
export function outcomeSteps(state: CampaignState, { uuid, governanceUrl }: StepContext): Step[] {
  const { brief, governancePlanId } = state;
  if (brief === undefined || governancePlanId === undefined || governanceUrl === undefined) return [];
  const free = money(0, brief.budget.currency);
  return state.steps.flatMap((buy) => {
    const { step, status } = buy;
    if (step.task !== "create_media_buy" || !ended.has(status)) return [];
    const checkId = lastCheckId(buy);
    if (checkId === undefined) return [];
    const request: RequestOf<"report_plan_outcome"> = {
      idempotency_key: uuid(),
      plan_id: governancePlanId,
      check_id: checkId,
      ...(status === "done"
        ? {
            outcome: "completed",
            seller_response: {
              ...(mediaBuyIdOf(buy) === undefined ? {} : { seller_reference: mediaBuyIdOf(buy) }),
              committed_budget: toDecimal(step.amount),
              currency: step.amount.currency,
            },
          }
        : {
            outcome: "failed",
            error: {
              code: status === "failed" ? "SELLER_REFUSED" : "GIVEN_UP",
              // Our words: what a seller wrote goes to no other agent.
              message: status === "failed" ? "the seller did not take the buy" : "the buy was given up",
            },
          }),
    };
    return [
      {
        id: `outcome/${step.id}`,
        task: "report_plan_outcome" as const,
        agentId: governanceAgentId,
        agentUrl: governanceUrl,
        arguments: request,
        amount: free,
        planAmount: free,
        purpose: `tell the governance agent what became of ${step.id}`,
        slots: step.slots,
      },
    ];
  });
}

const ended: ReadonlySet<StepStatus> = new Set(["done", "failed", "refused"]);

function lastCheckId({ verdicts }: StepState): string | undefined {
  return verdicts
    .map(({ verdict }) => (verdict.type === "approved" ? verdict.checkId : undefined))
    .findLast((id) => id !== undefined);
}
