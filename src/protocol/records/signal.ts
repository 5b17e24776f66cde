import { z } from "zod";
import { fields, looseFields } from "../../lib/described.ts";

/** Where a signal is to be usable: at a platform, or at another agent. */
export const deploymentTargetSchema = z.union([
  fields({
    type: z.literal("platform"),
    platform: z.string().min(1),
    account: z.string().optional(),
  }),
  fields({ type: z.literal("agent"), agent_url: z.string().min(1), account: z.string().optional() }),
]);
export type DeploymentTarget = z.infer<typeof deploymentTargetSchema>;

export const activationKeySchema = z.union([
  looseFields({ type: z.literal("segment_id"), segment_id: z.string() }),
  looseFields({ type: z.literal("key_value"), key: z.string(), value: z.string() }),
]);

export const deploymentSchema = looseFields({
  /** platform, agent or another; an open set. */
  type: z.string(),
  platform: z.string().optional(),
  agent_url: z.string().optional(),
  is_live: z.boolean(),
  /** One of a kind that is not known here opens nothing. */
  activation_key: activationKeySchema.optional().catch(undefined),
  estimated_activation_duration_minutes: z.number().int().nonnegative().optional(),
  deployed_at: z.string().optional(),
});

const catalogueName = /^[a-zA-Z0-9_-]+$/;
const publisherDomain = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;

/** A signal by its name: in its data provider's own list, or at the agent that offers it. */
export const signalRefSchema = z.union([
  z.object({
    scope: z.literal("data_provider"),
    data_provider_domain: z.string().regex(publisherDomain),
    signal_id: z.string().regex(catalogueName),
  }),
  z.object({
    scope: z.literal("signal_source"),
    signal_source_url: z.url(),
    signal_id: z.string().regex(catalogueName),
  }),
]);
export type SignalRef = z.infer<typeof signalRefSchema>;

export const signalSchema = looseFields({
  signal_agent_segment_id: z.string().min(1),
  name: z.string(),
  description: z.string().default(""),
  /** marketplace, custom, owned or another; an open set. */
  signal_type: z.string().optional(),
  data_provider: z.string().optional(),
  /** The public standard's: binary, categorical or numeric. */
  value_type: z.string().optional().catch("unknown"),
  /** The public standard's. What cannot be read names nothing. */
  signal_ref: signalRefSchema.optional().catch(undefined),
  coverage_percentage: z.number().optional(),
  deployments: z.array(deploymentSchema).default([]),
  pricing: looseFields({
    cpm: z.number(),
    currency: z.string(),
    /** Which of an agent's prices this is; the public standard's. What cannot be read names none. */
    pricing_option_id: z.string().min(1).optional().catch(undefined),
  }).optional(),
});
