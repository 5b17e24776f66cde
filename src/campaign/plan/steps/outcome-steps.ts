import { type Money, money, toDecimal } from "../../../lib/money.ts";
import { proportionUp } from "../../../lib/proportion.ts";
import type { RequestOf } from "../../../protocol/tasks/index.ts";
import { mediaBuyIdOf } from "../../bought.ts";
import type { CampaignState, StepState, StepStatus } from "../../state.ts";
import type { Step } from "../step.ts";
import { governanceAgentId, type StepContext } from "./step-context.ts";

/**
 * Tells the governance agent what became of each purchase that it approved, of those too that failed or were given up: only
 * this commits budget in its books. What a buy binds less after a change is told again under the check of the purchase, once
 * that has been told. `execute/outbox.ts` says how long it is told.
 */
export function outcomeSteps(state: CampaignState, { uuid, governanceUrl }: StepContext): Step[] {
  const { brief, governancePlanId, steps } = state;
  if (brief === undefined || governancePlanId === undefined || governanceUrl === undefined) return [];
  const free = money(0, brief.budget.currency);
  const told = (bought: StepState, id: string, outcome: Outcome): Step[] => {
    const check = lastCheck(bought);
    if (check === undefined) return [];
    const request: RequestOf<"report_plan_outcome"> = {
      idempotency_key: uuid(),
      plan_id: governancePlanId,
      check_id: check.id,
      ...(check.token !== undefined && { governance_context: check.token }),
      ...outcome,
    };
    return [
      {
        id,
        task: "report_plan_outcome" as const,
        agentId: governanceAgentId,
        agentUrl: governanceUrl,
        arguments: request,
        amount: free,
        planAmount: free,
        purpose: `tell the governance agent what became of ${bought.step.id}`,
        slots: bought.step.slots,
      },
    ];
  };
  const isDone = (id: string) => steps.some(({ step, status }) => step.id === id && status === "done");
  return steps.flatMap((bought) => {
    const { step, status } = bought;
    if (!buys(step) || !ended.has(status)) return [];
    const first = `outcome/${step.id}`;
    const change = lastReduction(state, step.id);
    return [
      ...told(bought, first, status === "done" ? completed(bought, step.planAmount) : failed(bought)),
      ...(change === undefined || !isDone(first)
        ? []
        : told(bought, `${first}/${change.by}`, completed(bought, inPlan(step, change.amount)))),
    ];
  });
}

const ended: ReadonlySet<StepStatus> = new Set(["done", "failed", "refused"]);

type Outcome = Pick<RequestOf<"report_plan_outcome">, "outcome" | "seller_response" | "error">;

/** A new buy, or an increase of one. */
function buys({ task, change, amount }: Step): boolean {
  return task === "create_media_buy" || (change !== undefined && amount.minor > 0);
}

function completed(bought: StepState, amount: Money): Outcome {
  const reference = mediaBuyIdOf(bought);
  return {
    outcome: "completed",
    seller_response: {
      ...(reference === undefined ? {} : { seller_reference: reference }),
      committed_budget: toDecimal(amount),
      currency: amount.currency,
    },
  };
}

/** An amount of a step in the plan's currency: agents of the public standard take every amount for one in it. */
function inPlan({ amount: whole, planAmount }: Step, amount: Money): Money {
  return whole.minor === 0
    ? planAmount
    : money(proportionUp(planAmount.minor, amount.minor, whole.minor), planAmount.currency);
}

/** In our words: what a seller wrote goes to no other agent. */
function failed({ status }: StepState): Outcome {
  return {
    outcome: "failed",
    error: {
      code: status === "failed" ? "SELLER_REFUSED" : "GIVEN_UP",
      message: status === "failed" ? "the seller did not take the buy" : "the buy was given up",
    },
  };
}

/** The last change that made a purchase smaller, and what it left of it. */
function lastReduction(
  { steps }: CampaignState,
  stepId: string,
): { readonly by: string; readonly amount: Money } | undefined {
  return steps
    .flatMap(({ step, check }) =>
      (check?.kept ?? []).flatMap((kept) =>
        kept.stepId === stepId ? [{ by: step.id, amount: kept.amount }] : [],
      ),
    )
    .at(-1);
}

/** The check that the purchase was made under, with the token that it gave. */
function lastCheck({
  verdicts,
}: StepState): { readonly id: string; readonly token?: string | undefined } | undefined {
  return verdicts
    .map(({ verdict }) =>
      verdict.type === "approved" && verdict.checkId !== undefined
        ? { id: verdict.checkId, token: verdict.token }
        : undefined,
    )
    .findLast((check) => check !== undefined);
}
