import { money } from "../../lib/money.ts";
import type { MediaBuy } from "../../protocol/records/media-buy.ts";
import { isTerminal, mediaBuyStates } from "../../protocol/states.ts";
import type { ExecutePorts } from "../execute/execute-ports.ts";
import { perform } from "../execute/perform.ts";
import { orderFor } from "../execute/stopped.ts";
import type { Step } from "../plan/step.ts";
import { type StepState, stepOf } from "../state.ts";
import { buysAtSellers, type Placed } from "./buys-at-sellers.ts";

/** One buy under a stop order. `stopped` is the seller's own word, read back, and nothing else. */
export interface Obedience {
  readonly campaignId: string;
  readonly sellerId: string;
  /** Absent where it is not known whether there is a buy. */
  readonly mediaBuyId?: string;
  readonly stepId: string;
  readonly stopped: boolean;
  /** How the seller says that the buy stands, or why it is not stopped. */
  readonly reason: string;
}

/** Pauses every buy of a campaign that a stop order is over, and says of each whether its seller has obeyed. */
export async function pauseBuys(ports: ExecutePorts): Promise<Obedience[]> {
  ports.journal.refresh();
  if (ports.stopOrders().length === 0) return [];
  const orders = await buysAtSellers(ports);
  const concerned = orders.filter(({ step }) => orderFor(step, ports) !== undefined);
  const heard = await Promise.all(concerned.map((order) => pauseEach(order, ports)));
  return heard.flat();
}

function pauseEach(order: Placed, ports: ExecutePorts): Promise<Obedience[]> {
  const { step } = order;
  const buy = { campaignId: ports.journal.state().id, sellerId: step.agentId, stepId: step.id };
  if (order.type === "unknown") return Promise.resolve([{ ...buy, stopped: false, reason: order.reason }]);
  return Promise.all(
    order.ids.map(async (mediaBuyId): Promise<Obedience> => {
      const known = { ...buy, mediaBuyId };
      try {
        return { ...known, ...(await pause(step, mediaBuyId, ports)) };
      } catch (cause) {
        // One seller's fault must not keep the others from being paused.
        return { ...known, stopped: false, reason: cause instanceof Error ? cause.message : String(cause) };
      }
    }),
  );
}

async function pause(
  buyStep: Step,
  mediaBuyId: string,
  ports: ExecutePorts,
): Promise<Pick<Obedience, "stepId" | "stopped" | "reason">> {
  const before = await readBuy(buyStep, mediaBuyId, ports);
  if (before !== undefined && isQuiet(before))
    return { stepId: buyStep.id, stopped: true, reason: before.status };
  const step = propose(buyStep, mediaBuyId, ports);
  await perform(step.id, ports);
  const after = await readBuy(buyStep, mediaBuyId, ports);
  if (after !== undefined && isQuiet(after)) return { stepId: step.id, stopped: true, reason: after.status };
  const told = stepOf(ports.journal.state(), step.id);
  return { stepId: step.id, stopped: false, reason: whyNot(after, told) };
}

function whyNot(buy: MediaBuy | undefined, told: StepState | undefined): string {
  const parts = [
    buy === undefined ? "it does not say how the buy stands" : `the buy is still ${buy.status}`,
    ...(told?.reason === undefined ? [] : [told.reason]),
    ...(buy?.valid_actions?.includes("pause") === false ? ["it does not offer to pause it"] : []),
  ];
  return parts.join("; ");
}

/** Whether a buy spends nothing now: it is paused or over. */
function isQuiet({ status }: MediaBuy): boolean {
  return status === "paused" || isTerminal(mediaBuyStates, status);
}

async function readBuy(
  { agentUrl }: Step,
  id: string,
  { read }: ExecutePorts,
): Promise<MediaBuy | undefined> {
  const answer = await read(agentUrl, "get_media_buys", { media_buy_ids: [id] });
  return answer.type === "answered"
    ? answer.payload.media_buys.find(({ media_buy_id }) => media_buy_id === id)
    : undefined;
}

/** The pause that is under way, or another one with a key of its own where the last has ended without effect. */
function propose(buyStep: Step, mediaBuyId: string, { journal, uuid }: ExecutePorts): Step {
  const prefix = `pause/${mediaBuyId}/`;
  const earlier = journal.state().steps.filter(({ step }) => step.id.startsWith(prefix));
  const last = earlier.at(-1);
  if (last !== undefined && isUnderWay(last)) return last.step;
  const step: Step = {
    id: `${prefix}${earlier.length + 1}`,
    task: "update_media_buy",
    agentId: buyStep.agentId,
    agentUrl: buyStep.agentUrl,
    arguments: { idempotency_key: uuid(), media_buy_id: mediaBuyId, updates: { status: "paused" } },
    amount: money(0, buyStep.amount.currency),
    planAmount: money(0, buyStep.planAmount.currency),
    purpose: `pause ${mediaBuyId} at ${buyStep.agentId}: the desk is stopped`,
    slots: [],
  };
  journal.record({ type: "step-proposed", step }, `step/${step.id}`);
  return step;
}

export function isUnderWay({ status }: StepState): boolean {
  return ["proposed", "held", "begun", "pending"].includes(status);
}

/** Whether a step is a pause that a stop order asked for. */
export function isStopPause({ step }: Pick<StepState, "step">): boolean {
  return step.id.startsWith("pause/");
}
