import { z } from "zod";
import { moneySchema } from "../../lib/money.ts";
import { count, texts } from "./shared.ts";

export const signalsSchema = z.strictObject({
  agents: z.array(
    z.strictObject({
      id: z.string(),
      result: z.enum(["answered", "late", "failed"]),
      signals: count,
      reason: z.string().optional(),
    }),
  ),
  candidates: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string().describe("agent's words"),
      description: z.string(),
      type: z.string().optional(),
      provider: z.string().optional(),
      coverage: z.number().optional().describe("0 to 1 of the agent's population"),
      price: moneySchema.optional().describe("of 1,000 impressions, agent's currency"),
      cpm: z.number().optional().describe("the same in minor units of the brief's currency"),
      sellers: texts.describe("where it can be made usable"),
      chosenFor: texts.describe("sellers whose packages the plan targets with it"),
    }),
  ),
  choices: z
    .array(
      z.strictObject({
        sellerId: z.string(),
        signalId: z.string().optional(),
        name: z.string().optional(),
        reason: z.string(),
        cost: moneySchema.describe("kept back for data, brief's currency"),
        standing: z
          .enum(["none", "planned", "waiting", "live", "without"])
          .describe("live: in the targeting of the seller's packages; without: bought without it"),
        standingReason: z.string().optional(),
        targeted: z.array(
          z.strictObject({
            slot: z.string(),
            echoed: z
              .boolean()
              .optional()
              .describe(
                "whether the seller's answer repeats the targeting: some ignore what they do not know; absent until it confirms",
              ),
          }),
        ),
      }),
    )
    .describe("one for each seller that is bought from"),
});
