import { digest } from "../lib/digest.ts";
import { feedbackStepId, feedbackSteps } from "./learn/feedback-steps.ts";
import { isTold } from "./learn/index/is-told.ts";
import { judgeIndex } from "./learn/index/judge-index.ts";
import { liveBuys } from "./measure/live-buys.ts";
import { eventSteps } from "./measure/results/event-steps.ts";
import type { Step } from "./plan/step.ts";
import type { Ports } from "./ports.ts";
import type { CampaignState } from "./state.ts";

/**
 * Tells sellers of the buyer's results, makes an index of each package's weeks that have closed, and posts it. An index is
 * written down before it is posted and never made again, whatever is restated later.
 */
export async function learnFromDelivery(
  { journal, uuid }: Pick<Ports, "journal" | "uuid">,
  performAll: (propose: (state: CampaignState) => Step[]) => Promise<void>,
): Promise<void> {
  const { feedback } = judgeIndex(journal.state(), liveBuys(journal.state()));
  if (feedback.length > 0)
    journal.record(
      { type: "feedback-made", feedback },
      `feedback/${digest(feedback.map(feedbackStepId)).slice(0, 16)}`,
      ({ feedback: told = [] }) => !feedback.some((one) => isTold(told, one)),
    );
  await performAll((state) => [...eventSteps(state, { uuid }), ...feedbackSteps(state, { uuid })]);
}
