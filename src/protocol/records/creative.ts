import { z } from "zod";

/** A creative format: always the pair of the agent that defines it and its id there. */
export const formatIdSchema = z.looseObject({ agent_url: z.string().min(1), id: z.string().min(1) });
export type FormatId = z.infer<typeof formatIdSchema>;

export const assetSchema = z.looseObject({
  asset_type: z.enum(["image", "video", "audio", "text", "html", "javascript", "url"]),
  url: z.string().optional(),
  /** Pixels. */
  width: z.number().int().positive().optional(),
  height: z.number().int().positive().optional(),
  duration_ms: z.number().int().positive().optional(),
  content: z.string().optional(),
});

export const creativeSchema = z.looseObject({
  creative_id: z.string().min(1),
  name: z.string().min(1),
  format_id: formatIdSchema,
  assets: z.record(z.string(), assetSchema),
});
export type Creative = z.infer<typeof creativeSchema>;

/** A creative without identity: a format and its assets, ready for preview or sync. */
export const creativeManifestSchema = z.looseObject({
  format_id: formatIdSchema,
  assets: z.record(z.string(), z.looseObject({ asset_type: z.string().optional() })),
});
export type CreativeManifest = z.infer<typeof creativeManifestSchema>;

export const formatTypeSchema = z.enum(["video", "display", "audio", "dooh"]);

/** A creative format as its agent defines it: the assets that it takes and, in pixels and milliseconds, what they fill. */
export const creativeFormatSchema = z.looseObject({
  format_id: formatIdSchema,
  name: z.string(),
  type: formatTypeSchema.optional(),
  assets_required: z.array(z.looseObject({ asset_id: z.string(), asset_type: z.string() })).optional(),
  renders: z.array(z.looseObject({})).optional(),
});
export type CreativeFormat = z.infer<typeof creativeFormatSchema>;
