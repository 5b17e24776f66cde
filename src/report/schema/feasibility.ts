import { z } from "zod";
import { texts } from "./shared.ts";

export const feasibilitySchema = z
  .array(
    z.strictObject({
      check: z.enum(["impressions", "people", "price"]),
      result: z
        .enum(["holds", "doubtful", "contradicts"])
        .describe(
          "doubtful: against a usual price or a dated count of people; contradicts: by the brief's own limits",
        ),
      text: z.string(),
      remedies: texts.describe("what would make it hold, each alone"),
    }),
  )
  .describe("what the brief's figures say of one another, before any seller was asked; blocks nothing");
