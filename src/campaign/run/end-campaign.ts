import { dayOf } from "../../lib/days.ts";
import { liveBuys } from "../account/live-buys.ts";
import type { Ports } from "../model/state/ports.ts";
import { type CampaignState, isUndecided, mayBind } from "../model/state/state.ts";

/** What keeps a campaign from being ended. */
export type Unfinished =
  | { readonly type: "ended"; readonly reason: string }
  /** Buys that may still spend, as `<media buy> at <seller>`, and steps that were sent and are not answered. */
  | { readonly type: "running"; readonly buys: readonly string[]; readonly steps: readonly string[] };

/**
 * Ends a campaign by a person's word: what was not sent is rejected, and nothing is planned, bought or measured any more.
 * Returns what keeps it from that: while a buy may spend, somebody has to watch it.
 */
export async function endCampaign(
  { journal, clock }: Pick<Ports, "journal" | "clock">,
  { by, reason }: { readonly by: string; readonly reason: string },
): Promise<Unfinished | undefined> {
  await journal.refresh();
  const today = dayOf(clock.now());
  const before = unfinished(journal.state(), today);
  if (before !== undefined) return before;
  for (const { step } of journal.state().steps.filter(isUndecided))
    await journal.record({ type: "step-rejected", stepId: step.id, by, reason }, `rejected/${step.id}`);
  const isEnded = await journal.record(
    { type: "campaign-ended", reason: `${by} ended it: ${reason}`, by },
    "end",
    (now) => unfinished(now, today) === undefined && !now.steps.some(isUndecided),
  );
  return isEnded
    ? undefined
    : (unfinished(journal.state(), today) ?? {
        type: "running",
        buys: [],
        steps: journal.state().steps.flatMap((one) => (isUndecided(one) ? [one.step.id] : [])),
      });
}

function unfinished(state: CampaignState, today: string): Unfinished | undefined {
  if (state.ended !== undefined) return { type: "ended", reason: state.ended };
  const steps = state.steps
    .filter((current) => mayBind(current) && current.status !== "done")
    .map(({ step }) => step.id);
  const buys = liveBuys(state)
    .filter(
      ({ end, packages }) =>
        end >= today && packages.some(({ budgets }) => budgets.at(-1)?.cancelled !== true),
    )
    .map(({ mediaBuyId, sellerId }) => `${mediaBuyId} at ${sellerId}`);
  return buys.length + steps.length === 0 ? undefined : { type: "running", buys, steps };
}
