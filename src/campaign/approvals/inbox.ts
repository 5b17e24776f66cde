import { z } from "zod";
import type { Described } from "../../lib/described.ts";
import { digest as digestOf } from "../../lib/digest.ts";
import { moneySchema } from "../../lib/money.ts";
import { differenceWords } from "../account/changes/difference-words.ts";
import { type Approvers, needs } from "../model/decisions/approvers.ts";
import { otherTermsOf } from "../model/derived/committed-proposals.ts";
import { nameOf } from "../model/derived/sandbox-mark.ts";
import type { Ports } from "../model/state/ports.ts";
import {
  awaitsPerson,
  type CampaignState,
  ratesIn,
  type StepState,
  usedApprovals,
  waitsForPerson,
} from "../model/state/state.ts";
import type { BuyChange } from "../model/step/buy-change.ts";
import { modelRequested } from "../model/step/requested-by-model.ts";
import type { Step } from "../model/step/step.ts";
import { frozen } from "../steps/frozen.ts";
import { atStake } from "./amount-at-stake.ts";
import { type CheckedApprovals, checkApprovals } from "./check-approvals.ts";
import { decideUntil } from "./refuse-overdue.ts";

const strings = z.array(z.string());
const field = z.strictObject({ field: z.string(), value: z.string() });
const change = z.strictObject({
  field: z.string(),
  of: z
    .enum(["status", "end", "budget", "paused", "creatives"])
    .optional()
    .describe("of a change of a buy: what of it"),
  before: z.string().optional(),
  after: z.string().optional(),
});

/** What a step and a plan that wait say of whoever may let them go on. */
export const approvalFields = {
  approvals: z.strictObject({
    needed: z.number().int().describe("how many different people must approve"),
    by: strings.describe("who has"),
    problems: strings.describe("why approvals that were given do not hold or are not enough"),
  }),
  typeTotal: z
    .boolean()
    .describe("true where the person types the total, at the terminal or beside their passkey"),
  nobodyNamed: z
    .literal(true)
    .optional()
    .describe("a model asked for it and no approver is named, so that nobody can approve it yet"),
};

/** A step that waits for a person, with all that the person needs to decide. Made of records alone. */
export const waitingStepSchema = z.strictObject({
  campaignId: z.string(),
  campaignName: z.string(),
  requestedBy: strings.describe("names of whoever asked for the campaign, and for the change"),
  stepId: z.string(),
  task: z.string(),
  seller: z.string(),
  purpose: z.string(),
  requiredBy: z.enum([
    "policy",
    "model",
    "console",
    "preflight",
    "governance",
    "condition",
    "approvers",
    "seller",
    "limits",
    "sign-off",
  ]),
  reasons: strings,
  reason: z.string().optional().describe("why a change was asked for, in the words of whoever did"),
  /** Where the pre-flight checks ask, of the whole plan. */
  total: moneySchema.describe("what it may cost at most, in the seller's currency"),
  /** With what its data costs. */
  planTotal: moneySchema.describe("the same in the brief's currency"),
  flight: z.strictObject({ start: z.string(), end: z.string() }).optional(),
  digest: z.string().describe("SHA-256 of the arguments that an approval is bound to"),
  seen: z.string().describe("digest of all that a decision rests on: `approve` wants it"),
  /** Every argument that would be sent, by its path. */
  arguments: z.array(field),
  changes: z
    .array(change)
    .describe("what is different from what it replaces: another step, or the terms that were planned"),
  buyChanges: z.array(change).optional().describe("what it makes of a running buy, where it changes one"),
  asBooked: z
    .array(change)
    .optional()
    .describe(
      "where it is bought: what was ordered, and as its seller holds it; a yes takes that as it stands",
    ),
  ...approvalFields,
  /** UTC, ISO 8601. */
  until: z.string().optional().describe("when it is refused if nobody decides"),
});
export type WaitingStep = Described<typeof waitingStepSchema>;
/** How many have approved. */
export type ApprovalProgress = WaitingStep["approvals"];
export type Field = Described<typeof field>;
export type Change = Described<typeof change>;

