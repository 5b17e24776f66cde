import { blocksOf } from "../campaign/model/state/clearance.ts";
import type { CampaignState } from "../campaign/model/state/state.ts";
import { isOrder } from "../campaign/model/step/kinds.ts";
import type { Waiting } from "../campaign/run/waiting.ts";
import type { AdminTaskOutput } from "../desk/outputs/admin-task-output.ts";
import type { BuyChangeOutput } from "../desk/outputs/buy-change-output.ts";
/** How a command ends, for scripts. */
export const exitCodes = { done: 0, failed: 1, usage: 2, waiting: 3, part: 4 } as const;

/** 0 where the buy is as asked for or nothing was to be sent, 3 where somebody else has it in hand, else 1. */
export function changeExitCode({ status, findings }: BuyChangeOutput): number {
  if (findings.length > 0) return exitCodes.failed;
  if (status === "done" || status === "unchanged" || status === "planned") return exitCodes.done;
  return ["escalated", "pending", "under-way"].includes(status) ? exitCodes.waiting : exitCodes.failed;
}

/** 1 where an item failed, 3 where one waits for a person or a seller, else 0. */
export function adminTaskExitCode({ executed, results }: AdminTaskOutput): number {
  if (!executed) return exitCodes.done;
  const statuses = results.flatMap(({ items }) => items.map(({ status }) => status));
  if (statuses.includes("failed")) return exitCodes.failed;
  return statuses.includes("waiting") ? exitCodes.waiting : exitCodes.done;
}

/**
 * 1 where the plan may not be bought, where there is nothing in it, or where the campaign came to its end without a buy; else as
 * what it waits for says; 4 where some of its orders came to nothing, and their money did not all go to others.
 */
export function exitCodeFor(waiting: readonly Waiting[], state: CampaignState): number {
  if (blocksOf(state).length > 0) return exitCodes.failed;
  const code = exitCodeOfWaiting(waiting);
  if (code !== exitCodes.done) return code;
  const orders = state.steps.filter(({ step }) => isOrder(step));
  const isBought = orders.some(({ status }) => status === "done");
  if (!isBought && (state.ended !== undefined || state.plan?.lines.length === 0)) return exitCodes.failed;
  const planned = new Set(state.plan?.lines.map(({ lineId }) => lineId));
  const isLost = orders.some(
    ({ step, status }) =>
      (status === "refused" || status === "failed") &&
      ((state.plan?.unallocated.minor ?? 0) > 0 || step.lineIds.some((lineId) => planned.has(lineId))),
  );
  return isBought && isLost ? exitCodes.part : exitCodes.done;
}

/**
 * 3 where a person, a seller, the governance agent's people or another process must act first, 1 where an agent does not answer
 * or nothing could be bought, else 0.
 */
export function exitCodeOfWaiting(waiting: readonly Waiting[]): number {
  const types = new Set(waiting.map(({ type }) => type));
  const inHand: readonly Waiting["type"][] = ["person", "seller", "governance", "process"];
  if (inHand.some((type) => types.has(type))) return exitCodes.waiting;
  return types.has("agent") || types.has("market") ? exitCodes.failed : exitCodes.done;
}
