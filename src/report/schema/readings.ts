import { z } from "zod";

export const readingsSchema = z
  .array(
    z.strictObject({
      sellerId: z.string(),
      productId: z.string(),
      product: z.string().describe("seller's words"),
      aspects: z.array(
        z.strictObject({
          aspect: z.enum(["audience", "surroundings", "objective"]),
          fit: z.enum(["strong", "some", "none", "unclear"]),
          quote: z.string().optional().describe("seller's words that show it"),
        }),
      ),
      by: z.string().describe("model, prompt and the beginning of the prompt's SHA-256"),
    }),
  )
  .describe("what a model made of products' words: beside the ranking, nothing is made of it");
