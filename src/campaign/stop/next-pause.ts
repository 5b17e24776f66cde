import { money } from "../../lib/money.ts";
import { accountOf } from "../account-of.ts";
import { buyKey } from "../buy-identity.ts";
import type { ExecutePorts } from "../execute/execute-ports.ts";
import type { Step } from "../plan/step.ts";
import type { StepState } from "../state.ts";
import type { StopOrder } from "./order.ts";

/** How long a seller that was told to pause is given before it is told again, in milliseconds: doubles each time. */
const firstWaitMs = 60_000;
const longestWaitMs = 3_600_000;

/** The pause to send now, or when the next one may go (UTC, ISO 8601). */
export type NextPause =
  | { readonly type: "now"; readonly step: Step }
  | { readonly type: "later"; readonly at: string; readonly last: StepState };

/**
 * The pause of a buy that is under way; where the last has ended without effect, another with a key of its own. A new order
 * is a person's word and passed on at once; after that a seller that says yes and goes on spending is told in a rhythm, so
 * that it does not fill the ledger.
 */
export function nextPause(
  asked: { readonly buyStep: Step; readonly mediaBuyId: string; readonly order: StopOrder },
  { journal, clock, uuid }: ExecutePorts,
): NextPause {
  const { buyStep, mediaBuyId, order } = asked;
  const ofBuy = `pause/${buyKey({ sellerId: buyStep.agentId, mediaBuyId })}/`;
  const last = journal.state().steps.findLast(({ step }) => step.id.startsWith(ofBuy));
  if (last !== undefined && isUnderWay(last)) return { type: "now", step: last.step };
  const prefix = `${ofBuy}${order.at}/`;
  const told = journal.state().steps.filter(({ step }) => step.id.startsWith(prefix));
  const at = tellAgainAt(told);
  if (last !== undefined && clock.now() < at) return { type: "later", at: new Date(at).toISOString(), last };
  const step: Step = {
    id: `${prefix}${told.length + 1}`,
    task: "update_media_buy",
    agentId: buyStep.agentId,
    agentUrl: buyStep.agentUrl,
    arguments: {
      idempotency_key: uuid(),
      ...accountOf(buyStep),
      media_buy_id: mediaBuyId,
      updates: { status: "paused" },
    },
    amount: money(0, buyStep.amount.currency),
    planAmount: money(0, buyStep.planAmount.currency),
    purpose: `pause ${mediaBuyId} at ${buyStep.agentId}: the desk is stopped`,
    slots: [],
  };
  journal.record({ type: "step-proposed", step }, `step/${step.id}`);
  return { type: "now", step };
}

function tellAgainAt(told: readonly StepState[]): number {
  const ends = told.flatMap(({ times }) => times.answeredAt ?? times.begunAt ?? []);
  const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** (told.length - 1));
  return ends.length === 0 ? 0 : Math.max(...ends.map((end) => Date.parse(end))) + wait;
}

export function isUnderWay({ status }: StepState): boolean {
  return ["proposed", "held", "begun", "pending"].includes(status);
}

/** Whether a step is a pause that a stop order asked for. */
export function isStopPause({ step }: Pick<StepState, "step">): boolean {
  return step.id.startsWith("pause/");
}
