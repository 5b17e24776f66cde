import { z } from "zod";
import { itemResults } from "../../campaign/admin/item-results.ts";
import type { StepState } from "../../campaign/model/state/state.ts";
import { cleanText } from "../../lib/clean-text.ts";
import type { Described } from "../../lib/described.ts";
import type { PlannedCall } from "./campaign-output.ts";

const itemSchema = z.strictObject({
  item: z.string().describe("id as the file names it"),
  status: z.enum(["done", "waiting", "failed", "open"]).describe("open: nothing was sent"),
  detail: z.string().describe("the seller's words, or why nothing was sent"),
});

/** What one seller made of a file. */
const resultSchema = z.strictObject({
  seller: z.string(),
  campaign: z
    .string()
    .describe("id of this change in the ledger; the same file at the same seller has the same"),
  task: z.string(),
  step: z.string().optional(),
  status: z.string().describe("status of the step; planned in a dry run"),
  before: z.boolean().describe("true where it had been done by an earlier call and nothing was sent now"),
  reason: z.string().optional(),
  arguments: z.record(z.string(), z.unknown()).optional().describe("dry run only: what would be sent"),
  localVerdict: z.string().optional().describe("dry run only: what the local policies say"),
  items: z.array(itemSchema),
});
export type AdminTaskResult = Described<typeof resultSchema>;

/** What `accounts sync`, `audiences sync`, `catalogs sync` and `events log` print with `--json`. */
export const adminTaskOutputSchema = z.strictObject({
  command: z.enum(["accounts sync", "audiences sync", "catalogs sync", "events log"]),
  executed: z.boolean().describe("false where no change was made at any agent"),
  results: z.array(resultSchema),
});
export type AdminTaskOutput = Described<typeof adminTaskOutputSchema>;

/** The result of a step that was performed, now or `before`. */
export function resultOf(campaign: string, state: StepState, before: boolean): AdminTaskResult {
  const { step, status, reason } = state;
  return {
    seller: step.agentId,
    campaign,
    task: step.task,
    step: step.id,
    status,
    before,
    ...(reason === undefined || status === "done" ? {} : { reason: cleanText(reason, 600) }),
    items: itemResults(state).map((one) => ({ ...one, detail: cleanText(one.detail, 300) })),
  };
}

export function plannedResult(
  campaign: string,
  call: PlannedCall,
  items: readonly string[],
): AdminTaskResult {
  return {
    seller: call.agent,
    campaign,
    task: call.task,
    step: call.stepId,
    status: "planned",
    before: false,
    ...(call.reasons.length > 0 ? { reason: call.reasons.join("; ") } : {}),
    arguments: call.arguments,
    localVerdict: call.localVerdict,
    items: items.map((item) => ({ item, status: "open", detail: "not sent: a dry run" })),
  };
}
