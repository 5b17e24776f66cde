import { z } from "zod";
import { exchangeTableSchema } from "../lib/exchange.ts";
import { reconciliationSchema, shortfallsSchema } from "./schema/account.ts";
import { feasibilitySchema } from "./schema/feasibility.ts";
import { feedbackSchema, resultsSchema, withheldFeedbackSchema } from "./schema/feedback.ts";
import { scenariosSchema } from "./schema/figures.ts";
import { headlineSchema } from "./schema/headline.ts";
import { briefSchema, offerSchema, sellerSchema } from "./schema/market.ts";
import { preflightSchema } from "./schema/preflight.ts";
import { creativesSchema, planSchema, stepSchema } from "./schema/purchase.ts";
import { readingsSchema } from "./schema/readings.ts";
import { reallocationsSchema } from "./schema/reallocations.ts";
import { deliverySchema } from "./schema/results.ts";
import { count } from "./schema/shared.ts";
import { signalsSchema } from "./schema/signals.ts";

export type { Standing } from "./schema/shared.ts";

const schema = z.strictObject({
  version: z.literal(1),
  campaign: z.strictObject({
    id: z.string(),
    sequence: count.describe("sequence of the last event that the report knows"),
    begunAt: z.string().optional(),
    ended: z.string().optional(),
    governancePlanId: z.string().optional(),
  }),
  currency: z.string().optional().describe("the brief's: that of `cpm` and of everything compared"),
  headline: headlineSchema,
  brief: briefSchema.optional(),
  feasibility: feasibilitySchema.optional(),
  sellers: z.array(sellerSchema),
  offers: z.array(offerSchema).describe("ranked offers first, then those that may not be bought"),
  firstPlace: z.string().optional().describe("for which weights of the ranking the same offer stands first"),
  signals: signalsSchema,
  readings: readingsSchema.optional(),
  plan: planSchema.optional(),
  scenarios: scenariosSchema.optional(),
  preflight: preflightSchema.optional(),
  steps: z.array(stepSchema).describe("in the order in which they were proposed"),
  creatives: creativesSchema,
  delivery: deliverySchema,
  results: resultsSchema.optional(),
  feedback: feedbackSchema,
  reallocations: reallocationsSchema.optional(),
  shortfalls: shortfallsSchema.optional(),
  reconciliation: reconciliationSchema.optional(),
  withheldFeedback: withheldFeedbackSchema,
  policies: z.array(
    z.strictObject({ file: z.string(), digest: z.string().describe("SHA-256 of the file's text") }),
  ),
  exchange: exchangeTableSchema.optional(),
});

type DeepReadonly<T> = T extends (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

export type Report = DeepReadonly<z.infer<typeof schema>>;

/** The report as JSON. Amounts are integer minor units with their currency; instants are UTC, ISO 8601. */
export const reportSchema: z.ZodType<Report> = schema;
