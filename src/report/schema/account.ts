import { z } from "zod";
import { moneySchema } from "../../lib/money.ts";
import { count, period, texts } from "./shared.ts";

const ordered = z.strictObject({ budget: moneySchema, impressions: z.number().optional() });

export const reconciliationSchema = z
  .strictObject({
    lines: z.array(
      z.strictObject({
        slot: z.string(),
        sellerId: z.string(),
        mediaBuyId: z.string(),
        packageId: z.string(),
        product: z.string(),
        period,
        planned: ordered.describe("as the plan had it"),
        ordered: ordered.describe("as our own log has it now, after changes that were read back"),
        due: z
          .strictObject({ spend: moneySchema, impressions: z.number().optional() })
          .describe("even part of the order for the days up to the last one told"),
        told: z
          .strictObject({
            days: count,
            finalDays: count,
            impressions: count,
            spend: moneySchema.optional(),
            adjustment: moneySchema.describe("what restatements changed of the spend"),
            conversions: z.number().optional().describe("as the seller counts them"),
          })
          .describe("by its seller"),
        variance: z
          .strictObject({
            order: z.number(),
            impressions: z.number().optional(),
            spend: z.number().optional(),
            price: z.number().optional(),
          })
          .describe("order: over the plan; the others: told over due; each less 1"),
        flags: texts.describe("variances over a tenth, and spend over the order"),
        open: texts.describe("why its books are not closed; empty where they are"),
      }),
    ),
    unbalanced: z
      .array(
        z.strictObject({
          mediaBuyId: z.string(),
          sellerId: z.string(),
          bound: moneySchema,
          ordered: moneySchema,
        }),
      )
      .describe("buys for which the ledger holds another amount than is ordered"),
  })
  .describe("plan, our own log and the seller's report, for each package");

export const shortfallsSchema = z
  .array(
    z.strictObject({
      slot: z.string(),
      sellerId: z.string(),
      mediaBuyId: z.string(),
      packageId: z.string(),
      product: z.string(),
      kind: z
        .enum(["projected", "final"])
        .describe("projected: it will be short, as it runs now; final: it is, by figures that are final"),
      foundAt: z.string(),
      guaranteed: z.boolean(),
      period,
      toldTo: z.string(),
      ordered: z.number(),
      delivered: z.number().describe("impressions that were told when it was found"),
      expected: z.number().describe("impressions at the end"),
      owed: z.number(),
      method: z.string(),
      proposal: z.string(),
      needsPerson: z.boolean().describe("what is proposed goes beyond the brief's flight"),
      makegoods: z.array(
        z.strictObject({
          impressions: z.number(),
          until: z.string(),
          by: z.string(),
          at: z.string(),
          note: z.string().optional(),
        }),
      ),
      outstanding: z
        .number()
        .describe(
          "still missing by today's figures; while the time for what its seller granted runs, by its word",
        ),
      claim: z
        .string()
        .optional()
        .describe("draft to the seller, Markdown; absent where nothing is asked of it"),
    }),
  )
  .describe("the last for each package");
