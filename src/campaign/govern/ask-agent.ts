import { toDecimal } from "../../lib/money.ts";
import { callerAt } from "../../protocol/addresses/operator.ts";
import type { FrozenCall } from "../../protocol/client/call-permit.ts";
import type { Proposal } from "../../protocol/proposals/proposal.ts";
import { isKnown, isTerminal, taskStates } from "../../protocol/records/states.ts";
import type { RequestOf, ResponseOf } from "../../protocol/tasks/index.ts";
import type { VerifyToken } from "../../protocol/tokens/approval-token.ts";
import type { CheckedApprovals } from "../approvals/check-approvals.ts";
import type { Verdict } from "../model/decisions/verdict.ts";
import { accountOf } from "../model/derived/bought.ts";
import type { Step } from "../model/step/step.ts";
import type { GovernPorts } from "./govern-ports.ts";
import type { Review } from "./their-review.ts";

/** One call that is to be checked, and the review that its last check led to. */
export interface Question {
  readonly step: Step;
  readonly call: FrozenCall;
  readonly planId: string | undefined;
  readonly approvals: CheckedApprovals;
  /** What an acceptance accepts, as its seller holds it. */
  readonly proposal?: Proposal | undefined;
  readonly review: Exclude<Review, { type: "waits" }> | undefined;
}

export const noGovernance =
  "no governance agent is set, and nothing is bought without one: name one with governance_url, --governance-url or FLIGHTDESK_GOVERNANCE_URL";

/**
 * Asks the governance agent about one call, unless its own people have decided on it. Only an explicit approval that has not run
 * out, with a token that is accepted for this plan, agent, task and digest, comes back as `approved`; anything that is not
 * understood is `held`.
 */
export async function askAgent(question: Question, ports: GovernPorts): Promise<Verdict> {
  const { governance, read, settings, now, toolName } = ports;
  const { step, call, planId, review } = question;
  const tool = toolName(step.agentUrl, step.task);
  if (governance === undefined || planId === undefined) return heldVerdict(noGovernance);
  const request = { plan_id: planId, tool, ...requestOf(question, settings.caller) };
  const verify = (token: string) =>
    governance.verifyToken(token, {
      planId,
      agentUrl: step.agentUrl,
      task: tool,
      caller: request.caller,
      digest: call.digest,
      now: now(),
    });
  const verifying = { asked: now(), now, verify };
  if (review?.type === "refused")
    return { type: "denied", by: "governance", reasons: ["its own people said no"] };
  if (review?.type === "answered") return understood(review.answer, verifying);
  const answer = await read(governance.agentUrl, "check_governance", request);
  if (answer.type === "failed") return heldVerdict(`it did not answer: ${answer.error.message}`);
  if (answer.type === "pending") return underReview(answer.taskId);
  return understood(answer.payload, verifying);
}

function requestOf(
  { step, call, approvals, proposal }: Question,
  caller = orderedAs(step),
): Omit<RequestOf<"check_governance">, "plan_id" | "tool"> {
  return {
    caller,
    // `freeze` made these bytes of an object.
    payload: JSON.parse(call.bytes) as Record<string, unknown>,
    target_agent: step.agentUrl,
    proposed_commitment: { amount: toDecimal(step.amount), currency: step.amount.currency },
    ...(proposal && { proposal }),
    ...(approvals.type === "enough"
      ? { human_approval: { approver: approvals.by.join(", "), approved_at: approvals.at } }
      : {}),
  };
}

/** Without an operator only what stops a buy is asked about: by whom it was ordered stands in it. */
function orderedAs(step: Step): string {
  const { account } = accountOf(step);
  return account !== undefined && "operator" in account ? callerAt(account.operator) : "urn:flightdesk";
}

interface Verifying {
  readonly asked: number;
  readonly now: () => number;
  readonly verify: (token: string) => ReturnType<VerifyToken>;
}

async function understood(answer: ResponseOf<"check_governance">, verifying: Verifying): Promise<Verdict> {
  const { findings = [], explanation = "it gives no reason" } = answer;
  const notes = findings.map((finding) => finding.explanation);
  switch (answer.verdict) {
    case "approved":
      return approved(answer, notes, verifying);
    case "denied":
    case "escalated":
      return { type: answer.verdict, by: "governance", reasons: notes.length > 0 ? notes : [explanation] };
    case "conditions":
      return conditioned(answer);
    default:
      if (isKnown(taskStates, answer.verdict) && !isTerminal(taskStates, answer.verdict))
        return underReview();
      return heldVerdict(`its verdict "${answer.verdict.slice(0, 40)}" is neither a yes nor a no`);
  }
}

/** Its yes, as far as its token carries it. */
async function approved(
  { governance_context: token, expires_at, check_id: checkId }: ResponseOf<"check_governance">,
  notes: readonly string[],
  { asked, now, verify }: Verifying,
): Promise<Verdict> {
  if (token === undefined) return heldVerdict("it approved without a token");
  const check = await verify(token);
  if (check.type === "invalid") return heldVerdict(`its approval token is not accepted: ${check.reason}`);
  const statedExpiry = expires_at === undefined ? Number.POSITIVE_INFINITY : Date.parse(expires_at);
  const expiresAt = Math.min(check.expiresAt, Number.isNaN(statedExpiry) ? 0 : statedExpiry);
  if (expiresAt === Number.POSITIVE_INFINITY) return heldVerdict("it approved without saying until when");
  if (expiresAt <= now()) return tooShort({ asked, until: expiresAt });
  return { type: "approved", by: "governance", token, checkId, expiresAt, notes };
}

function conditioned({ conditions: stated = [] }: ResponseOf<"check_governance">): Verdict {
  if (stated.length === 0) return heldVerdict("it sets conditions but names none");
  const conditions = stated.map(({ field, required_value: requiredValue, reason }) => ({
    field,
    requiredValue,
    reason,
  }));
  return { type: "conditions", by: "governance", conditions };
}

/** An approval that ended before the call could be sent. Times are UTC milliseconds. */
export function tooShort({ asked, until }: { readonly asked: number; readonly until: number }): Verdict {
  const lived = Math.max(0, Math.round((until - asked) / 1000));
  return heldVerdict(`governance's approval lived ${lived} s; it was over before the call could be sent`);
}

function heldVerdict(reason: string): Verdict {
  return { type: "held", by: "governance", reasons: [reason] };
}

/** Their people decide, and nobody here: the step waits until they have. */
function underReview(reviewTask?: string): Verdict {
  return {
    type: "held",
    by: "governance",
    reasons: ["the governance agent's own people review it"],
    reviewTask,
  };
}
