import { z } from "zod";
import { creativeFormatSchema, formatIdSchema, formatTypeSchema } from "../records/creative.ts";
import { defineRead } from "./task.ts";

export const list_creative_formats = defineRead({
  name: "list_creative_formats",
  servedBy: ["sales", "creative"],
  access: "public",
  timeoutMs: 10_000,
  summary: "Creative formats that this agent accepts or builds.",
  request: {
    type: formatTypeSchema.optional(),
    /** Older, and the only way to ask for several types at once. */
    format_types: z.array(formatTypeSchema).min(1).optional(),
    format_ids: z.array(formatIdSchema).optional(),
    asset_types: z.array(z.string()).optional(),
    max_width: z.number().int().positive().optional(),
    max_height: z.number().int().positive().optional(),
    is_responsive: z.boolean().optional(),
    name_search: z.string().optional(),
  },
  response: {
    formats: z.array(creativeFormatSchema),
    creative_agents: z.array(z.looseObject({ agent_url: z.string() })).optional(),
  },
});
