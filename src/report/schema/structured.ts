import { z } from "zod";
import { moneySchema } from "../../lib/money.ts";
import { count, range } from "./shared.ts";

const pricing = z
  .strictObject({
    pricing_option_id: z.string(),
    pricing_model: z.string().describe("as the seller calls it"),
    currency: z.string().describe("ISO 4217, the seller's"),
    auction: z.boolean(),
    price: moneySchema.optional().describe("fixed price or floor, integer minor units"),
    bid: moneySchema.optional().describe("what would be bid in an auction, integer minor units"),
    minimum_spend: moneySchema.optional().describe("of one package, integer minor units"),
    cpm: range
      .optional()
      .describe("1,000 impressions in minor units of the brief's currency, not always whole"),
  })
  .describe("amounts are integer minor units with their currency");

const candidate = z.strictObject({
  seller_id: z.string(),
  product_id: z.string(),
  name: z.string().describe("the seller's words"),
  channels: z.array(z.string()),
  delivery_type: z.string().optional().describe("as the seller calls it; absent where it does not say"),
  pricing,
  eligible: z.boolean().describe("whether it may be bought"),
  rank: count.optional().describe("1 is best; absent where it may not be bought"),
  score: z.number().optional().describe("0 to 100"),
  format_ids: z
    .array(
      z.strictObject({
        agent_url: z.string(),
        id: z.string(),
        creative: z.enum(["ready", "rejected", "missing"]).describe("whether a creative at hand fits it"),
      }),
    )
    .describe("creative formats that it accepts"),
  audience_activation: z
    .array(z.strictObject({ signal_id: z.string(), name: z.string().describe("the agent's words") }))
    .describe(
      "audience signals that can be activated at its seller; empty where the brief names no audience",
    ),
});

export const candidatesSchema = z
  .array(candidate)
  .describe("every offer of every seller with a price, the best first, then those that may not be bought");

export const shortlistSchema = z
  .array(
    candidate
      .pick({ seller_id: true, product_id: true, name: true, delivery_type: true, pricing: true })
      .extend({ rank: count, score: z.number() }),
  )
  .describe("the best offer of each seller that may be bought from, the best first");

export const budgetReconciliationSchema = z
  .strictObject({
    budget: moneySchema,
    committed_spend: moneySchema.describe("bought, or sent and not answered yet"),
    planned_not_committed: moneySchema.describe(
      "planned and not bought: not sent, held, refused, failed, or lowered by a condition",
    ),
    unallocated: moneySchema.describe("in no line of the plan"),
    remaining: moneySchema.describe("budget less committed_spend"),
    by_seller: z
      .array(z.strictObject({ seller_id: z.string(), committed_spend: moneySchema }))
      .describe("adds up to committed_spend"),
  })
  .describe(
    "integer minor units of the brief's currency; committed_spend + planned_not_committed + unallocated = budget",
  );
