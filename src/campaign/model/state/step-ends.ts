import { canonicalJson } from "../../../lib/canonical-json.ts";
import type { BuyCheck, Kept } from "../step/buy-change.ts";
import { cameToNothing, type StepStatus } from "../step/step-status.ts";
import { awaitsPerson, type CampaignState, type StepState } from "./state.ts";

/** The state after a buy was read back. */
export function readBack(state: CampaignState, stepId: string, check: BuyCheck, at: string): CampaignState {
  const checked = change(state, stepId, ({ moreBooked, ...step }) => ({
    ...step,
    ...(check.unread !== undefined && moreBooked && { moreBooked }),
    check: {
      ...check,
      at,
      count: (step.check?.count ?? 0) + 1,
      since: usedUpBy(check, step),
      ...takenBy(check, step, at),
      ...madeBy(check, step, at),
    },
  }));
  return rebound(checked, check);
}

/** What was agreed to of what is not as it was asked for, and the buy that stands for it. */
function takenBy({ accepted, question, asBooked }: BuyCheck, { check }: StepState, at: string) {
  const { taken: before = [], takenAs: takenBefore } = check ?? {};
  const taken = accepted === undefined ? before : [...before, ...(question?.differences ?? [])];
  const takenAs = asBooked === undefined ? takenBefore : { at, buy: asBooked };
  return { ...(taken.length > 0 && { taken }), ...(takenAs && { takenAs }) };
}

/** When its books first showed all of it, where they did not at once. */
function madeBy({ made }: BuyCheck, { check }: StepState, at: string) {
  const madeAt = check?.madeAt ?? (check?.made === false ? at : undefined);
  return made && madeAt && { madeAt };
}

/** How many approvals a question uses up. The same question does not use up those that it was given. */
function usedUpBy({ question }: BuyCheck, step: StepState): number {
  const { approvals = [], check: before } = step;
  const isSame =
    awaitsPerson(step) && canonicalJson(before?.question ?? null) === canonicalJson(question ?? null);
  return (isSame ? before?.since : undefined) ?? approvals.length;
}

/**
 * What steps bind by their sellers' books. Two processes may have read one after the other and written in the other order: what
 * is kept never makes a step bind more, and what has grown never less.
 */
export function rebound(state: CampaignState, { kept = [], grown = [] }: Pick<BuyCheck, "kept" | "grown">) {
  const bind = (before: CampaignState, { stepId, ...bound }: Kept, sign: 1 | -1) =>
    change(before, stepId, (step) =>
      step.kept !== undefined && sign * (step.kept.amount.minor - bound.amount.minor) >= 0
        ? step
        : { ...step, kept: bound },
    );
  const smaller = kept.reduce((before, one) => bind(before, one, -1), state);
  return grown.reduce((before, one) => bind(before, one, 1), smaller);
}

/** A step that goes on as another has ended too: a late read of the seller's books may find that other's buy under its reference. */
export const ends: ReadonlySet<StepStatus> = new Set(["done", "failed", "replaced"]);

/** The first end of a step stands: what another process was answered before it, and writes down after it, changes nothing. */
export function unlessEnded(state: CampaignState, id: string, to: (step: StepState) => StepState) {
  return change(state, id, (step) => (ends.has(step.status) ? step : to(step)));
}

/** A step that came to nothing here, and that its agent has done all the same: it is answered as if it still were under way. */
export function cameBack(state: CampaignState, id: string): CampaignState {
  return change(state, id, (before) => {
    if (!cameToNothing(before) || before.status === "replaced") return before;
    const { reason: _, ...step } = before;
    return { ...step, status: "begun" };
  });
}

/** One step of a state as it is made anew. */
export function change(state: CampaignState, id: string, to: (step: StepState) => StepState): CampaignState {
  return { ...state, steps: state.steps.map((step) => (step.step.id === id ? to(step) : step)) };
}
