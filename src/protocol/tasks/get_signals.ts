import { z } from "zod";
import { fields } from "../../lib/described.ts";
import { accountReferenceSchema } from "../records/account.ts";
import { deploymentTargetSchema, signalSchema } from "../records/signal.ts";
import { defineRead } from "./task.ts";

export const get_signals = defineRead({
  name: "get_signals",
  servedBy: ["signals"],
  access: "per-seller",
  timeoutMs: 120_000,
  summary: "Audience signals that answer a description, with price, coverage and where they are live.",
  request: {
    /** The public standard's alone: the account whose prices and signals are asked for. */
    account: accountReferenceSchema.optional(),
    signal_spec: z.string().min(1).max(5_000),
    deliver_to: fields({
      deployments: z.array(deploymentTargetSchema).min(1),
      countries: z.array(z.string().length(2)).min(1),
    }),
    filters: fields({
      catalog_types: z.array(z.enum(["marketplace", "custom", "owned"])).optional(),
      data_providers: z.array(z.string()).optional(),
      max_cpm: z.number().nonnegative().optional(),
      min_coverage_percentage: z.number().min(0).max(100).optional(),
    }).optional(),
    max_results: z.number().int().positive().max(1000).optional(),
  },
  response: { signals: z.array(signalSchema) },
});
