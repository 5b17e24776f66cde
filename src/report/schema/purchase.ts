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
      signal: z
        .strictObject({
          id: z.string(),
          cost: moneySchema.describe("kept back of `amount` for data, brief's currency"),
        })
        .optional(),
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

const buyChangeSchema = z.strictObject({
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

export const creativesSchema = z.strictObject({
  coverage: z
    .array(
      z.strictObject({
        slot: z.string(),
        sellerId: z.string(),
        product: z.string(),
        formats: z.array(
          z.strictObject({
            id: z.string(),
            agentUrl: z.string().describe("agent that defines the format"),
            standing: z
              .enum(["ready", "rejected", "missing"])
              .describe("rejected: there is one, it breaks a rule and is not sent"),
            creatives: z.array(
              z.strictObject({ id: z.string(), name: z.string(), origin: z.enum(["brief", "built"]) }),
            ),
            builder: z.string().optional().describe("agent that could build one"),
          }),
        ),
      }),
    )
    .describe("packages, the formats that each accepts, and what can run in them"),
  findings: texts.describe("what is wrong with creatives, and packages that nothing can run in"),
  built: z.array(
    z.strictObject({
      stepId: z.string(),
      agentId: z.string(),
      formats: texts,
      standing,
      reason: z.string().optional(),
      expiresAt: z.string().optional().describe("until when its files are kept"),
      preview: z
        .strictObject({
          result: z.enum(["shown", "failed"]),
          urls: texts,
          expiresAt: z.string().optional(),
          reason: z.string().optional(),
        })
        .optional(),
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
