import { z } from "zod";
import { blocksOf } from "../campaign/clearance.ts";
import type { CampaignState } from "../campaign/state.ts";
import { notStopped } from "../campaign/stop/not-stopped.ts";
import type { Obedience } from "../campaign/stop/obedience.ts";
import type { StopOrder } from "../campaign/stop/order.ts";
import { undelivered } from "../campaign/undelivered.ts";
import { type Waiting, waitingOf } from "../campaign/waiting.ts";
import { plainJson } from "../lib/clean-text.ts";
import { makeReport } from "../report/report.ts";
import { type Report, reportSchema } from "../report/report-schema.ts";
import {
  budgetReconciliationSchema,
  candidatesSchema,
  shortlistSchema,
} from "../report/schema/structured.ts";
import { describeBudget } from "../report/sections/budget-reconciliation.ts";
import { describeCandidates, shortlistOf } from "../report/sections/candidates.ts";
import { exitCodes } from "./exit-codes.ts";
import { cleanOrphan, orphanSchema } from "./orphans-output.ts";
import { cleanBuy, orderSchema, stoppedBuySchema } from "./stop-output.ts";

export const waitingSchema = z.union([
  z.strictObject({ type: z.enum(["person", "seller", "agent"]), stepId: z.string(), reason: z.string() }),
  z.strictObject({ type: z.literal("date"), at: z.string(), reason: z.string() }),
]);

/** A call that `run` would make; without `--execute` none is sent. */
const callSchema = z.strictObject({
  stepId: z.string(),
  task: z.string(),
  agent: z.string(),
  purpose: z.string(),
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

/** What `compare`, `plan`, `run` and `resume` print with `--json`. */
export const campaignOutputSchema = z.strictObject({
  command: z.enum(["compare", "plan", "run", "resume", "approve", "reject", "status", "report"]),
  campaign: z.string(),
  executed: z.boolean().describe("false where no change was made at any agent"),
  waiting: z.array(waitingSchema),
  calls: z.array(callSchema).optional().describe("dry run only: what would be sent, in order"),
  reportFile: z.string().optional().describe("the report as HTML"),
  reportFiles: z.array(z.string()).optional().describe("it in every format that was wished for"),
  explanation: explanationSchema.optional().describe("with --explain: the plan in prose"),
  candidates: candidatesSchema.optional().describe("compare and plan only"),
  cross_seller_shortlist: shortlistSchema.optional().describe("compare and plan only"),
  budget_reconciliation: budgetReconciliationSchema.optional().describe("absent before there is a plan"),
  report: reportSchema,
});
export type CampaignOutput = Omit<z.infer<typeof campaignOutputSchema>, "report" | "waiting"> & {
  readonly report: Report;
  readonly waiting: readonly Waiting[];
};

const statusRowSchema = z.strictObject({
  campaign: z.string(),
  name: z.string(),
  begunAt: z.string(),
  ended: z.string().optional(),
  steps: z.record(z.string(), z.number().int()).describe("number of steps by status"),
  waiting: z.array(waitingSchema),
  undelivered: z
    .array(
      z.strictObject({
        stepId: z.string(),
        agent: z.string(),
        purpose: z.string(),
        status: z.string(),
        tries: z.number().int().describe("how often it was sent without an answer that settles it"),
        nextTryAt: z.string().optional().describe("UTC; not sent again before"),
        reason: z.string().optional(),
      }),
    )
    .describe("messages that the governance agent has not taken yet"),
  alerts: z
    .array(z.strictObject({ at: z.string(), slot: z.string(), text: z.string() }))
    .describe("what there is to know of running packages, the oldest first"),
  budget_reconciliation: budgetReconciliationSchema.optional().describe("absent before there is a plan"),
  orphans: z.array(orphanSchema).describe("what `audit orphans` found when it was last run"),
});

/** What `status` prints with `--json` when no campaign is named. */
export const statusOutputSchema = z.strictObject({
  command: z.literal("status"),
  orders: z
    .array(
      orderSchema.extend({
        notStopped: z.array(stoppedBuySchema).describe("as the ledger knows it: no seller is asked"),
      }),
    )
    .describe("stop orders that stand"),
  campaigns: z.array(statusRowSchema),
});

/** Each campaign in one row. `states` may open them one after the other: none is kept. `now` is UTC milliseconds. */
export function statusOutput(
  states: Iterable<CampaignState>,
  orders: readonly StopOrder[],
  now: number,
): z.infer<typeof statusOutputSchema> {
  const campaigns: z.infer<typeof statusRowSchema>[] = [];
  const left = new Map(orders.map((order): [StopOrder, Obedience[]] => [order, []]));
  for (const state of states) {
    campaigns.push(statusRow(state, now));
    for (const [order, buys] of left) buys.push(...notStopped(order, state).map(cleanBuy));
  }
  return {
    command: "status",
    orders: [...left].map(([order, buys]) => ({ ...order, notStopped: buys })),
    campaigns,
  };
}

function statusRow(state: CampaignState, now: number): z.infer<typeof statusRowSchema> {
  const steps: Record<string, number> = {};
  for (const { status } of state.steps) steps[status] = (steps[status] ?? 0) + 1;
  return {
    campaign: state.id,
    name: state.brief?.name ?? state.errand?.purpose ?? state.id,
    begunAt: state.begunAt ?? "",
    ...(state.ended === undefined ? {} : { ended: state.ended }),
    steps,
    waiting: waitingOf(state, now),
    undelivered: undelivered(state),
    alerts: state.alerts.map(({ at, slot, text }) => ({ at, slot, text })),
    ...budgetOf(state),
    orphans: state.orphanLook?.orphans.map(cleanOrphan) ?? [],
  };
}

export function campaignOutput(
  state: CampaignState,
  rest: Omit<CampaignOutput, "campaign" | "report">,
): CampaignOutput {
  const report = makeReport(state);
  return {
    ...rest,
    campaign: state.id,
    ...marketOf(rest.command, state, report),
    ...budgetOf(state),
    report,
  };
}

function marketOf(command: CampaignOutput["command"], state: CampaignState, { offers }: Report) {
  if (command !== "compare" && command !== "plan") return {};
  const candidates = describeCandidates(state, offers);
  return { candidates, cross_seller_shortlist: shortlistOf(candidates) };
}

function budgetOf(state: CampaignState) {
  const budget_reconciliation = describeBudget(state);
  return budget_reconciliation && { budget_reconciliation };
}

/** One JSON document on standard output, and nothing else there: nothing in it moves a terminal's cursor. */
export function printJson(value: unknown): void {
  process.stdout.write(`${plainJson(JSON.stringify(value, null, 2))}\n`);
}

/** 3 where a person or a seller must act first, 1 where something cannot go on or the plan may not be bought, else 0. */
export function exitCodeFor(waiting: readonly Waiting[], state: CampaignState): number {
  if (blocksOf(state).length > 0) return exitCodes.failed;
  if (waiting.some(({ type }) => type === "person" || type === "seller")) return exitCodes.waiting;
  return waiting.some(({ type }) => type === "agent") ? exitCodes.failed : exitCodes.done;
}
