import { money } from "../../lib/money.ts";
import type { RequestOf } from "../../protocol/tasks/index.ts";
import { boughtPackages } from "../bought.ts";
import type { Step } from "../plan/step.ts";
import type { CampaignState } from "../state.ts";

/** Feedback[] -> Steps that post each index to its seller, once per buy and period. */
export function feedbackSteps(state: CampaignState, { uuid }: { readonly uuid: () => string }): Step[] {
  const { brief, feedback = [] } = state;
  if (brief === undefined) return [];
  const free = money(0, brief.budget.currency);
  const known = new Set(state.steps.map(({ step }) => step.id));
  return feedback.flatMap(({ mediaBuyId, period, performanceIndex }) => {
    const packages = boughtPackages(state).filter((bought) => bought.mediaBuyId === mediaBuyId);
    const id = `feedback/${mediaBuyId}/${period.start}`;
    const [first] = packages;
    if (first === undefined || known.has(id)) return [];
    const { step: buy } = first.buyStep;
    const request: RequestOf<"provide_performance_feedback"> = {
      idempotency_key: uuid(),
      media_buy_id: mediaBuyId,
      measurement_period: period,
      performance_index: performanceIndex,
    };
    return [
      {
        id,
        task: "provide_performance_feedback" as const,
        agentId: buy.agentId,
        agentUrl: buy.agentUrl,
        arguments: request,
        amount: free,
        planAmount: free,
        purpose: `tell ${buy.agentId} its performance index ${performanceIndex}`,
        slots: packages.map(({ slot }) => slot),
      },
    ];
  });
}
