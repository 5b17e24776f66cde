import { z } from "zod";
import { dayOf, endOf } from "../../lib/days.ts";
import { type Described, fields } from "../../lib/described.ts";
import { counted, listed } from "../../lib/english.ts";
import { isKnown, taskStates } from "../../protocol/records/states.ts";
import { bookedOtherwiseReason } from "../approvals/inbox.ts";
import { agreedNotMade } from "../change/agreed-changes.ts";
import { flightsEnd, reopened, unmeasured } from "../measure/measure-delivery.ts";
import { mismatchText } from "../model/offers/mismatch.ts";
import { awaitsPerson, type CampaignState, type StepState } from "../model/state/state.ts";
import { isLaterThan, sendingWords } from "../model/step/sending.ts";
import type { StepStatus } from "../model/step/step-status.ts";
import { activationStepId, awaitedSignals, signalDeadline } from "../plan/signals/wanted-signals.ts";
import { pausesWithoutEffect } from "../steps/hold-steps.ts";
import { hasBought, reopensAt } from "./standstill.ts";

/**
 * What a campaign waits for: a person, a seller, the governance agent's own people, an agent that does not answer, another process
 * that has a step in hand until `at` at the latest, a date, or a market in which anything can be bought: it is asked anew from
 * `at` on, or not by itself where a person said no. `at` is UTC, ISO 8601.
 */
export const waitingSchema = z.union([
  fields({
    type: z.enum(["person", "seller", "governance", "agent"]),
    stepId: z.string(),
    reason: z.string(),
  }),
  fields({ type: z.literal("process"), stepId: z.string(), at: z.string(), reason: z.string() }).describe(
    "another process has the step in hand, until `at` at the latest",
  ),
  fields({
    type: z.literal("market"),
    at: z.string().optional().describe("from then on it is asked again automatically, UTC"),
    reason: z.string(),
    todo: z.string(),
  }).describe("nothing could be bought and nothing is under way"),
  fields({ type: z.literal("date"), at: z.string(), reason: z.string() }),
]);
export type Waiting = Described<typeof waitingSchema>;

/** `now` is UTC milliseconds. */
export function waitingOf(state: CampaignState, now: number): Waiting[] {
  const { steps, brief, ended, plan } = state;
  const waiting = [
    ...steps.flatMap((step) => waitingForStep(step, now)),
    ...waitingForPauses(state),
    ...agreedNotMade(state).flatMap(({ step, check }): Waiting[] =>
      awaitsPerson({ check })
        ? []
        : [{ type: "seller", stepId: step.id, reason: check?.findings.join("; ") ?? "" }],
    ),
    ...waitingForSignals(state),
    ...waitingForMarket(state),
  ];
  if (ended !== undefined) return [...waiting, ...waitingForReopened(state, now)];
  if (brief === undefined || plan === undefined || !hasBought(state)) return waiting;
  const flightEnd = flightsEnd(state);
  if (now >= flightEnd) return [...waiting, ...waitingForFigures(state, now)];
  const next = now < Date.parse(brief.flight.start) ? "the flight has not begun" : "the flight is running";
  return [...waiting, { type: "date", at: new Date(flightEnd).toISOString(), reason: next }];
}

function waitingForPauses(state: CampaignState): Waiting[] {
  return pausesWithoutEffect(state).map(({ step, reason }) => ({
    type: "agent",
    stepId: step.id,
    reason: `it may run on, and is asked to pause again${reason === undefined ? "" : `: ${reason}`}`,
  }));
}

function waitingForMarket(state: CampaignState): Waiting[] {
  if (state.stalled === undefined) return [];
  const { reason, todo, asksAgain } = state.stalled;
  const at = asksAgain ? { at: new Date(reopensAt(state)).toISOString() } : {};
  return [{ type: "market", ...at, reason, todo }];
}

/** Buys that stand by their names in one line. */
const mostNamed = 3;

