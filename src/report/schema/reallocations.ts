import { z } from "zod";
import { moneySchema } from "../../lib/money.ts";
import { range, standing } from "./shared.ts";

export const reallocationsSchema = z
  .array(
    z.strictObject({
      id: z.string(),
      decidedAt: z.string().describe("UTC, ISO 8601"),
      why: z.string(),
      moved: moneySchema.describe("what changes hands, in the brief's currency"),
      outcome: z.string().describe("what counts as an outcome"),
      gain: range.describe("outcomes expected more until the end of the flight, and between what with 80 %"),
      moves: z.array(
        z.strictObject({
          slot: z.string().describe("line of the plan"),
          from: moneySchema.describe("budget over the whole flight before"),
          to: moneySchema.describe("budget that was decided"),
          gain: z.number().describe("outcomes expected more of this line; less where below 0"),
          standing: standing.describe("of the step that makes it; done: seen in the seller's books"),
          made: moneySchema.optional().describe("the budget that was read back"),
        }),
      ),
      observed: z
        .strictObject({
          start: z.string(),
          end: z.string(),
          gain: z
            .number()
            .describe("outcomes more than the old budgets would have brought, by the plan's curves"),
          expected: z.number().describe("part of the expected gain that falls on these days"),
        })
        .optional()
        .describe("absent until days after the moves are told and counted"),
      reverts: z.string().optional().describe("the reallocation that it takes back"),
      askedBy: z.array(z.string()).optional(),
    }),
  )
  .describe("decisions that move money between lines, in order; decisions to move nothing are left out");
