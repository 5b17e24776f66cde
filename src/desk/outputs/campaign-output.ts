import { z } from "zod";
import { isOnSandbox } from "../../campaign/model/derived/sandbox-mark.ts";
import type { CampaignState } from "../../campaign/model/state/state.ts";
import { basisOf } from "../../campaign/run/change-brief.ts";
import type { Waiting } from "../../campaign/run/waiting.ts";
import { noOperator, operatorOf } from "../../protocol/addresses/operator.ts";
import { makeReport, type Report, reportSchema } from "../../report/report.ts";
import { budgetReconciliationSchema, describeBudget } from "../../report/sections/money-summary.ts";
import {
  candidatesSchema,
  describeCandidates,
  shortlistOf,
  shortlistSchema,
  storyboardBudget,
  storyboardBudgetSchema,
} from "../../report/structured.ts";
import { orderedPackageSchema } from "./ordered-packages.ts";
import { orderSchema } from "./stop-output.ts";

export const waitingSchema = z.union([
  z.strictObject({
    type: z.enum(["person", "seller", "governance", "agent"]),
    stepId: z.string(),
    reason: z.string(),
  }),
  z
    .strictObject({ type: z.literal("process"), stepId: z.string(), at: z.string(), reason: z.string() })
    .describe("another process has the step in hand, until `at` at the latest"),
  z
    .strictObject({
      type: z.literal("market"),
      at: z.string().optional().describe("from then on it is asked again automatically, UTC"),
      reason: z.string(),
      todo: z.string(),
    })
    .describe("nothing could be bought and nothing is under way"),
  z.strictObject({ type: z.literal("date"), at: z.string(), reason: z.string() }),
]);

/** A call that `run` would make; without `--execute` none is sent. */
const callSchema = z.strictObject({
  stepId: z.string(),
  task: z.string(),
  agent: z.string(),
  purpose: z.string(),
  packages: z.array(orderedPackageSchema).describe("that it orders; none where it is not an order"),
  arguments: z.record(z.string(), z.unknown()),
  verdictsNeeded: z.array(z.string()),
  localVerdict: z.string(),
  reasons: z.array(z.string()),
});
export type PlannedCall = z.infer<typeof callSchema>;

const explanationSchema = z.strictObject({
  sentences: z.array(z.string()).readonly(),
  by: z.string().describe("model and prompt, or rules; figures and names are code's in either case"),
  note: z.string().optional().describe("why no model wrote it"),
});

export const withheldSchema = z
  .string()
  .optional()
  .describe(
    "status only: why nothing is sent that changes anything at an agent; absent where campaigns can go on",
  );

/** Why nothing of a campaign is sent for lack of an operator. */
export function withheldOf(
  { id, ended }: Pick<CampaignState, "id" | "ended">,
  settings: Parameters<typeof operatorOf>[0],
): string | undefined {
  return ended === undefined && !isOnSandbox({ id }) && operatorOf(settings) === undefined
    ? noOperator
    : undefined;
}

/** What `compare`, `plan`, `run` and `resume` print with `--json`. */
export const campaignOutputSchema = z.strictObject({
  command: z.enum(["compare", "plan", "run", "resume", "approve", "reject", "end", "status", "report"]),
  campaign: z.string(),
  executed: z.boolean().describe("false where no change was made at any agent"),
  waiting: z.array(waitingSchema),
  orders: z.array(orderSchema).optional().describe("status only: stop orders over all of it"),
  withheld: withheldSchema,
  basis: z.string().optional().describe("plan only: names plan and offers, for `start-planned`"),
  calls: z.array(callSchema).optional().describe("dry run only: what would be sent, in order"),
  reportFile: z.string().optional().describe("the report as HTML"),
  reportFiles: z.array(z.string()).optional().describe("it in every format that was requested"),
  explanation: explanationSchema.optional().describe("with --explain: the plan in prose"),
  candidates: candidatesSchema.optional().describe("compare and plan only"),
  cross_seller_shortlist: shortlistSchema.optional().describe("compare and plan only"),
  budgetReconciliation: budgetReconciliationSchema.optional().describe("absent before there is a plan"),
  budget_reconciliation: storyboardBudgetSchema.optional(),
  report: reportSchema,
});
export type CampaignOutput = Omit<z.infer<typeof campaignOutputSchema>, "report" | "waiting"> & {
  readonly report: Report;
  readonly waiting: readonly Waiting[];
};

export function campaignOutput(
  state: CampaignState,
  rest: Omit<CampaignOutput, "campaign" | "report">,
): CampaignOutput {
  const report = makeReport(state);
  const budget = budgetOf(state);
  return {
    ...rest,
    campaign: state.id,
    ...marketOf(rest.command, state, report),
    ...(rest.command === "plan" && state.plan !== undefined && { basis: basisOf(state) }),
    ...budget,
    ...(budget && { budget_reconciliation: storyboardBudget(budget.budgetReconciliation) }),
    report,
  };
}

function marketOf(command: CampaignOutput["command"], state: CampaignState, { offers }: Report) {
  if (command !== "compare" && command !== "plan") return {};
  const candidates = describeCandidates(state, offers);
  return { candidates, cross_seller_shortlist: shortlistOf(candidates) };
}

export function budgetOf(state: CampaignState) {
  const budgetReconciliation = describeBudget(state);
  return budgetReconciliation && { budgetReconciliation };
}
