import { digest } from "../../../../src/lib/digest.ts";
import { TaskError } from "../../../../src/protocol/messages/errors.ts";
import type { CallResult } from "../../../../src/protocol/messages/transport.ts";
import type { VerifyToken } from "../../../../src/protocol/tokens/approval-token.ts";
import type { Luck } from "./luck.ts";

export const governanceUrl = "https://governance.example/mcp";

/** A governance agent that says what luck has it say. Its token is the digest of what it approved. */
export function checkGovernance(request: Readonly<Record<string, unknown>>, luck: Luck): CallResult {
  const { task_id } = request;
  if (typeof task_id === "string") return reviewed(task_id, luck);
  const payload = request["payload"] as { packages: { budget: number }[] };
  const token = digest(payload);
  const says = luck.pick([
    "approved",
    "approved",
    "denied",
    "conditions",
    "escalated",
    "nothing",
    "breaks down",
    "waits for its people",
    "approved without a token",
    "approved for other arguments",
    "approved for a moment",
    "perhaps",
  ]);
  switch (says) {
    case "approved":
      return { structuredContent: { verdict: "approved", governance_context: token } };
    case "denied":
      return { structuredContent: { verdict: "denied", explanation: "no" } };
    case "conditions": {
      const half = Math.ceil((payload.packages[0]?.budget ?? 0) / 2);
      const condition = { field: "packages[0].budget", required_value: half, reason: "too much" };
      return { structuredContent: { verdict: "conditions", conditions: [condition] } };
    }
    case "escalated":
      return request["human_approval"] === undefined
        ? { structuredContent: { verdict: "escalated", explanation: "a person must see it" } }
        : { structuredContent: { verdict: "approved", governance_context: token } };
    case "nothing":
      throw new TaskError("UNREACHABLE", "nobody is there");
    case "breaks down":
      return { isError: true, structuredContent: { error: { code: "INTERNAL_ERROR", message: "no" } } };
    case "waits for its people":
      return { structuredContent: { status: "pending", task_id: token } };
    case "approved without a token":
      return { structuredContent: { verdict: "approved" } };
    case "approved for other arguments":
      return { structuredContent: { verdict: "approved", governance_context: digest({}) } };
    case "approved for a moment":
      return {
        structuredContent: {
          verdict: "approved",
          governance_context: token,
          expires_at: "2027-01-01T00:00:00Z",
        },
      };
    case "perhaps":
      return { structuredContent: { verdict: "perhaps" } };
  }
}

/** A review is known by the token that it would give. */
function reviewed(task_id: string, luck: Luck): CallResult {
  const approved = { verdict: "approved", governance_context: task_id };
  switch (luck.pick(["completed", "completed", "working", "rejected", "completed without a result"])) {
    case "completed":
      return { structuredContent: { task_id, status: "completed", result: approved } };
    case "working":
      return { structuredContent: { task_id, status: "working" } };
    case "rejected":
      return { structuredContent: { task_id, status: "rejected" } };
    case "completed without a result":
      return { structuredContent: { task_id, status: "completed" } };
  }
}

export const verifyToken: VerifyToken = (token, { digest, now }) =>
  Promise.resolve(
    token === digest
      ? { type: "valid", expiresAt: now + 900_000 }
      : { type: "invalid", reason: "is for other arguments" },
  );
