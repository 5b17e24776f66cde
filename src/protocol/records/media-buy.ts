import { z } from "zod";
import { amountSchema } from "./amount.ts";
import { creativeSchema } from "./creative.ts";

/** What may be done with a buy now, as its seller says. */
export const buyActions = [
  "pause",
  "resume",
  "cancel",
  "update_budget",
  "update_dates",
  "update_packages",
  "add_packages",
  "sync_creatives",
] as const;
export type BuyAction = (typeof buyActions)[number];

/** A package to buy. `budget` and `bid_price` are plain numbers in the pricing option's currency. */
export const packageRequestSchema = z.strictObject({
  product_id: z.string().min(1),
  pricing_option_id: z.string().min(1),
  budget: amountSchema.positive(),
  buyer_ref: z.string().optional(),
  /** Required where the pricing option is an auction. */
  bid_price: amountSchema.positive().optional(),
  targeting_overlay: z.record(z.string(), z.unknown()).optional(),
  /** The public standard's words. */
  pacing: z.enum(["even", "asap", "front_loaded"]).optional(),
  creative_ids: z.array(z.string()).optional(),
  creatives: z.array(creativeSchema).optional(),
  /** What is counted, by whom and how far counts may differ; the public standard's. */
  performance_standards: z.array(z.record(z.string(), z.unknown())).optional(),
  measurement_terms: z.record(z.string(), z.unknown()).optional(),
  /** What its seller steers to; the public standard's. */
  optimization_goals: z.array(z.record(z.string(), z.unknown())).optional(),
});
export type PackageRequest = z.infer<typeof packageRequestSchema>;

export const packageSchema = z.looseObject({
  package_id: z.string().min(1),
  product_id: z.string().optional(),
  budget: z.number().optional(),
  pricing_option_id: z.string().optional(),
  buyer_ref: z.string().optional(),
});

/** A buy as its seller reports it. `status` is an open set: unknown values are kept and are not terminal. */
export const mediaBuyFields = {
  media_buy_id: z.string().min(1).optional(),
  status: z.string(),
  revision: z.number().int().optional(),
  packages: z.array(packageSchema).optional(),
  valid_actions: z.array(z.string()).optional(),
  task_id: z.string().optional(),
  buyer_ref: z.string().optional(),
  replayed: z.boolean().optional(),
  sandbox: z.boolean().optional(),
};
export const mediaBuySchema = z.looseObject(mediaBuyFields);
export type MediaBuy = z.infer<typeof mediaBuySchema>;
