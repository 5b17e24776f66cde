import { z } from "zod";
import { moneySchema } from "../../lib/money.ts";
import { count, period, range, texts } from "./shared.ts";

export const briefSchema = z.strictObject({
  name: z.string(),
  brand: z.string(),
  objective: z.string(),
  budget: moneySchema,
  flight: period,
  countries: texts,
  channels: texts,
  audience: z.string().optional(),
  kpi: z.strictObject({ metric: z.string(), target: z.number() }).optional(),
  limits: texts.describe("each hard limit as a sentence"),
  message: z.string().optional(),
  creatives: texts,
  questions: z.array(z.strictObject({ field: z.string(), text: z.string() })),
});

const authorisationSchema = z
  .strictObject({ standing: z.enum(["authorised", "not-authorised", "unknown"]), reason: z.string() })
  .describe("what the publishers' adagents.json say of the seller");

export const sellerSchema = z.strictObject({
  id: z.string(),
  channels: texts,
  eligible: z.boolean(),
  authorisation: authorisationSchema.optional(),
  notes: texts.describe("why not eligible, or what to know"),
  quote: z
    .strictObject({
      result: z.enum(["answered", "late", "failed"]),
      elapsedMs: z.number(),
      products: count,
      unpriced: count,
      reason: z.string().optional(),
      refined: z.string().optional().describe("what asking it once more brought"),
    })
    .optional(),
  offers: count,
  bestCpm: z
    .number()
    .optional()
    .describe("lowest expected price of 1,000 impressions, minor units of the brief's currency"),
  planned: moneySchema.optional(),
  share: z.number().describe("0 to 1 of the planned total"),
});

export const offerSchema = z.strictObject({
  id: z.string(),
  rank: z
    .number()
    .int()
    .positive()
    .optional()
    .describe("1 is best; absent where the offer may not be bought"),
  sellerId: z.string(),
  product: z.string().describe("seller's words"),
  channels: texts,
  deliveryType: z.string().optional(),
  pricingModel: z.string(),
  auction: z.boolean(),
  price: moneySchema.optional().describe("fixed price or floor, seller's currency"),
  bid: moneySchema.optional(),
  minimumSpend: moneySchema.optional(),
  cpm: range.optional().describe("price of 1,000 impressions, minor units of the brief's currency"),
  impressions: range.optional(),
  authorisation: authorisationSchema.optional(),
  assumptions: texts.describe("what stands between the seller's price and `cpm`"),
  missing: texts,
  gate: z.enum(["pass", "fail", "unknown"]).optional(),
  gateReasons: texts,
  score: z.number().optional().describe("0 to 100"),
  parts: z.array(
    z.strictObject({
      criterion: z.string(),
      value: z.number().describe("0 to 1"),
      weight: z.number().describe("points that a value of 1 would bring"),
      points: z.number().describe("value times weight"),
      reason: z.string(),
    }),
  ),
  whatIf: z.string().optional().describe("at what price it would pass or stand first, all else as it is"),
  inPlan: z.boolean(),
});
