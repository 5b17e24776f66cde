import { z } from "zod";
import { lenient, looseFields } from "../../lib/described.ts";
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
    request_signing: looseFields({ supported: z.boolean() }).optional(),
    idempotency: looseFields({
      supported: z.boolean(),
      replay_ttl_seconds: z.number().int().positive().optional(),
    }).optional(),
    /** Publishers whose properties a seller offers. */
    publisher_domains: lenient(z.array(z.string())),
    /** How a seller keeps accounts: with `require_operator_auth` it gives the ids, with `account_financials` it says what is left. */
    account: lenient(
      looseFields({
        require_operator_auth: z.boolean().optional(),
        account_financials: lenient(z.boolean()),
      }),
    ),
    /** Days over which a governance agent adds up what a plan commits; absent where it checks each call alone. */
    governance: lenient(
      looseFields({ aggregation_window_days: z.number().int().min(1).max(365).optional() }),
    ),
    /** What a sales agent of the public standard says of its orders: what they can be targeted by, and whether it caps. */
    media_buy: lenient(
      looseFields({
        execution: looseFields({ targeting: looseFields({}).optional() }).optional(),
        features: looseFields({
          property_list_filtering: z.boolean().optional(),
          /** Not among those that the public standard lists, which leaves room for others. */
          collection_list_filtering: z.boolean().optional(),
        }).optional(),
        frequency_capping: looseFields({}).optional(),
        /** Tasks of release 3.2 that it serves: none is inferred from another, or from a release. */
        lifecycle_tools: z.array(z.string()).optional(),
        /** What of a proposal it negotiates: nothing but words where that is empty; not known where it is absent. */
        proposal_refinement: lenient(looseFields({ supported_dimensions: lenient(z.array(z.string())) })),
        /** What it takes beside a brief: `refine`, `wholesale`. */
        buying_modes: z.array(z.string()).optional(),
      }),
    ),
    /** Releases of the public standard that it supports. */
    adcp: lenient(looseFields({ supported_versions: z.array(z.string()).optional() })),
    /** Specialisms of the public standard, as `collection-lists`. */
    specialisms: lenient(z.array(z.string())),
    /** Whether an order has a place for audience signals in the agent's dialect; the contract's has. */
    orders_signals: z.boolean().optional(),
    /** Whether offers are asked for in words there. */
    takes_briefs: z.boolean().optional(),
    supported_tasks: z.array(z.string()).optional(),
  },
});
