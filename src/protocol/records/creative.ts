import { z } from "zod";
import { eachLoose, looseFields } from "../../lib/described.ts";

/** A creative format: always the pair of the agent that defines it and its id there. */
export const formatIdSchema = looseFields({ agent_url: z.string().min(1), id: z.string().min(1) });
export type FormatId = z.infer<typeof formatIdSchema>;
/** Before a kind of format of the public standard's own, where an agent's address would stand. */
export const kindPrefix = "urn:format-kind:";

const assetFields = {
  url: z.string().optional(),
  /** Pixels. */
  width: z.number().int().positive().optional(),
  height: z.number().int().positive().optional(),
  duration_ms: z.number().int().positive().optional(),
  content: z.string().optional(),
};

export const assetTypes = ["image", "video", "audio", "text", "html", "javascript", "url"] as const;

export const assetSchema = looseFields({ asset_type: z.enum(assetTypes), ...assetFields });

export const creativeSchema = looseFields({
  creative_id: z.string().min(1),
  name: z.string().min(1),
  format_id: formatIdSchema,
  assets: z.record(z.string(), assetSchema),
});
export type Creative = z.infer<typeof creativeSchema>;

/** What a creative is generated from where it has no assets yet. */
export const promotedOfferingsSchema = looseFields({
  brand_manifest: looseFields({ url: z.url() }).optional(),
  inline_offerings: eachLoose({ name: z.string().min(1), description: z.string().optional() }).optional(),
});

/**
 * A creative without identity: a format and its assets, ready for preview or sync. For pure generation the assets hold
 * `promoted_offerings` alone.
 */
export const creativeManifestSchema = looseFields({
  format_id: formatIdSchema,
  assets: z.record(z.string(), looseFields({ asset_type: z.string().optional(), ...assetFields })).refine(
    (assets) => {
      const offerings = assets["promoted_offerings"];
      return offerings === undefined || promotedOfferingsSchema.safeParse(offerings).success;
    },
    { path: ["promoted_offerings"], message: "a brand_manifest with a url, and named inline_offerings" },
  ),
});
export type CreativeManifest = z.infer<typeof creativeManifestSchema>;

export const formatTypeSchema = z.enum(["video", "display", "audio", "dooh"]);

/** A creative format as its agent defines it: the assets that it takes and, in pixels and milliseconds, what they fill. */
export const creativeFormatSchema = looseFields({
  format_id: formatIdSchema,
  name: z.string(),
  /** Of another kind it is as one that says none. */
  type: formatTypeSchema.optional().catch(undefined),
  assets_required: eachLoose({
    asset_id: z.string(),
    asset_type: z.string(),
    required: z.boolean().optional(),
  }).optional(),
  renders: eachLoose({
    role: z.string().optional(),
    dimensions: looseFields({ width: z.number(), height: z.number() }).optional(),
    duration_ms: z.number().optional(),
  }).optional(),
  is_responsive: z.boolean().optional(),
});
export type CreativeFormat = z.infer<typeof creativeFormatSchema>;
