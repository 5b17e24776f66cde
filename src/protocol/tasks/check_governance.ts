import { z } from "zod";
import { amountSchema } from "../records/amount.ts";
import { defineRead } from "./task.ts";

/** A person's approval that is shown to the governance agent after it asked for one. */
const humanApproval = z.strictObject({ approver: z.string().min(1), approved_at: z.iso.datetime() });

/** Changes nothing at the governance agent: it answers for one set of arguments and reserves no budget. */
export const check_governance = defineRead({
  name: "check_governance",
  servedBy: ["governance"],
  timeoutMs: 30_000,
  summary: "May this task be called with exactly these arguments? Approval is a signed token.",
  request: {
    plan_id: z.string().min(1),
    caller: z.string().min(1),
    tool: z.string().min(1),
    payload: z.record(z.string(), z.unknown()),
    /** The agent that the call is for. */
    target_agent: z.string().optional(),
    /** What the call may bind beyond what is bound already, in the agent's currency; 0 for what costs nothing. */
    proposed_commitment: z.strictObject({ amount: amountSchema, currency: z.string() }).optional(),
    /** What an acceptance accepts: its digest is verified there too. */
    proposal: z.record(z.string(), z.unknown()).optional(),
    human_approval: humanApproval.optional(),
  },
  response: {
    check_id: z.string().optional(),
    /** approved, denied, conditions or escalated. Anything else approves nothing. */
    verdict: z.string(),
    explanation: z.string().optional(),
    findings: z.array(z.looseObject({ severity: z.string().optional(), explanation: z.string() })).optional(),
    conditions: z
      .array(z.looseObject({ field: z.string(), required_value: z.unknown().optional(), reason: z.string() }))
      .optional(),
    expires_at: z.string().optional(),
    governance_context: z.string().max(4096).optional(),
  },
});
