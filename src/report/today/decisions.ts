import { z } from "zod";
import { askedOf, atStake, decisionOf } from "../../campaign/approvals/amount-at-stake.ts";
import { decideUntil } from "../../campaign/approvals/refuse-overdue.ts";
import type { DecidedReallocation } from "../../campaign/model/learned/reallocation.ts";
import type { CampaignState, StepState } from "../../campaign/model/state/state.ts";
import { planStepId } from "../../campaign/model/step/kinds.ts";
import { isoTime } from "../../lib/clock.ts";
import { moneySchema } from "../../lib/money.ts";
import { formatRounded, formatShort } from "../blocks/format.ts";
import { type Described, fields, texts } from "../blocks/schema.ts";
import { vendorName } from "./line-figures.ts";
import { changeWords, linesOfStep, movedLines, onlyLine, row } from "./rows.ts";

export const decisionSchema = fields({
  ...row,
  stepId: z.string(),
  amount: moneySchema.describe("at most"),
  lines: texts.describe("that it buys or changes; of a move those that lose money"),
  to: texts.optional().describe("of a move those that get it"),
  gain: z.string().optional().describe("what a move is expected to bring, and between what"),
  until: z.string().optional().describe("when it expires if nobody approves: UTC, ISO 8601"),
});
type Decision = Described<typeof decisionSchema>;

/** What waits for a person; the steps of one move are one decision. */
export function decisionsIn(state: CampaignState, approvalWindowMs: number): Decision[] {
  return askedOf(state).map((first) => {
    const move = decisionOf(first.step.change?.reallocation, state);
    const until = decideUntil(first, approvalWindowMs);
    return {
      stepId: first.step.id,
      ...(move === undefined ? stepWords(first, state) : moveWords(move, state)),
      ...(until !== undefined && { until: isoTime(until) }),
      todo: "approve or reject",
    };
  });
}

function stepWords(current: StepState, state: CampaignState) {
  const { step } = current;
  const isPlan = step.id === planStepId;
  const { amount } = isPlan && state.plan ? { amount: state.plan.total } : atStake(current, state);
  const lines = linesOfStep(current, state);
  const what =
    step.change === undefined
      ? (tasks[step.task] ?? "Change")
      : `Change: ${changeWords(step.change.differences)}`;
  return {
    ...onlyLine(lines),
    ...(!isPlan && { vendor: vendorName(step.agentId, state) }),
    text: `${what}, ${formatRounded(amount)} at most`,
    atRisk: amount,
    amount,
    lines,
    ...(step.change?.reason !== undefined && { reason: step.change.reason }),
  };
}

const tasks: Readonly<Record<string, string>> = {
  create_media_buy: "Buy",
  update_media_buy: "Change of a buy",
  sync_creatives: "Creatives",
  activate_signal: "Signal",
  sync_plans: "The whole plan",
};

function moveWords({ moves, moved, gain, outcome, why }: DecidedReallocation, state: CampaignState) {
  const { from, to } = movedLines(moves, state);
  return {
    text: `Move ${formatRounded(moved)}`,
    amount: moved,
    atRisk: moved,
    lines: from,
    to,
    gain: `+${formatShort(gain.mid)} ${outcome} (${formatShort(gain.low)} to ${formatShort(gain.high)})`,
    reason: why,
  };
}
