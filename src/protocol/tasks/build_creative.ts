import { z } from "zod";
import { accountReferenceSchema, brandSchema } from "../records/account.ts";
import { creativeManifestSchema, formatIdSchema } from "../records/creative.ts";
import { defineMutation } from "./task.ts";

export const build_creative = defineMutation({
  name: "build_creative",
  servedBy: ["creative"],
  access: "per-seller",
  timeoutMs: 360_000,
  summary: "Build a creative from a message, from a manifest, or from both.",
  request: {
    message: z.string().max(10_000).optional(),
    creative_manifest: creativeManifestSchema.optional(),
    target_format_ids: z.array(formatIdSchema).min(1),
    brand: brandSchema.optional(),
    account: accountReferenceSchema.optional(),
  },
  response: {
    creative_manifest: creativeManifestSchema.optional(),
    /** One for each target format, where several were asked for. */
    creative_manifests: z.array(creativeManifestSchema).optional(),
    expires_at: z.string().optional(),
  },
});
