import { boughtPackages } from "../model/derived/bought.ts";
import type { Feedback } from "../model/learned/feedback.ts";
import { servesTask } from "../model/sellers/seller.ts";
import type { CampaignState } from "../model/state/state.ts";
import { buyKey, isSameBuy } from "../model/step/buy-identity.ts";
import { agentOf, makeStep, type Step } from "../model/step/step.ts";

const task = "provide_performance_feedback";

/** Feedback[] -> Steps that post each index to its seller, once per package and period. Who takes none is sent none. */
export function feedbackSteps(state: CampaignState): Step[] {
  const { brief, feedback = [], sellers } = state;
  if (brief === undefined) return [];
  const known = new Set(state.steps.map(({ step }) => step.id));
  const bought = boughtPackages(state);
  return feedback.flatMap((one) => {
    const id = feedbackStepId(one);
    const packages = bought.filter(
      (own) => isSameBuy(own, one) && (one.packageId === undefined || own.packageId === one.packageId),
    );
    const [first] = packages;
    if (first === undefined || known.has(id) || !servesTask(sellers, one.sellerId, task)) return [];
    const { step: buy } = first.buyStep;
    return makeStep({
      id,
      task,
      agent: agentOf(buy),
      arguments: {
        media_buy_id: one.mediaBuyId,
        package_id: one.packageId,
        measurement_period: one.period,
        performance_index: one.performanceIndex,
      },
      currency: brief.budget.currency,
      purpose: `send ${buy.agentId} its performance index ${one.performanceIndex} from ${one.period.start} to ${one.period.end}`,
      lineIds: packages.map(({ lineId }) => lineId),
    });
  });
}

/** No two records of one package or buy begin on the same day. */
export function feedbackStepId({
  packageId,
  period,
  ...buy
}: Pick<Feedback, "sellerId" | "mediaBuyId" | "packageId" | "period">): string {
  return ["feedback", buyKey(buy), ...(packageId === undefined ? [] : [packageId]), period.start].join("/");
}
