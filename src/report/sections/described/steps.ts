import { z } from "zod";
import { differenceWords } from "../../../campaign/account/changes/difference-words.ts";
import { atStake } from "../../../campaign/approvals/amount-at-stake.ts";
import { sourceName, type Verdict } from "../../../campaign/model/decisions/verdict.ts";
import { type CampaignState, type StepState, waitsForPerson } from "../../../campaign/model/state/state.ts";
import { moneySchema } from "../../../lib/money.ts";
import { mediaBuyId } from "../../account/buys.ts";
import { textsOf } from "../../blocks/format.ts";
import { type Described, each, fields, statusField, texts } from "../../blocks/schema.ts";
import { statusInWords, statusOf } from "./status.ts";

const buyChangeSchema = fields({
  requestedBy: texts,
  requestedAt: z.string(),
  reason: z.string().optional(),
  differences: each({
    what: z.string(),
    before: z.string().describe("as the seller reported it when the change was decided on"),
    after: z.string().describe("as it was asked for"),
  }),
  check: fields({
    at: z.string(),
    made: z.boolean().describe("false where the seller agreed and its books do not show all of it"),
    findings: texts,
    spent: moneySchema.optional().describe("as the seller reported it when money was given back"),
    retained: each({ stepId: z.string(), amount: moneySchema, planAmount: moneySchema }),
  }).optional(),
});

export const stepSchema = fields({
  id: z.string(),
  task: z.string(),
  agentId: z.string(),
  purpose: z.string(),
  amount: moneySchema.describe("agent's currency"),
  planAmount: moneySchema.describe("brief's currency"),
  atStake: moneySchema.optional().describe("agent's currency: what a person decides on, while one is asked"),
  status: statusField,
  statusText: z.string().describe("where it stands, in plain words"),
  reason: z.string().optional(),
  replaces: z.string().optional(),
  replacedBy: z.string().optional(),
  change: buyChangeSchema
    .optional()
    .describe("where a person changed a running buy: who asked, before, after, and how it was read back"),
  verdicts: each({
    at: z.string(),
    type: z.enum(["approved", "denied", "conditions", "escalated", "held"]),
    by: z.string(),
    why: texts,
    checkId: z.string().optional(),
    digest: z.string().describe("SHA-256 of the arguments that were checked"),
  }),
  approval: fields({ by: z.string(), at: z.string(), digest: z.string() }).optional(),
  rejection: fields({ by: z.string(), at: z.string(), reason: z.string() }).optional(),
  sentAt: z.string().optional(),
  answeredAt: z.string().optional(),
  idempotencyKey: z.string().optional(),
  receipt: fields({
    status: z.enum(["done", "pending"]),
    replayed: z.boolean().describe("true where the agent had already done it and repeated its first answer"),
    taskId: z.string().optional(),
    mediaBuyId: z.string().optional(),
    notes: texts.optional().describe("what was odd about the answer"),
  }).optional(),
});
export type Steps = readonly Step[];
export type Step = Described<typeof stepSchema>;

/** Every change with who decided on it and what came of it. Approval tokens and arguments stay in the ledger. */
export function describeSteps(state: CampaignState): Steps {
  return state.steps.map((step) => ({
    ...describe(step, state.planApprovals),
    atStake: waitsForPerson(step) ? atStake(step, state).amount : undefined,
  }));
}

/** Of a step that went out under an approval of its whole plan: theirs who gave it. */
function withThePlan({ verdicts }: StepState, given: CampaignState["planApprovals"]): Step["approval"] {
  const opened = verdicts.findLast(
    ({ verdict }) => verdict.type === "approved" && verdict.approvals !== undefined,
  );
  if (opened === undefined) return undefined;
  const before = given.filter(({ at }) => at <= opened.at);
  const last = before.at(-1);
  if (last === undefined) return undefined;
  const people = before.filter(({ terms }) => terms.plan === last.terms.plan).map(({ by }) => by);
  return { by: [...new Set(people)].join(" and "), at: last.at, digest: opened.digest };
}

function describe(state: StepState, planApprovals: CampaignState["planApprovals"]): Step {
  const { step, status, reason, verdicts, approval, rejection, replacedBy, times, intent } = state;
  return {
    ...step,
    status: statusOf(status),
    statusText: statusInWords(state),
    reason: status === "done" ? undefined : reason,
    replacedBy,
    change: changeOf(state),
    verdicts: verdicts.map(({ at, digest, verdict }) => ({
      at,
      type: verdict.type,
      by: sourceName(verdict.by),
      why: reasonsOf(verdict),
      checkId: verdict.type === "approved" ? verdict.checkId : undefined,
      digest,
    })),
    approval: approval ?? withThePlan(state, planApprovals),
    rejection,
    sentAt: times.begunAt,
    answeredAt: times.answeredAt,
    idempotencyKey: intent?.idempotencyKey,
    receipt: receiptOf(state),
  };
}

function changeOf({ step: { change }, check }: StepState): Step["change"] {
  return (
    change && {
      requestedBy: change.askedBy,
      requestedAt: change.askedAt,
      reason: change.reason,
      differences: change.differences.map(differenceWords),
      check: check && { ...check, retained: check.kept ?? [] },
    }
  );
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

function receiptOf(state: StepState): Step["receipt"] {
  const { receipt } = state;
  if (!receipt) return undefined;
  const notes = [...(receipt.notes ?? []), ...bookedDifferently(state)];
  return { ...receipt, mediaBuyId: mediaBuyId(state), notes: notes.length > 0 ? notes : undefined };
}

/** How an order is held at its seller otherwise than it was sent, and what people made of it. */
function bookedDifferently({ step, check }: StepState): string[] {
  if (step.change !== undefined || check === undefined || check.findings.length === 0) return [];
  return textsOf(
    check.findings,
    check.accepted !== undefined
      ? `Taken as it stands by ${check.accepted.join(" and ")}`
      : check.refusedBy !== undefined && `Not taken by ${check.refusedBy}: it stays bound as its seller says`,
  );
}
