import type { ExecutePorts } from "../execute/execute-ports.ts";
import type { StopOrder } from "../model/decisions/stop-order.ts";
import { switchStep } from "../model/derived/bought.ts";
import { nextPauseAt } from "../model/derived/left-paused.ts";
import type { StepState } from "../model/state/state.ts";
import { buyKey, buyNamedIn, isSameBuy } from "../model/step/buy-identity.ts";
import type { Step } from "../model/step/step.ts";

/** The pause to send now, or when the next one may go (UTC, ISO 8601). */
export type NextPause =
  | { readonly type: "now"; readonly step: Step }
  | { readonly type: "later"; readonly at: string; readonly last: StepState };

/**
 * The pause of a buy that is under way; where the last has ended without effect, another with a key of its own. A new order
 * is a person's word and passed on at once; after that a seller that says yes and goes on spending is asked at growing intervals, so
 * that it does not fill the ledger.
 */
export async function nextPause(
  context: {
    readonly buyStep: Step;
    readonly mediaBuyId: string;
    readonly order: StopOrder;
    /** The buy's, as its seller has it now; absent where it does not say. */
    readonly revision: number | undefined;
  },
  { journal, clock }: ExecutePorts,
): Promise<NextPause> {
  const { buyStep, mediaBuyId, order, revision } = context;
  const buy = { sellerId: buyStep.agentId, mediaBuyId };
  const pauses = journal
    .state()
    .steps.filter(({ step }) => isStopPause({ step }) && isSameBuy(buyNamedIn(step), buy));
  const last = pauses.at(-1);
  if (last !== undefined && isUnderWay(last)) return { type: "now", step: last.step };
  const sentPauses = pauses.filter(({ step }) => step.stop?.order === order.at);
  const now = clock.now();
  const at = nextPauseAt(sentPauses, now);
  if (last !== undefined && now < at) return { type: "later", at: new Date(at).toISOString(), last };
  const step = switchStep(buyStep, mediaBuyId, "paused", {
    // A pause of what the buy was before is another one: its answer would be given again, and the buy would run on.
    id: `pause/${buyKey(buy)}/${order.at}/${sentPauses.length + 1}${revision === undefined ? "" : `@${revision}`}`,
    purpose: `pause ${mediaBuyId} at ${buyStep.agentId}: the desk is stopped`,
    stop: { does: "pause", order: order.at, by: order.by, reason: order.reason },
  });
  await journal.record({ type: "step-proposed", step }, `step/${step.id}`);
  return { type: "now", step };
}

export function isUnderWay({ status }: StepState): boolean {
  return ["proposed", "held", "begun", "pending"].includes(status);
}

/** Whether a step is a pause that a stop order asked for. */
export function isStopPause({ step }: Pick<StepState, "step">): boolean {
  return step.stop?.does === "pause";
}