type InboxPorts = Pick<Ports, "journal" | "clock" | "negotiate" | "encode" | "approvalKeys" | "settings">;

/**
 * All steps of a campaign that wait for a person, in the order in which they were proposed. Rejects where an agent's dialect is
 * not known and it does not answer.
 */
export async function inbox(ports: InboxPorts): Promise<WaitingStep[]> {
  const state = ports.journal.state();
  const waiting = state.steps.filter(waitsForPerson);
  return Promise.all(waiting.map((step) => waitingStep(step, state, ports)));
}

async function waitingStep(
  current: StepState,
  state: CampaignState,
  ports: InboxPorts,
): Promise<WaitingStep> {
  const { step } = current;
  const { clock, approvalKeys, negotiate, settings } = ports;
  await negotiate(step.agentUrl);
  const { digest, bytes } = frozen(step, ports);
  const sent = fieldsOf(JSON.parse(bytes));
  const approvers = approvalKeys.approvers();
  const since = usedApprovals(current);
  const subject = { current, digest, state, approvers, now: clock.now(), since };
  const approvals = await checkApprovals(current.approvals ?? [], subject);
  const stake = atStake(current, state);
  const { people, typeTotal } = needs(stake.counted, approvers, ratesIn(state).exchange);
  const until = answerUntil(current, settings.approvalWindowMs);
  const { start_time: start, end_time: end } = step.arguments;
  return {
    campaignId: state.id,
    campaignName: nameOf(state),
    requestedBy: [...new Set([...(state.requestedBy ?? []), ...(step.change?.askedBy ?? [])])],
    stepId: step.id,
    task: step.task,
    seller: step.agentId,
    purpose: step.purpose,
    requiredBy: askerOf(current),
    reasons: reasonsOf(current),
    ...(step.change?.reason !== undefined && { reason: step.change.reason }),
    total: stake.amount,
    planTotal: stake.planAmount,
    ...(typeof start === "string" && typeof end === "string" && { flight: { start, end } }),
    digest,
    seen: seenOf(current, state, digest),
    arguments: sent,
    changes: changesIn(step, sent, state, ports),
    ...(step.change === undefined ? {} : { buyChanges: buyChanges(step.change) }),
    ...(awaitsPerson(current) && { asBooked: bookedDifferently(current) }),
    approvals: { needed: people, ...approvalProgress(approvals) },
    typeTotal,
    ...(isNobodys(step, state, approvers) && { nobodyNamed: true }),
    ...(until === undefined ? {} : { until: new Date(until).toISOString() }),
  };
}

/** What is otherwise than in the step that it replaces, or than in the terms that were planned. */
function changesIn(step: Step, sent: readonly Field[], state: CampaignState, ports: InboxPorts): Change[] {
  const terms = otherTermsOf(step, state);
  if (terms !== undefined) return differences(fieldsOf(terms.before), fieldsOf(terms.now));
  const replaced = state.steps.find(({ step: { id } }) => id === step.replaces);
  return replaced === undefined
    ? []
    : differences(fieldsOf(JSON.parse(frozen(replaced.step, ports).bytes)), sent);
}

/** When a step is refused if nobody decides: what its seller stands by may lapse before the window is over. */
function answerUntil(current: StepState, windowMs: number): number | undefined {
  const until = decideUntil(current, windowMs);
  const { expiresAt } = current.step.bundle ?? {};
  return until === undefined || expiresAt === undefined ? until : Math.min(until, Date.parse(expiresAt));
}

/** What a person decides on: the arguments of this digest, why people are asked, how a buy is booked, and what is at stake. */
export function seenOf(current: StepState, state: CampaignState, digest: string): string {
  return digestOf([digest, reasonsOf(current), bookedDifferently(current), atStake(current, state).amount]);
}

