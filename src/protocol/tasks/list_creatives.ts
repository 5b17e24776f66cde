import { z } from "zod";
import { creativeSchema } from "../records/creative.ts";
import { defineRead } from "../task.ts";

export const list_creatives = defineRead({
  name: "list_creatives",
  servedBy: ["sales"],
  access: "authenticated",
  timeoutMs: 10_000,
  summary: "The caller's creatives in the seller's library.",
  request: {
    filters: z
      .strictObject({
        status: z.array(z.string()).optional(),
        format_types: z.array(z.string()).optional(),
      })
      .optional(),
    limit: z.number().int().positive().max(1000).optional(),
  },
  response: { creatives: z.array(creativeSchema) },
});
