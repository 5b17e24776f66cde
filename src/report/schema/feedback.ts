import { z } from "zod";
import { moneySchema } from "../../lib/money.ts";
import { count, period, standing } from "./shared.ts";

const about = {
  mediaBuyId: z.string(),
  packageId: z.string().optional().describe("absent: the buy as a whole"),
  sellerId: z.string(),
  period,
};

const inputs = z
  .strictObject({
    source: z.enum(["buyer", "seller"]).describe("who counted"),
    metric: z.string(),
    days: z.array(z.strictObject({ date: z.string(), outcomes: count, spend: moneySchema })),
    expectation: z
      .strictObject({ outcomes: z.number(), spend: moneySchema, basis: z.string() })
      .describe("so many outcomes were expected of so much spend"),
    priorOutcomes: z.number().describe("what the plan's word weighs, in outcomes"),
    dispersion: z.number().min(1).describe("how much more days differ than chance makes them"),
  })
  .describe(
    "index = (priorOutcomes + outcomes / dispersion) / (priorOutcomes + expected / dispersion), outcomes over all days, " +
      "expected = spend over all days * expectation.outcomes / expectation.spend",
  );

export const feedbackSchema = z.array(
  z.strictObject({
    ...about,
    performanceIndex: z.number().describe("1 is as planned, above 1 is better"),
    interval: z.strictObject({ low: z.number(), high: z.number() }).describe("holds the index with 90 %"),
    inputs,
    formula: z.string(),
    standing: standing.describe("of the step that tells the seller"),
    restatedIndex: z
      .number()
      .optional()
      .describe("what the index would be since days were restated; the seller is not told again"),
  }),
);

export const withheldFeedbackSchema = z
  .array(z.strictObject({ ...about, reason: z.string() }))
  .describe("packages and buys without an index for a period that is told, and why");

export const resultsSchema = z
  .strictObject({
    completeTo: z.string().optional().describe("the last UTC day of which the buyer has told everything"),
    restated: count.describe("earlier versions of results"),
    packages: z.array(
      z.strictObject({
        mediaBuyId: z.string(),
        packageId: z.string().optional(),
        sellerId: z.string(),
        type: z.string(),
        count,
        values: z.array(moneySchema).describe("one amount for each currency"),
      }),
    ),
    unplaced: z.array(z.strictObject({ id: z.string(), reason: z.string() })),
    untaken: z
      .array(z.strictObject({ sellerId: z.string(), id: z.string(), reason: z.string() }))
      .describe("results that a seller was told of and did not take"),
  })
  .describe("what the buyer counted itself, apart from sellers' figures");
