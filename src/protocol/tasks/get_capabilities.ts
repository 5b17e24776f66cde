import { z } from "zod";
import { capabilitiesTask } from "./names.ts";
import { defineRead } from "./task.ts";

export const get_capabilities = defineRead({
  name: capabilitiesTask,
  servedBy: ["sales", "creative", "signals", "governance", "brand"],
  access: "public",
  timeoutMs: 10_000,
  summary: "What this agent can do: idempotency, request signing, tasks.",
  request: {},
  response: {
    request_signing: z.looseObject({ supported: z.boolean() }).optional(),
    idempotency: z
      .looseObject({ supported: z.boolean(), replay_ttl_seconds: z.number().int().positive().optional() })
      .optional(),
    /** Publishers whose properties a seller offers. */
    publisher_domains: z.array(z.string()).optional().catch(undefined),
    /** How a seller keeps accounts: with `require_operator_auth` it gives the ids. */
    account: z.looseObject({ require_operator_auth: z.boolean().optional() }).optional().catch(undefined),
    /** Days over which a governance agent adds up what a plan commits; absent where it checks each call alone. */
    governance: z
      .looseObject({ aggregation_window_days: z.number().int().min(1).max(365).optional() })
      .optional()
      .catch(undefined),
    /** What a sales agent of the public standard says of its orders: what they can be targeted by, and whether it caps. */
    media_buy: z
      .looseObject({
        execution: z.looseObject({ targeting: z.looseObject({}).optional() }).optional(),
        features: z
          .looseObject({
            property_list_filtering: z.boolean().optional(),
            /** Not among those that the public standard lists, which leaves room for others. */
            collection_list_filtering: z.boolean().optional(),
          })
          .optional(),
        frequency_capping: z.looseObject({}).optional(),
        /** Tasks of release 3.2 that it serves: none is inferred from another, or from a release. */
        lifecycle_tools: z.array(z.string()).optional(),
        /** What it takes beside a brief: `refine`, `wholesale`. */
        buying_modes: z.array(z.string()).optional(),
      })
      .optional()
      .catch(undefined),
    /** Releases of the public standard that it supports. */
    adcp: z
      .looseObject({ supported_versions: z.array(z.string()).optional() })
      .optional()
      .catch(undefined),
    /** Specialisms of the public standard, as `collection-lists`. */
    specialisms: z.array(z.string()).optional().catch(undefined),
    /** Whether an order has a place for audience signals in the agent's dialect; the contract's has. */
    orders_signals: z.boolean().optional(),
    /** Whether offers are asked for in words there. */
    takes_briefs: z.boolean().optional(),
    supported_tasks: z.array(z.string()).optional(),
  },
});
