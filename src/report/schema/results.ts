import { z } from "zod";
import { moneySchema } from "../../lib/money.ts";
import { period, standing, texts } from "./shared.ts";

const figures = { impressions: z.number(), clicks: z.number(), spend: moneySchema };

export const deliverySchema = z.strictObject({
  buys: z.array(
    z.strictObject({
      mediaBuyId: z.string(),
      sellerId: z.string(),
      period,
      planned: z.strictObject({ impressions: z.number().optional(), spend: moneySchema }),
      delivered: z.strictObject({ ...figures, completionRate: z.number().optional() }),
      ofPlan: z
        .strictObject({ impressions: z.number().optional(), spend: z.number().optional() })
        .describe("delivered over planned; 1 is as planned"),
      packages: z.array(
        z.strictObject({
          ...figures,
          slot: z.string().optional(),
          productId: z.string(),
          product: z.string(),
        }),
      ),
      daily: z.array(
        z.strictObject({
          ...figures,
          date: z.string(),
          plannedImpressions: z.number().optional().describe("by the pacing of its packages"),
        }),
      ),
      findings: texts,
    }),
  ),
  unreported: z
    .array(z.strictObject({ stepId: z.string(), sellerId: z.string(), reason: z.string() }))
    .describe("buys whose sellers gave no figures"),
});

export const feedbackSchema = z.array(
  z.strictObject({
    mediaBuyId: z.string(),
    sellerId: z.string(),
    period,
    performanceIndex: z.number().describe("1 is as planned, above 1 is better"),
    formula: z.string(),
    standing: standing.describe("of the step that tells the seller"),
  }),
);
