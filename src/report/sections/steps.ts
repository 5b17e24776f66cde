import { differenceWords } from "../../campaign/change/difference-words.ts";
import type { Verdict } from "../../campaign/govern/verdict.ts";
import type { CampaignState, StepState } from "../../campaign/state.ts";
import type { Report } from "../report-schema.ts";
import { mediaBuyId } from "./buys.ts";
import { standingOf, statusInWords } from "./standing.ts";

/** Every change with who judged it and what came of it. Approval tokens and arguments stay in the ledger. */
export function describeSteps(state: CampaignState): Report["steps"] {
  return state.steps.map(describe);
}

function describe(step: StepState): Report["steps"][number] {
  const { id, task, agentId, purpose, amount, planAmount, replaces } = step.step;
  const { begunAt, answeredAt } = step.times;
  return {
    id,
    task,
    agentId,
    purpose,
    amount,
    planAmount,
    standing: standingOf(step.status),
    status: statusInWords(step),
    ...(step.reason !== undefined && step.status !== "done" && { reason: step.reason }),
    ...(replaces !== undefined && { replaces }),
    ...(step.replacedBy !== undefined && { replacedBy: step.replacedBy }),
    ...changeOf(step),
    verdicts: step.verdicts.map(({ at, digest, verdict }) => ({
      at,
      type: verdict.type,
      by: verdict.by,
      why: reasonsOf(verdict),
      ...(verdict.type === "approved" && verdict.checkId !== undefined && { checkId: verdict.checkId }),
      digest,
    })),
    ...(step.approval && { approval: step.approval }),
    ...(step.rejection && { rejection: step.rejection }),
    ...(begunAt !== undefined && { sentAt: begunAt }),
    ...(answeredAt !== undefined && { answeredAt }),
    ...(step.intent && { idempotencyKey: step.intent.idempotencyKey }),
    ...receiptOf(step),
  };
}

function changeOf({ step: { change }, check }: StepState): Pick<Report["steps"][number], "change"> {
  if (change === undefined) return {};
  const { askedBy, askedAt, reason, differences } = change;
  return {
    change: {
      askedBy,
      askedAt,
      ...(reason === undefined ? {} : { reason }),
      differences: differences.map(differenceWords),
      ...(check === undefined ? {} : { check: { ...check, kept: check.kept ?? [] } }),
    },
  };
}

function reasonsOf(verdict: Verdict): readonly string[] {
  switch (verdict.type) {
    case "approved":
      return verdict.notes;
    case "denied":
    case "escalated":
    case "held":
      return verdict.reasons;
    case "conditions":
      return verdict.conditions.map(
        ({ field, requiredValue, reason }) => `${field} must be ${JSON.stringify(requiredValue)}: ${reason}`,
      );
  }
}

function receiptOf(step: StepState) {
  const { receipt } = step;
  if (!receipt) return {};
  const id = mediaBuyId(step);
  return {
    receipt: {
      status: receipt.status,
      replayed: receipt.replayed,
      ...(receipt.taskId !== undefined && { taskId: receipt.taskId }),
      ...(id !== undefined && { mediaBuyId: id }),
      ...(receipt.notes !== undefined && { notes: receipt.notes }),
    },
  };
}
