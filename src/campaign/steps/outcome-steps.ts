import { type Money, money, proportionUp, toDecimal } from "../../lib/money.ts";
import type { ArgumentsOf } from "../../protocol/tasks/index.ts";
import { mediaBuyIdOf } from "../model/derived/bought.ts";
import type { CampaignState, StepState } from "../model/state/state.ts";
import { isOrder } from "../model/step/kinds.ts";
import { makeStep, type Step } from "../model/step/step.ts";
import type { StepStatus } from "../model/step/step-status.ts";
import { governanceAgentId, type StepContext } from "./step-context.ts";

/**
 * Reports to the governance agent what became of each purchase that it approved, of those too that failed or were given up: only
 * this commits budget in its books. A purchase is reported with what its seller has confirmed where that is more. What it binds
 * otherwise after that, by a change or by its seller's books, is reported again under the same check, once the first was
 * reported. `execute/outbox.ts` says for how long.
 */
export function outcomeSteps(state: CampaignState, { governanceUrl }: StepContext): Step[] {
  const { brief, governancePlanId, steps } = state;
  if (brief === undefined || governancePlanId === undefined || governanceUrl === undefined) return [];
  const outcomeReport = (bought: StepState, id: string, outcome: Outcome): Step[] => {
    const check = lastCheck(bought);
    if (check === undefined) return [];
    return [
      makeStep({
        id,
        task: "report_plan_outcome",
        agent: { id: governanceAgentId, agentUrl: governanceUrl },
        arguments: {
          plan_id: governancePlanId,
          check_id: check.id,
          ...(check.token !== undefined && { governance_context: check.token }),
          ...outcome,
        },
        currency: brief.budget.currency,
        purpose: `tell the governance agent what became of ${bought.step.id}`,
        lineIds: bought.step.lineIds,
      }),
    ];
  };
  const isDone = (id: string) => steps.some(({ step, status }) => step.id === id && status === "done");
  return steps.flatMap((bought) => {
    const { step, status } = bought;
    if (!buys(step) || !ended.has(status)) return [];
    const first = `outcome/${step.id}`;
    const change = lastRebinding(state, step.id);
    const grown = bought.receipt?.check?.grown?.find(({ stepId }) => stepId === step.id);
    const confirmed = grown?.planAmount ?? step.planAmount;
    return [
      ...outcomeReport(bought, first, status === "done" ? completed(bought, confirmed) : failed(bought)),
      ...(change === undefined || !isDone(first)
        ? []
        : outcomeReport(bought, `${first}/${change.by}`, completed(bought, inPlan(step, change.amount)))),
    ];
  });
}

const ended: ReadonlySet<StepStatus> = new Set(["done", "failed", "refused"]);

type Outcome = Pick<ArgumentsOf<"report_plan_outcome">, "outcome" | "seller_response" | "error">;

/** A new buy, or an increase of one. */
function buys({ task, change, amount }: Step): boolean {
  return isOrder({ task }) || (change !== undefined && amount.minor > 0);
}

function completed(bought: StepState, amount: Money): Outcome {
  const reference = mediaBuyIdOf(bought);
  return {
    outcome: "completed",
    seller_response: {
      seller_reference: reference,
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

/** The last read of a seller's books, after the first, by which a purchase binds something else, and what that is. */
function lastRebinding(
  { steps }: CampaignState,
  stepId: string,
): { readonly by: string; readonly amount: Money } | undefined {
  const checks = steps.flatMap(({ step, check, receipt }) => {
    // The first read of an order's books is part of its receipt.
    if (check === undefined || (check.count === 1 && receipt?.check !== undefined)) return [];
    const by = check.count === 1 ? step.id : `${step.id}/${check.count}`;
    const own = [...(check.kept ?? []), ...(check.grown ?? [])].find((bound) => bound.stepId === stepId);
    return own === undefined ? [] : [{ by, at: check.at, amount: own.amount }];
  });
  return checks.sort((one, other) => one.at.localeCompare(other.at)).at(-1);
}

/** The check that the purchase was made under, with the token that it gave. */
function lastCheck({ verdicts }: StepState): { readonly id: string; readonly token?: string } | undefined {
  return verdicts
    .map(({ verdict }) =>
      verdict.type === "approved" && verdict.checkId !== undefined
        ? { id: verdict.checkId, token: verdict.token }
        : undefined,
    )
    .findLast((check) => check !== undefined);
}
