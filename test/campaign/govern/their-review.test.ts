import { expect, it } from "vitest";
import { askAgent } from "../../../src/campaign/govern/ask-agent.ts";
import type { GovernPorts } from "../../../src/campaign/govern/govern-ports.ts";
import { followReview } from "../../../src/campaign/govern/their-review.ts";
import type { Verdict } from "../../../src/campaign/model/decisions/verdict.ts";
import type { StepState } from "../../../src/campaign/model/state/state.ts";
import type { Step } from "../../../src/campaign/model/step/step.ts";
import { simulatedClock } from "../../../src/lib/clock.ts";
import { money } from "../../../src/lib/money.ts";
import { freeze } from "../../../src/protocol/client/call-permit.ts";
import { createClient } from "../../../src/protocol/client/client.ts";
import { openDialectBook, pinsInMemory } from "../../../src/protocol/dialects/book.ts";

const now = Date.parse("2027-01-04T08:00:00Z");
const agentUrl = "https://governance.example/mcp";
const request = {
  idempotency_key: "8f3c1a52-7b0e-4f0b-9d53-0d4f4a9c6e11",
  packages: [{ product_id: "p", pricing_option_id: "o", budget: 5000 }],
};
const step: Step = {
  id: "buy/north/EUR",
  task: "create_media_buy",
  agentId: "north",
  agentUrl: "https://sales.example/mcp",
  arguments: request,
  amount: money(500_000, "EUR"),
  planAmount: money(500_000, "EUR"),
  purpose: "buy",
  lineIds: [],
};
const call = freeze("create_media_buy", step.agentUrl, request);
const approval = {
  check_id: "chk_1",
  status: "approved",
  plan_id: "winter-1",
  explanation: "ok",
  governance_context: "opaque token",
  expires_at: "2027-01-04T08:15:00Z",
};

/** A governance agent of the public standard that gives these answers, one for each call, by tool. */
function agentThatSays(answers: Readonly<Record<string, Record<string, unknown>>>) {
  const asked: string[] = [];
  const dialects = openDialectBook("adcp-3.0", pinsInMemory());
  const client = createClient({
    transport: () => ({
      call: (tool) => {
        asked.push(tool);
        return Promise.resolve({ structuredContent: answers[tool] ?? {} });
      },
      tools: () => Promise.resolve(["check_governance", "tasks/get"]),
      close: () => Promise.resolve(),
    }),
    clock: simulatedClock(now),
    now: () => now,
    dialects,
  });
  const ports: GovernPorts = {
    read: client.read,
    policies: [],
    governance: {
      agentUrl,
      verifyToken: () => Promise.resolve({ type: "valid", expiresAt: Number.POSITIVE_INFINITY }),
    },
    toolName: (_agentUrl, task) => task,
    settings: { caller: "https://buyer.example/agent" },
    approvers: () => {
      throw new Error("no approval is looked at");
    },
    now: () => now,
  };
  return { asked, ports };
}

const question = { step, call, planId: "winter-1", approvals: { type: "none" } as const, review: undefined };
const stateAfter = (verdict: Verdict): StepState => ({
  step,
  status: "held",
  verdicts: [{ at: "2027-01-04T08:00:00Z", digest: call.digest, verdict }],
  times: {},
});

it("waits for the governance agent's own people, and asks after their review", async () => {
  const first = agentThatSays({ check_governance: { status: "submitted", task_id: "review_1" } });
  const held = await askAgent(question, first.ports);
  expect(held).toMatchObject({ type: "held", reviewTask: "review_1" });

  const working = agentThatSays({ "tasks/get": { task_id: "review_1", status: "working" } });
  expect(await followReview(stateAfter(held), call.digest, working.ports)).toEqual({
    type: "waits",
    verdict: held,
  });
  expect(working.asked).toEqual(["tasks/get"]);
});

it("takes the approval that their review ends with", async () => {
  const held: Verdict = { type: "held", by: "governance", reasons: [], reviewTask: "review_1" };
  const { ports } = agentThatSays({
    "tasks/get": {
      task_id: "review_1",
      task_type: "check_governance",
      status: "completed",
      result: approval,
    },
  });
  const review = await followReview(stateAfter(held), call.digest, ports);
  if (review?.type !== "answered") throw new Error("the review is not over");
  expect(await askAgent({ ...question, review }, ports)).toMatchObject({
    type: "approved",
    token: "opaque token",
    checkId: "chk_1",
    expiresAt: Date.parse(approval.expires_at),
  });
});

it.each([
  ["rejected", { status: "rejected" }, "refused"],
  ["over without a word of how it ended", { status: "completed" }, "again"],
  ["broken off", { status: "failed" }, "again"],
])("acts on a review that is %s", async (_what, answer, type) => {
  const held: Verdict = { type: "held", by: "governance", reasons: [], reviewTask: "review_1" };
  const { ports } = agentThatSays({ "tasks/get": { task_id: "review_1", ...answer } });
  expect(await followReview(stateAfter(held), call.digest, ports)).toMatchObject({ type });
});

it("asks nobody after a review of other arguments", async () => {
  const held: Verdict = { type: "held", by: "governance", reasons: [], reviewTask: "review_1" };
  const { ports, asked } = agentThatSays({});
  expect(await followReview(stateAfter(held), "another digest", ports)).toBeUndefined();
  expect(asked).toEqual([]);
});

it.each([
  ["approved without a token", { ...approval, governance_context: undefined }],
  ["approved and run out", { ...approval, expires_at: "2027-01-04T07:00:00Z" }],
  ["approved without an end", { ...approval, expires_at: undefined }],
  ["a word that nobody knows", { ...approval, status: "fine" }],
  ["a task that is done and says no more", { status: "completed", check_id: "chk_1" }],
  ["two verdicts at once", { ...approval, verdict: "denied" }],
  ["work without a task to ask after", { status: "working" }],
])("keeps the door closed on %s", async (_what, answer) => {
  const { ports } = agentThatSays({ check_governance: answer });
  expect((await askAgent(question, ports)).type).toBe("held");
});
