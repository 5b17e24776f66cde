import { z } from "zod";
import { accountReferenceSchema } from "../records/account.ts";
import { deploymentSchema, deploymentTargetSchema } from "../records/signal.ts";
import { defineMutation } from "./task.ts";

export const activate_signal = defineMutation({
  name: "activate_signal",
  servedBy: ["signals"],
  timeoutMs: 60_000,
  summary: "Make a signal usable at platforms or agents. May take hours to be live.",
  request: {
    signal_agent_segment_id: z.string().min(1),
    destinations: z.array(deploymentTargetSchema).min(1),
    account: accountReferenceSchema.optional(),
    /** The price that was quoted, where the agent names its prices; the public standard's. */
    pricing_option_id: z.string().min(1).optional(),
  },
  response: {
    deployments: z.array(deploymentSchema).optional(),
    errors: z.array(z.looseObject({ code: z.string(), message: z.string().optional() })).optional(),
  },
});
