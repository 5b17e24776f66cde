import { z } from "zod";
import { brandSchema } from "../records/account.ts";
import { defineRead } from "./task.ts";

export const get_brand_identity = defineRead({
  name: "get_brand_identity",
  servedBy: ["brand"],
  timeoutMs: 10_000,
  summary: "A brand's colours, logos, tone and visual guidelines.",
  request: { brand: brandSchema.optional(), brand_id: z.string().optional() },
  response: {
    colors: z.looseObject({}).optional(),
    logos: z.array(z.looseObject({ url: z.string() })).optional(),
    tone: z.looseObject({}).optional(),
    visual_guidelines: z.looseObject({}).optional(),
  },
});