/** Sellers are asked again at the next turn: with the next day. */
function waitingForFigures(state: CampaignState, now: number): Waiting[] {
  const buys = unmeasured(state);
  if (buys.length === 0) return [];
  const at = new Date(endOf(dayOf(now))).toISOString();
  const named = buys.map(({ mediaBuyId, sellerId }) => `${mediaBuyId} at ${sellerId}`);
  const of = named.length > mostNamed ? counted(named.length, "buy") : listed(named);
  return [{ type: "date", at, reason: `the figures are not final yet of ${of}` }];
}

/** Sellers that have reported on a buy of a campaign that has ended, and have not answered what they were asked for then. */
function waitingForReopened(state: CampaignState, now: number): Waiting[] {
  const at = new Date(endOf(dayOf(now))).toISOString();
  return reopened(state, now).map(({ mediaBuyId, sellerId }) => ({
    type: "date",
    at,
    reason: `${sellerId} has reported on ${mediaBuyId} and does not say what it has cost`,
  }));
}

function waitingForSignals(state: CampaignState): Waiting[] {
  const { brief } = state;
  if (brief === undefined) return [];
  const until = dayOf(signalDeadline(brief.flight));
  return awaitedSignals(state).map(({ sellerId, signalId }) => ({
    type: "seller",
    stepId: activationStepId(sellerId),
    reason: `${signalId} is not live at ${sellerId} yet; from ${until} on it is bought from without it`,
  }));
}

/** What an agent claims in a webhook, where it is a state that a task can have: its own words stay out of ours. */
function reported(notice: StepState["notice"]): string {
  return notice !== undefined && isKnown(taskStates, notice.status) ? `; it reported: ${notice.status}` : "";
}

/** What people are asked about, in a sentence of its own. */
function inWords(check: StepState["check"]): string {
  const differences = check?.question?.differences ?? [];
  return differences.length === 0 ? "" : ` Asked about: ${differences.map(mismatchText).join("; ")}.`;
}

function waitingForStep(current: StepState, now: number): Waiting[] {
  if (!awaitsPerson(current)) return waitingIn[current.status](current, now);
  const reason = `${bookedOtherwiseReason(current)}${inWords(current.check)}`;
  return [{ type: "person", stepId: current.step.id, reason }];
}

const waitingIn: Readonly<Record<StepStatus, (current: StepState, now: number) => Waiting[]>> = {
  proposed: ({ step }) => [{ type: "agent", stepId: step.id, reason: "not performed yet" }],
  held: (current) => {
    const { step, verdicts, reason = "a check could not run" } = current;
    const last = verdicts.at(-1)?.verdict;
    // The governance agent's own people decide on the step.
    const isReviewed = last?.type === "held" && last.reviewTask !== undefined;
    return [{ type: isReviewed ? "governance" : "agent", stepId: step.id, reason }];
  },
  escalated: ({ step, reason = "a person must decide" }) => [{ type: "person", stepId: step.id, reason }],
  begun: waitingForAnswer,
  pending: ({ step, receipt, notice }) => {
    const notes = receipt?.notes ? `; ${receipt.notes.join("; ")}` : "";
    const reason = `${step.agentId} works on it (task ${receipt?.taskId})${reported(notice)}${notes}`;
    return [{ type: "seller", stepId: step.id, reason }];
  },
  done: ({ step, check }) => {
    const reason = `it is bought; the books of ${step.agentId} are read once more`;
    return check?.again === true ? [{ type: "seller", stepId: step.id, reason }] : [];
  },
  failed: () => [],
  refused: () => [],
  replaced: () => [],
};

function waitingForAnswer(current: StepState, now: number): Waiting[] {
  const { step, reason = "its answer is not known yet", sending, resendAt = "" } = current;
  const stepId = step.id;
  if (sending !== undefined && now < Date.parse(sending.until) && !isLaterThan(now, sending.since))
    return [{ type: "process", stepId, at: sending.until, reason: sendingWords(sending) }];
  const again =
    now < Date.parse(resendAt) ? `; unless its books show it, it is sent again after ${resendAt}` : "";
  return [{ type: "agent", stepId, reason: `${reason}${again}` }];
}
