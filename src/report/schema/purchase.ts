import { z } from "zod";
import { moneySchema } from "../../lib/money.ts";
import { standing, texts } from "./shared.ts";

export const planSchema = z.strictObject({
  total: moneySchema,
  unallocated: moneySchema,
  lines: z.array(
    z.strictObject({
      slot: z.string(),
      offerId: z.string(),
      sellerId: z.string(),
      product: z.string(),
      channels: texts,
      amount: moneySchema.describe("brief's currency"),
      share: z.number().describe("0 to 1 of the planned total"),
      budget: moneySchema.describe("what the seller is paid at most, its own currency"),
      bid: moneySchema.optional(),
      expectedImpressions: z.number().optional(),
      reason: z.string(),
      standing,
      standingReason: z.string().optional(),
      stepId: z.string().optional(),
      mediaBuyId: z.string().optional(),
    }),
  ),
  leftOut: z.array(
    z.strictObject({ offerId: z.string(), sellerId: z.string(), product: z.string(), reason: z.string() }),
  ),
  binding: texts.describe("what held the split back"),
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

export const creativesSchema = z.strictObject({
  built: z.array(
    z.strictObject({
      stepId: z.string(),
      agentId: z.string(),
      formats: texts,
      standing,
      reason: z.string().optional(),
    }),
  ),
  synced: z.array(
    z.strictObject({
      stepId: z.string(),
      sellerId: z.string(),
      creativeId: z.string(),
      name: z.string(),
      format: z.string(),
      standing,
      action: z.string().optional().describe("what the seller did: created, updated, unchanged, failed"),
      reviewStatus: z.string().optional(),
      packages: texts,
      errors: texts,
    }),
  ),
});
