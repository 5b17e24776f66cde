import { callerAt } from "../../protocol/addresses/operator.ts";
import type { FrozenCall } from "../../protocol/client/call-permit.ts";
import { isKnown, isTerminal, taskStates } from "../../protocol/records/states.ts";
import type { RequestOf, ResponseOf } from "../../protocol/tasks/index.ts";
import { tasks } from "../../protocol/tasks/index.ts";
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
  readonly review: Exclude<Review, { type: "waits" }> | undefined;
}

export const noGovernance =
  "no governance agent is set, and nothing is bought without one: name one with governance_url, --governance-url or FLIGHTDESK_GOVERNANCE_URL";

/**
 * Asks the governance agent about one call, unless its own people have decided on it. Only an explicit approval that has not run
 * out, with a token that is accepted for this plan, agent, task and digest, comes back as `approved`; anything that is not
 * understood is `held`.
 */
export async function askAgent(
  { step, call, planId, approvals, review }: Question,
  { governance, read, settings, now }: GovernPorts,
): Promise<Verdict> {
  if (governance === undefined || planId === undefined) return heldVerdict(noGovernance);
  const request: RequestOf<"check_governance"> = {
    plan_id: planId,
    caller: settings.caller ?? orderedAs(step),
    tool: tasks[step.task].name,
    // `freeze` made these bytes of an object.
    payload: JSON.parse(call.bytes) as Record<string, unknown>,
    target_agent: step.agentUrl,
    ...(approvals.type === "enough"
      ? { human_approval: { approver: approvals.by.join(", "), approved_at: approvals.at } }
      : {}),
  };
  const askedAtMs = now();
  const understand = (answer: ResponseOf<"check_governance">) =>
    understood(answer, { asked: askedAtMs, now }, (token) =>
      governance.verifyToken(token, {
        planId,
        agentUrl: step.agentUrl,
        task: tasks[step.task].name,
        caller: request.caller,
        digest: call.digest,
        now: now(),
      }),
    );
  if (review?.type === "refused")
    return { type: "denied", by: "governance", reasons: ["its own people said no"] };
  if (review?.type === "answered") return understand(review.answer);
  const answer = await read(governance.agentUrl, "check_governance", request);
  if (answer.type === "failed") return heldVerdict(`it did not answer: ${answer.error.message}`);
  if (answer.type === "pending") return underReview(answer.taskId);
  return understand(answer.payload);
}

/** Without an operator only what stops a buy is asked about: by whom it was ordered stands in it. */
function orderedAs(step: Step): string {
  const { account } = accountOf(step);
  return account !== undefined && "operator" in account ? callerAt(account.operator) : "urn:flightdesk";
}

async function understood(
  answer: ResponseOf<"check_governance">,
  { asked: askedAtMs, now }: { readonly asked: number; readonly now: () => number },
  verify: (token: string) => ReturnType<NonNullable<GovernPorts["governance"]>["verifyToken"]>,
): Promise<Verdict> {
  const findings = answer.findings?.map(({ explanation }) => explanation) ?? [];
  const reasons = findings.length > 0 ? findings : [answer.explanation ?? "it gives no reason"];
  switch (answer.verdict) {
    case "approved": {
      const token = answer.governance_context;
      if (token === undefined) return heldVerdict("it approved without a token");
      const check = await verify(token);
      if (check.type === "invalid") return heldVerdict(`its approval token is not accepted: ${check.reason}`);
      const statedExpiry =
        answer.expires_at === undefined ? Number.POSITIVE_INFINITY : Date.parse(answer.expires_at);
      const expiresAt = Math.min(check.expiresAt, Number.isNaN(statedExpiry) ? 0 : statedExpiry);
      if (expiresAt === Number.POSITIVE_INFINITY) return heldVerdict("it approved without saying until when");
      if (expiresAt <= now()) return tooShort({ asked: askedAtMs, until: expiresAt });
      return {
        type: "approved",
        by: "governance",
        token,
        checkId: answer.check_id,
        expiresAt,
        notes: findings,
      };
    }
    case "denied":
      return { type: "denied", by: "governance", reasons };
    case "escalated":
      return { type: "escalated", by: "governance", reasons };
    case "conditions": {
      const conditions = (answer.conditions ?? []).map(({ field, required_value, reason }) => ({
        field,
        requiredValue: required_value,
        reason,
      }));
      return conditions.length === 0
        ? heldVerdict("it sets conditions but names none")
        : { type: "conditions", by: "governance", conditions };
    }
    default:
      if (isKnown(taskStates, answer.verdict) && !isTerminal(taskStates, answer.verdict))
        return underReview();
      return heldVerdict(`its verdict "${answer.verdict.slice(0, 40)}" is neither a yes nor a no`);
  }
}

/** An approval that ended before the call could be sent. Times are UTC milliseconds. */
export function tooShort({
  asked: askedAtMs,
  until,
}: {
  readonly asked: number;
  readonly until: number;
}): Verdict {
  const lived = Math.max(0, Math.round((until - askedAtMs) / 1000));
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
