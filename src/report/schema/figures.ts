import { z } from "zod";
import { moneySchema } from "../../lib/money.ts";
import { count, range, texts } from "./shared.ts";

/** How good a split of the budget is, and who found it. */
export const proofSchema = z.strictObject({
  solver: z.enum(["highs", "greedy"]),
  outcome: z
    .enum(["optimal", "limit", "heuristic"])
    .describe("limit: the best that was found in the time; heuristic: without a bound"),
  gap: z.number().optional().describe("how much better a plan could at most be, 0 to 1"),
  nextThousand: z.string().optional().describe("what 1,000 more of the brief's currency would buy"),
  note: z.string().optional(),
});

/** Bounds, for want of knowing who is reached twice: never one figure. */
export const reachSchema = z.strictObject({
  low: z.number(),
  independent: z.number(),
  high: z.number(),
  assumption: z.string(),
  without: texts.describe("lines that tell no reach and are not in it, by slot"),
});

export const curveSchema = z
  .strictObject({
    basis: z.enum(["forecast", "price"]).describe("forecast: the seller's points; price: expected price"),
    points: z.array(z.strictObject({ amount: z.number(), impressions: z.number() })),
  })
  .describe("amounts in minor units of the brief's currency, rising; beyond the last nothing is known");

export const scenariosSchema = z.array(
  z.strictObject({
    name: z.string(),
    change: z.string().describe("what of the brief is otherwise"),
    total: moneySchema,
    lines: count,
    sellers: count,
    expectedImpressions: range,
    reach: reachSchema.optional(),
    proof: proofSchema.optional(),
    differences: texts.describe("against the plan"),
  }),
);
