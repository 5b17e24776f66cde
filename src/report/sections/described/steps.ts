import { z } from "zod";
import { differenceWords } from "../../../campaign/buys/difference-words.ts";
import type { CampaignState, StepState } from "../../../campaign/model/state.ts";
import { judgeWords, type Verdict } from "../../../campaign/model/verdict.ts";
import { moneySchema } from "../../../lib/money.ts";
import { mediaBuyId } from "../../account/buys.ts";
import { type Described, standing, texts } from "../../schema.ts";
import { standingOf, statusInWords } from "./standing.ts";

export const buyChangeSchema = z.strictObject({
  askedBy: texts,
  askedAt: z.string(),
  reason: z.string().optional(),
  differences: z.array(
    z.strictObject({
      what: z.string(),
      before: z.string().describe("as the seller told it when the change was decided on"),
      after: z.string().describe("as it was asked for"),
    }),
  ),
  check: z
    .strictObject({
      at: z.string(),
      made: z.boolean().describe("false where the seller agreed and its books do not show all of it"),
      findings: texts,
      spent: moneySchema.optional().describe("as the seller reported it when money was given back"),
      kept: z.array(z.strictObject({ stepId: z.string(), amount: moneySchema, planAmount: moneySchema })),
    })
    .optional(),
});

export const stepSchema = z.strictObject({
  id: z.string(),
  task: z.string(),
  agentId: z.string(),
  purpose: z.string(),
  amount: moneySchema.describe("agent's currency"),
  planAmount: moneySchema.describe("brief's currency"),
  standing,
  status: z.string().describe("where it stands, in plain words"),
  reason: z.string().optional(),
  replaces: z.string().optional(),
  replacedBy: z.string().optional(),
  change: buyChangeSchema
    .optional()
    .describe("where a person changed a running buy: who asked, before, after, and how it was read back"),
  verdicts: z.array(
    z.strictObject({
      at: z.string(),
      type: z.enum(["approved", "denied", "conditions", "escalated", "held"]),
      by: z.string(),
      why: texts,
      checkId: z.string().optional(),
      digest: z.string().describe("SHA-256 of the arguments that were judged"),
    }),
  ),
  approval: z.strictObject({ by: z.string(), at: z.string(), digest: z.string() }).optional(),
  rejection: z.strictObject({ by: z.string(), at: z.string(), reason: z.string() }).optional(),
  sentAt: z.string().optional(),
  answeredAt: z.string().optional(),
  idempotencyKey: z.string().optional(),
  receipt: z
    .strictObject({
      status: z.enum(["done", "pending"]),
      replayed: z
        .boolean()
        .describe("true where the agent had already done it and repeated its first answer"),
      taskId: z.string().optional(),
      mediaBuyId: z.string().optional(),
      notes: texts.optional().describe("what was odd about the answer"),
    })
    .optional(),
});
export type Steps = readonly Step[];
export type Step = Described<typeof stepSchema>;

/** Every change with who judged it and what came of it. Approval tokens and arguments stay in the ledger. */
export function describeSteps(state: CampaignState): Steps {
  return state.steps.map(describe);
}

function describe(step: StepState): Step {
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
    replaces,
    replacedBy: step.replacedBy,
    ...changeOf(step),
    verdicts: step.verdicts.map(({ at, digest, verdict }) => ({
      at,
      type: verdict.type,
      by: judgeWords(verdict.by),
      why: reasonsOf(verdict),
      ...(verdict.type === "approved" && verdict.checkId !== undefined && { checkId: verdict.checkId }),
      digest,
    })),
    approval: step.approval,
    rejection: step.rejection,
    sentAt: begunAt,
    answeredAt,
    idempotencyKey: step.intent?.idempotencyKey,
    ...receiptOf(step),
  };
}

function changeOf({ step: { change }, check }: StepState): Pick<Step, "change"> {
  if (change === undefined) return {};
  const { askedBy, askedAt, reason, differences } = change;
  return {
    change: {
      askedBy,
      askedAt,
      ...(reason === undefined ? {} : { reason }),
      differences: differences.map(differenceWords),
      ...(check === undefined ? {} : { check: checkOf(check) }),
    },
  };
}

function checkOf({ at, made, findings, spent, kept = [] }: NonNullable<StepState["check"]>) {
  return { at, made, findings, ...(spent === undefined ? {} : { spent }), kept };
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
  const notes = [...(receipt.notes ?? []), ...heldOtherwise(step)];
  return {
    receipt: {
      status: receipt.status,
      replayed: receipt.replayed,
      ...(receipt.taskId !== undefined && { taskId: receipt.taskId }),
      ...(id !== undefined && { mediaBuyId: id }),
      ...(notes.length > 0 && { notes }),
    },
  };
}

/** How an order is held at its seller otherwise than it was sent, and what people made of it. */
function heldOtherwise({ step, check }: StepState): string[] {
  if (step.change !== undefined || check === undefined || check.findings.length === 0) return [];
  const decided =
    check.accepted !== undefined
      ? [`Taken as it stands by ${check.accepted.join(" and ")}`]
      : check.refusedBy !== undefined
        ? [`Not taken by ${check.refusedBy}: it stays bound as its seller says`]
        : [];
  return [...check.findings, ...decided];
}
