import { z } from "zod";
import { each, eachLoose, looseFields } from "../../lib/described.ts";
import { creativeManifestSchema, formatIdSchema } from "../records/creative.ts";
import { defineRead } from "./task.ts";

const inputs = each({ name: z.string().min(1), macros: z.record(z.string(), z.string()).optional() });

const previewSchema = looseFields({
  preview_id: z.string().optional(),
  preview_url: z.string().optional(),
  preview_html: z.string().optional(),
});

/** `single` wants `format_id` and `creative_manifest`; `batch` wants `requests`, each with a manifest of its own. */
export const preview_creative = defineRead({
  name: "preview_creative",
  servedBy: ["creative"],
  access: "per-seller",
  timeoutMs: 30_000,
  summary: "Show what creatives look like, as addresses or as HTML. Previews end at expires_at.",
  request: {
    request_type: z.enum(["single", "batch"]),
    format_id: formatIdSchema.optional(),
    creative_manifest: creativeManifestSchema.optional(),
    inputs: inputs.optional(),
    requests: each({
      format_id: formatIdSchema.optional(),
      creative_manifest: creativeManifestSchema,
      inputs: inputs.optional(),
    })
      .min(1)
      .max(50)
      .optional(),
    output_format: z.enum(["url", "html"]).optional(),
  },
  response: {
    previews: z.array(previewSchema).optional(),
    /** Batch: one for each request, in its order. */
    results: eachLoose({
      success: z.boolean(),
      previews: z.array(previewSchema).optional(),
      error: looseFields({ code: z.string(), message: z.string().optional() }).optional(),
    }).optional(),
    expires_at: z.string().optional(),
  },
});
