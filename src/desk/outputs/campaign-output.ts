import { z } from "zod";
import { stopOrderSchema } from "../../campaign/model/decisions/stop-order.ts";
import { isOnSandbox } from "../../campaign/model/derived/sandbox-mark.ts";
import type { CampaignState } from "../../campaign/model/state/state.ts";
import { basisOf } from "../../campaign/run/change-brief.ts";
import { waitingSchema } from "../../campaign/run/waiting.ts";
import type { Described } from "../../lib/described.ts";
import { noOperator, operatorOf } from "../../protocol/addresses/operator.ts";
import { explanationSchema } from "../../report/questions/explain-plan.ts";
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
export type PlannedCall = Described<typeof callSchema>;

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
  orders: z.array(stopOrderSchema).optional().describe("status only: stop orders over all of it"),
  withheld: withheldSchema,
  basis: z
    .string()
    .optional()
    .describe("plan and status: names plan and offers, for `start-planned` and `replan`"),
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
export type CampaignOutput = Described<typeof campaignOutputSchema>;

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
