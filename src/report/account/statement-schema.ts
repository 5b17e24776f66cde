import { z } from "zod";
import { moneySchema } from "../../lib/money.ts";
import { count, curve, each, fields, texts } from "../blocks/schema.ts";

const moneySums = {
  firstReported: moneySchema.optional().describe("spend as each day was first reported"),
  adjustment: moneySchema.optional().describe("what restatements changed of it"),
  spend: moneySchema
    .optional()
    .describe(
      "as it stands: first reported and adjustment; absent where none was reported, or all is reported as a whole in another month",
    ),
};

/** What was ordered, delivered and spent in a month. */
export const statementSchema = fields({
  version: z.literal(1),
  month: z.string().describe("for example 2027-01; days are of UTC"),
  rows: each({
    campaign: z.string(),
    name: z.string(),
    sellerId: z.string(),
    mediaBuyId: z.string(),
    packageId: z.string(),
    product: z.string(),
    from: z.string().describe("first day of the month on which it may run"),
    to: z.string(),
    ordered: fields({ budget: moneySchema, impressions: z.number().optional() }).describe(
      "what was ordered for each of these days, as the order stood on it, by its curve",
    ),
    idle: fields({ days: count, budget: moneySchema })
      .optional()
      .describe(
        "days on which we had it paused, and what the order had for that time: it is not in `ordered`",
      ),
    curve,
    delivered: count.optional().describe("impressions"),
    ...moneySums,
    asWhole: fields({ from: z.string(), to: z.string() })
      .optional()
      .describe(
        "days that its seller reports as a whole, counted in the month of the last one: for this month it reports no figures of its own",
      ),
    due: moneySchema
      .optional()
      .describe(
        "what the order wanted of the days of which spend was reported; where we changed it, what of that comes nearest to the spend",
      ),
    variance: z.number().optional().describe("spend over due, less 1"),
    flagged: z.boolean().optional().describe("the variance is more than a tenth"),
    days: count.describe("days that were reported"),
    finalDays: count.describe("of them, days that are not restated any more"),
    open: texts.describe("why its books are not closed; empty where they are"),
  }).describe("a row for each package"),
  totals: each({
    currency: z.string(),
    rows: count,
    open: count,
    ordered: moneySchema,
    ...moneySums,
  }).describe("by currency, never added across; `open` counts rows whose books are not closed"),
});
export type Statement = z.infer<typeof statementSchema>;
