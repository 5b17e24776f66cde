import { z } from "zod";
import type { Described } from "../../lib/described.ts";
import { compareBooks } from "../audit/compare-books.ts";
import type { ExecutePorts } from "../execute/execute-ports.ts";
import { perform } from "../execute/perform.ts";
import { orderFor } from "../execute/stopped.ts";
import { concerns, type StopScope } from "../model/decisions/stop-order.ts";
import { switchStep } from "../model/derived/bought.ts";
import { sellerAt } from "../model/derived/seller-at.ts";
import { type StepState, stepOf } from "../model/state/state.ts";
import { buyKey, buyNamedIn } from "../model/step/buy-identity.ts";
import { isStopPause, isUnderWay } from "./next-pause.ts";
import { campaignsOf, type StopPorts } from "./stop.ts";

/** A buy that was asked to run again, and how the step that asks for it stands. */
export const resumedSchema = z.strictObject({
  campaignId: z.string(),
  sellerId: z.string(),
  mediaBuyId: z.string(),
  stepId: z.string(),
  status: z.string().describe("status of the step that lets it run again"),
  reason: z.string().optional(),
});
export type Resumed = Described<typeof resumedSchema>;

/**
 * Lifts the order of exactly this scope. Pauses that are still under way are given up; what is paused stays paused unless
 * `resumeBuys`: then each buy is let run again, through the gate like any other change.
 */
export async function release(
  scope: StopScope,
  { by, resumeBuys }: { readonly by: string; readonly resumeBuys: boolean },
  { ledger, stopOrders, ports }: StopPorts,
): Promise<Resumed[]> {
  const order = await stopOrders.lift(scope, by);
  const resumed = await Promise.all(
    (await campaignsOf(scope, ledger)).map(async (id) => {
      const campaign = await ports(id);
      const state = campaign.journal.state();
      const paused = state.steps.filter(
        (one) => isStopPause(one) && concerns(order, sellerAt(state, one.step.agentId)),
      );
      const orders = await Promise.all(paused.map(({ step }) => orderFor(step, campaign)));
      const free = paused.filter((_, n) => orders[n] === undefined);
      const given = resumeBuys
        ? free
        : [...free, ...campaign.journal.state().steps.filter(({ step }) => step.stop?.does === "release")];
      for (const { step } of given.filter(isUnderWay))
        await campaign.journal.record(
          { type: "step-rejected", stepId: step.id, by, reason: "the stop is lifted" },
          `rejected/${step.id}`,
        );
      return resumeBuys ? await runAgain(free, by, campaign) : [];
    }),
  );
  return resumed.flat();
}

async function runAgain(pauses: readonly StepState[], by: string, ports: ExecutePorts): Promise<Resumed[]> {
  const latest = new Map(
    pauses.filter(({ intent }) => intent !== undefined).map(({ step }) => [buyKey(buyNamedIn(step)), step]),
  );
  const { journal } = ports;
  if (latest.size > 0) await compareBooks(ports);
  return Promise.all(
    [...latest.values()].map(async (pause): Promise<Resumed> => {
      const { mediaBuyId } = buyNamedIn(pause);
      // One pause is taken back once.
      const stepId = `un${pause.id}`;
      const step = switchStep(pause, mediaBuyId, "active", {
        id: stepId,
        purpose: `let ${mediaBuyId} at ${pause.agentId} run again`,
        stop: { does: "release", order: pause.stop?.order ?? "", by },
      });
      await journal.record({ type: "step-proposed", step }, `step/${stepId}`);
      await perform(stepId, ports);
      const now = stepOf(journal.state(), stepId);
      return {
        campaignId: journal.state().id,
        sellerId: pause.agentId,
        mediaBuyId,
        stepId,
        status: now?.status ?? "proposed",
        ...(now?.reason === undefined ? {} : { reason: now.reason }),
      };
    }),
  );
}
