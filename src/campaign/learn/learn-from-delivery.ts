import { digest } from "../../lib/digest.ts";
import { liveBuys } from "../account/live-buys.ts";
import { eventSteps } from "../measure/results/event-steps.ts";
import { alertKey } from "../model/measured/delivery.ts";
import type { Ports } from "../model/state/ports.ts";
import type { CampaignState } from "../model/state/state.ts";
import { packageKey } from "../model/step/buy-identity.ts";
import type { Step } from "../model/step/step.ts";
import { feedbackStepId, feedbackSteps } from "./feedback-steps.ts";
import { assessIndex } from "./performance-index/assess-index.ts";
import { isReported } from "./performance-index/is-reported.ts";
import { findUnderDeliveries } from "./under-delivery/find-under-delivery.ts";

/**
 * Sends sellers the buyer's results, makes an index of each package's weeks that have closed, and posts it. An index is
 * written down before it is posted and never made again, whatever is restated later.
 */
export async function learnFromDelivery(
  { journal }: Pick<Ports, "journal">,
  performAll: (propose: (state: CampaignState) => Step[]) => Promise<void>,
): Promise<void> {
  const { feedback, alerts } = assessIndex(journal.state(), liveBuys(journal.state()));
  if (feedback.length > 0)
    await journal.record(
      { type: "feedback-made", feedback },
      `feedback/${digest(feedback.map(feedbackStepId)).slice(0, 16)}`,
      ({ feedback: posted = [] }) => !feedback.some((one) => isReported(posted, one)),
    );
  for (const alert of alerts)
    if (!journal.state().alerts.some((one) => alertKey(one) === alertKey(alert)))
      await journal.record({ type: "alert-raised", alert }, alertKey(alert));
  await performAll((state) => [...eventSteps(state), ...feedbackSteps(state)]);
}

/** Writes down what lines are missing by what sellers have reported: once for each line, kind and last day of it. */
export async function noteUnderDeliveries({ journal }: Pick<Ports, "journal">): Promise<void> {
  for (const underDelivery of findUnderDeliveries(journal.state())) {
    const { kind, period } = underDelivery;
    await journal.record(
      { type: "under-delivery-found", underDelivery },
      `under-delivery/${packageKey(underDelivery)}/${kind}/${period.end}`,
    );
  }
}
