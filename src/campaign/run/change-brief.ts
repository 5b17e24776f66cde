import { digest } from "../../lib/digest.ts";
import type { BriefChange } from "../model/state/events.ts";
import type { Ports } from "../model/state/ports.ts";
import { type CampaignState, isUndecided, mayBind } from "../model/state/state.ts";
import { isOrder } from "../model/step/kinds.ts";
import { isAtAgent } from "../model/step/step-status.ts";

/** What a changed brief is planned from: another plan, or other offers, have another one. */
export function basisOf({ plan, offers = [] }: Pick<CampaignState, "plan" | "offers">): string {
  return digest([plan, offers.map(({ id }) => id)]);
}

/** Why a campaign's plan can no longer be changed as a whole; undefined where it can. */
export function fixedBy({ brief, plan, ended, steps, ahead }: CampaignState): string | undefined {
  if (ended !== undefined) return `it has ended: ${ended}`;
  if (brief === undefined || plan === undefined) return "it has no plan yet";
  const isBinding = steps.filter(
    (one) => (isOrder(one.step) && mayBind(one)) || (one.step.task === "activate_signal" && isAtAgent(one)),
  );
  if (isBinding.length > 0)
    return `something is bought or being bought: ${isBinding.map(({ step }) => step.id).join(", ")}`;
  const unknownThings = ahead === undefined ? 0 : ahead.buys.length + ahead.outcomes.length;
  return unknownThings > 0 ? "sellers hold orders of it that the ledger does not know" : undefined;
}

/** Why the plan that somebody was shown cannot be changed; undefined where it can. */
export function unchangeable(state: CampaignState, basis: string): string | undefined {
  return (
    fixedBy(state) ?? (basisOf(state) === basis ? undefined : "its plan is another by now: review it again")
  );
}

/**
 * Plans what was offered under another brief, before anything is bought: what was not sent is rejected, as it is of the plan
 * that was. Nothing is planned here; the next stage does it. Returns why it was not done.
 */
export async function changeBrief({ journal }: Pick<Ports, "journal">, change: BriefChange, basis: string) {
  await journal.refresh();
  const why = (now: CampaignState) => unchangeable(now, basis);
  const before = why(journal.state());
  if (before !== undefined) return before;
  const [by = ""] = change.requestedBy;
  for (const { step } of journal.state().steps.filter(isUndecided))
    await journal.record(
      { type: "step-rejected", stepId: step.id, by, reason: `planned anew: ${change.change}` },
      `rejected/${step.id}`,
    );
  const isChanged = await journal.record(
    { type: "brief-changed", ...change },
    `brief/${basis}/${journal.state().round?.number ?? 1}`,
    (now) => why(now) === undefined && !now.steps.some(isUndecided),
  );
  if (isChanged) return undefined;
  return why(journal.state()) ?? "something else was proposed meanwhile: try again";
}
