import { money } from "../../lib/money.ts";
import type { ArgumentsOf } from "../../protocol/tasks/index.ts";
import { accountOf, mediaBuyIdOf } from "../model/bought.ts";
import { type CampaignState, isInDoubt, type StepState } from "../model/state.ts";
import type { Step } from "../model/step.ts";

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
    const switched = (id: string, to: "paused" | "active", purpose: string): Step[] => [
      { ...switchStep(current, mediaBuyId, to), id, purpose: `${purpose} at ${step.agentId}` },
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

function switchStep(
  { step }: StepState,
  mediaBuyId: string,
  status: "paused" | "active",
): Omit<Step, "id" | "purpose"> {
  const request: ArgumentsOf<"update_media_buy"> = {
    ...accountOf(step),
    media_buy_id: mediaBuyId,
    updates: { status },
  };
  const { agentId, agentUrl, amount, planAmount, lineIds } = step;
  return {
    task: "update_media_buy",
    agentId,
    agentUrl,
    arguments: request,
    amount: money(0, amount.currency),
    planAmount: money(0, planAmount.currency),
    lineIds,
  };
}
