import { money } from "../../lib/money.ts";
import { accountOf, mediaBuyIdOf } from "../model/bought.ts";
import { type CampaignState, isInDoubt } from "../model/state.ts";
import { agentOf, makeStep, type Step } from "../model/step/step.ts";

/**
 * Pauses each buy of which nobody knows what it costs, once, and lets it run again when people have taken it as it stands or
 * its seller has put its books right. Where it is in doubt which buy is ours none is touched.
 */
export function holdSteps({ steps }: CampaignState): Step[] {
  const isDone = (id: string) => steps.some(({ step, status }) => step.id === id && status === "done");
  return steps.flatMap((current): Step[] => {
    const { step, status, check } = current;
    const mediaBuyId = step.change?.subject.mediaBuyId ?? mediaBuyIdOf(current);
    if (status !== "done" || check === undefined || mediaBuyId === undefined) return [];
    const switched = (id: string, status: "paused" | "active", purpose: string) => [
      makeStep({
        id,
        task: "update_media_buy",
        agent: agentOf(step),
        arguments: { ...accountOf(step), media_buy_id: mediaBuyId, updates: { status } },
        currency: step.planAmount.currency,
        amount: money(0, step.amount.currency),
        purpose: `${purpose} at ${step.agentId}`,
        lineIds: step.lineIds,
      }),
    ];
    const hold = `hold/${step.id}`;
    if (isInDoubt(current))
      return check.question?.isUnknown === true
        ? []
        : switched(hold, "paused", `pause ${mediaBuyId}, which is not held as it was ordered,`);
    return isDone(hold) && check.refusedBy === undefined
      ? switched(`release/${step.id}`, "active", `let ${mediaBuyId} run again`)
      : [];
  });
}
