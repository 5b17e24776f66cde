import { z } from "zod";
import { eachLoose } from "../../lib/described.ts";
import { defineRead } from "./task.ts";

export const get_plan_audit_logs = defineRead({
  name: "get_plan_audit_logs",
  servedBy: ["governance"],
  timeoutMs: 10_000,
  summary:
    "Every check and outcome that the governance agent has recorded for a plan, or for all of the caller's.",
  request: { plan_id: z.string().min(1).optional(), limit: z.int().min(1).max(1000).optional() },
  response: {
    entries: eachLoose({
      timestamp: z.string().optional(),
      actor: z.string().optional(),
      action: z.string(),
      // The contract leaves its shape open: fields, or a text that names them.
      details: z.unknown().optional(),
      reason: z.string().optional(),
      conditions: eachLoose({
        field: z.string(),
        required_value: z.unknown().optional(),
        reason: z.string(),
      }).optional(),
    }),
  },
});