/** Whether nobody can approve it as things stand: a model asked for it, and no approver is named. */
export function isNobodys(step: Step, state: CampaignState, { type }: Approvers): boolean {
  return type === "own-key" && modelRequested(step, state) !== undefined;
}

function buyChanges({ differences: all }: BuyChange): Change[] {
  return all.map((difference) => {
    const { what, before, after } = differenceWords(difference);
    return { field: what, of: difference.field, before, after };
  });
}

function bookedDifferently({ check }: StepState): Change[] {
  return (check?.question?.differences ?? []).map(({ what, wanted, stated }) => ({
    field: what,
    before: wanted,
    after: stated,
  }));
}

export function approvalProgress(approvals: CheckedApprovals): Pick<ApprovalProgress, "by" | "problems"> {
  if (approvals.type === "none") return { by: [], problems: [] };
  return { by: approvals.by, problems: approvals.type === "short" ? approvals.reasons : [] };
}

/** Why people were asked. */
export function reasonsOf(current: StepState): readonly string[] {
  const { verdicts, reason, escalation } = current;
  if (awaitsPerson(current)) return [bookedOtherwiseReason(current)];
  if (escalation !== undefined && reason !== undefined) return [reason];
  const asked = verdicts.findLast(isQuestion)?.verdict;
  if (asked?.type === "escalated") return asked.reasons;
  return reason === undefined ? [] : [reason];
}

/** What people were asked, before it was found that their approvals are too few. */
function isQuestion({ verdict }: StepState["verdicts"][number]): boolean {
  return verdict.type === "escalated" && verdict.by !== "approvers";
}

function askerOf(current: StepState): WaitingStep["requiredBy"] {
  const { verdicts, escalation } = current;
  if (awaitsPerson(current) || escalation !== undefined) return "seller";
  const at = verdicts.findLastIndex(isQuestion);
  const escalated = verdicts[at]?.verdict;
  if (escalated === undefined) return "approvers";
  const { by } = escalated;
  if (by === "preflight" || by === "model" || by === "console" || by === "limits" || by === "sign-off")
    return by;
  if (by === "proposal") return "seller";
  if (escalated.by !== "governance") return "policy";
  return verdicts[at - 1]?.verdict.type === "conditions" ? "condition" : "governance";
}

/** Arguments by path, in their own order. The key under which a call is repeated is no matter for people. */
function fieldsOf(value: unknown, path = ""): Field[] {
  const parts = partsOf(value, path);
  if (parts.length > 0) return parts.flatMap(([field, part]) => fieldsOf(part, field));
  return [{ field: path, value: typeof value === "string" ? value : JSON.stringify(value) }];
}

/** The members of a list or group with their paths; none of anything else. */
function partsOf(value: unknown, path: string): (readonly [string, unknown])[] {
  if (Array.isArray(value)) return value.map((item, index) => [`${path}[${index}]`, item]);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value)
    .filter(([key, item]) => key !== "idempotency_key" && item !== undefined)
    .map(([key, item]) => [path === "" ? key : `${path}.${key}`, item]);
}

function differences(before: readonly Field[], after: readonly Field[]): Change[] {
  const old = new Map(before.map(({ field, value }) => [field, value]));
  const now = new Map(after.map(({ field, value }) => [field, value]));
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((field) => {
    const [was, is] = [old.get(field), now.get(field)];
    return was === is ? [] : [{ field, before: was, after: is }];
  });
}

/** What people are asked of a buy that its seller has booked otherwise than it was ordered. */
export function bookedOtherwiseReason({ step, check }: Pick<StepState, "step" | "check">): string {
  if (step.change !== undefined && check?.made === true) return check.findings.join(" ");
  if (step.change !== undefined && check?.question?.isMoney === false)
    return (
      `${step.agentId} agreed to change the buy and has not done it. Approve to give the change up and take the buy as it ` +
      "stands; reject to leave it open."
    );
  return (
    `${step.agentId} does not hold the buy as it was ordered. Approve to take it as it stands; ` +
    "reject to leave it, paused where it can be, and bound as the seller says."
  );
}
