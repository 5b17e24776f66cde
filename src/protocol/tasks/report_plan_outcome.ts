import { z } from "zod";
import { fields, looseFields } from "../../lib/described.ts";
import { amountSchema } from "../records/amount.ts";
import { defineMutation } from "./task.ts";

export const report_plan_outcome = defineMutation({
  name: "report_plan_outcome",
  servedBy: ["governance"],
  timeoutMs: 30_000,
  summary:
    "Tell the governance agent what became of an approved call: only this commits budget in its books.",
  request: {
    plan_id: z.string().min(1),
    check_id: z.string().min(1),
    outcome: z.enum(["completed", "failed"]),
    seller_response: fields({
      seller_reference: z.string().max(255).optional(),
      committed_budget: amountSchema.optional(),
      currency: z
        .string()
        .regex(/^[A-Z]{3}$/)
        .optional(),
    }).optional(),
    error: fields({ code: z.string(), message: z.string().max(256) }).optional(),
  },
  response: {
    outcome_id: z.string().optional(),
    outcome_state: z.string().optional(),
    plan_summary: looseFields({ total_committed: z.number(), budget_remaining: z.number() }).optional(),
  },
});
