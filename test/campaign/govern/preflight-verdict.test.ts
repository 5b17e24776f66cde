import { describe, expect, it } from "vitest";
import { localVerdict } from "../../../src/campaign/govern/local-verdict.ts";
import type { Finding } from "../../../src/campaign/model/decisions/preflight-finding.ts";
import type { CampaignEvent } from "../../../src/campaign/model/state/events.ts";
import { reduce } from "../../../src/campaign/model/state/reducer.ts";
import { emptyState } from "../../../src/campaign/model/state/state.ts";
import type { Step } from "../../../src/campaign/model/step/step.ts";
import { digest } from "../../../src/lib/digest.ts";
import { money } from "../../../src/lib/money.ts";
import { facts } from "../preflight/facts.ts";

const { brief, plan } = facts();
const now = Date.parse("2027-01-04T08:00:00Z");

const buy: Step = {
  id: "buy/seller.example/EUR",
  task: "create_media_buy",
  agentId: "seller.example",
  agentUrl: "https://seller.example/mcp",
  arguments: { start_time: "2027-01-18T00:00:00Z", end_time: "2027-03-01T00:00:00Z" },
  amount: money(60_000, "EUR"),
  planAmount: money(60_000, "EUR"),
  purpose: "buy",
  lineIds: [],
};
const free = money(0, "EUR");
const planStep: Step = {
  ...buy,
  id: "plan",
  task: "sync_plans",
  arguments: {},
  amount: free,
  planAmount: free,
};
const pause: Step = {
  ...planStep,
  id: "pause",
  task: "update_media_buy",
  arguments: { media_buy_id: "1", updates: { status: "paused" } },
};

function finding(result: Finding["result"], what = "It is odd."): Finding {
  return { check: "flight", result, where: "flight", what, todo: "Look." };
}

function checked(findings: readonly Finding[], planDigest = digest(plan)): CampaignEvent {
  return { type: "preflight-checked", preflight: { planDigest, turn: 1, findings } };
}

function stateAfter(...events: readonly CampaignEvent[]) {
  const begun: CampaignEvent[] = [
    { type: "campaign-begun", brief, governancePlanId: "p", policies: [] },
    { type: "plan-made", plan },
  ];
  return reduce(
    emptyState("c"),
    [...begun, ...events].map((event, index) => ({
      campaignId: "c",
      sequence: index + 1,
      at: new Date(now + index * 1000).toISOString(),
      event,
    })),
  );
}

function verdictOn(step: Step, ...events: readonly CampaignEvent[]) {
  const known = events.some((event) => event.type === "step-proposed" && event.step.id === step.id);
  const state = stateAfter(...events, ...(known ? [] : [{ type: "step-proposed", step } as const]));
  const current = state.steps.find(({ step: { id } }) => id === step.id);
  if (current === undefined) throw new Error(`there is no ${step.id}`);
  const yes = { type: "enough", by: ["kim"], ids: ["1"], at: new Date(now + 60_000).toISOString() } as const;
  const ask = (approvals: Parameters<typeof localVerdict>[2]["approvals"]) =>
    localVerdict(current, state, { policies: [], approvals, now });
  return { alone: ask({ type: "none" }), withYes: ask(yes) };
}

const proposed = (step: Step): CampaignEvent => ({ type: "step-proposed", step });

describe("the gate", () => {
  it.each([
    ["approved", [checked([])]],
    ["approved", [checked([finding("note")])]],
    ["held", []],
    ["held", [checked([], "another plan")]],
    ["denied", [checked([finding("block")])]],
    ["escalated", [checked([finding("ask")])]],
  ] satisfies [string, CampaignEvent[]][])("says %s of a buy, given %j", (expected, events) => {
    const { alone, withYes } = verdictOn(buy, ...events);
    expect(alone.type).toBe(expected);
    // A yes that was given to another question opens nothing.
    expect(withYes.type).toBe(expected);
  });

  it("denies a buy for days outside the campaign's", () => {
    for (const late of [
      { end_time: "2027-03-01T00:00:01Z" },
      { start_time: "2027-01-17T23:59:59Z" },
      { packages: [{ end_time: "2027-04-01T00:00:00Z" }] },
      { start_time: "no time" },
    ]) {
      const step = { ...buy, arguments: { ...buy.arguments, ...late } };
      expect(verdictOn(step, checked([])).alone.type).toBe("denied");
    }
  });

  it("asks with the first step, and holds the others behind it", () => {
    const events = [checked([finding("ask")]), proposed(planStep), proposed(buy)];
    expect(verdictOn(planStep, ...events).alone.type).toBe("escalated");
    expect(verdictOn(buy, ...events).alone).toMatchObject({ type: "held", reasons: [/plan/] });
  });

  it("lets a pause pass, whatever is asked", () => {
    expect(verdictOn(pause, checked([finding("block")])).alone.type).toBe("approved");
  });

  it("lets what was sent be cleared up and outcomes be reported, whatever is asked", () => {
    const sent: CampaignEvent = {
      type: "step-begun",
      stepId: buy.id,
      bytes: "{}",
      digest: "",
      idempotencyKey: "k",
    };
    expect(verdictOn(buy, checked([finding("ask")]), proposed(buy), sent).alone.type).toBe("approved");
    const outcome: Step = { ...planStep, id: "outcome", task: "report_plan_outcome" };
    expect(verdictOn(outcome, checked([finding("ask")])).alone.type).toBe("approved");
  });

  it("holds what would spend at an agent whose books are not known, and asks the question with another step", () => {
    const silent = (agentId: string): CampaignEvent => ({
      type: "books-compared",
      ahead: { buys: [], outcomes: [], silent: [{ agentId, reason: "TIMEOUT" }] },
    });
    const other = { ...buy, id: "buy/other.example/EUR", agentId: "other.example" };
    const events = [checked([finding("ask")]), proposed(buy), proposed(other)];
    expect(verdictOn(buy, ...events, silent("seller.example")).alone).toMatchObject({
      type: "held",
      reasons: [/seller\.example has not shown/],
    });
    expect(verdictOn(other, ...events, silent("seller.example")).alone.type).toBe("escalated");
    expect(verdictOn(other, ...events, silent("governance")).alone.type).toBe("held");
    expect(verdictOn(pause, ...events, silent("seller.example")).alone.type).toBe("approved");
  });

  it("takes a yes that was given after exactly this question", () => {
    const asked = verdictOn(planStep, checked([finding("ask")])).alone;
    const heard: CampaignEvent = { type: "verdict-given", stepId: "plan", digest: "", verdict: asked };
    const before = [checked([finding("ask")]), proposed(planStep), heard];
    expect(verdictOn(planStep, ...before).withYes).toMatchObject({ type: "approved", approvals: ["1"] });
    const worse = checked([finding("ask"), finding("ask", "It is odder.")]);
    expect(verdictOn(planStep, ...before, worse).withYes.type).toBe("escalated");
  });

  it("lets the rest pass after the yes, until the plan or the question is another", () => {
    const asked = verdictOn(planStep, checked([finding("ask")])).alone;
    const yes: CampaignEvent[] = [
      checked([finding("ask")]),
      proposed(planStep),
      { type: "verdict-given", stepId: "plan", digest: "", verdict: asked },
      { type: "step-begun", stepId: "plan", bytes: "{}", digest: "", idempotencyKey: "k", approvals: ["1"] },
    ];
    expect(verdictOn(buy, ...yes).alone.type).toBe("approved");
    expect(verdictOn(buy, ...yes, checked([finding("ask")])).alone.type).toBe("approved");
    expect(verdictOn(buy, ...yes, checked([finding("ask", "It is odder.")])).alone.type).toBe("escalated");
    const other = { ...plan, id: "other" };
    const replanned: CampaignEvent[] = [
      { type: "plan-made", plan: other },
      checked([finding("ask")], digest(other)),
    ];
    expect(verdictOn(buy, ...yes, ...replanned).alone.type).toBe("escalated");
  });

  it("denies the rest after a no", () => {
    const asked = verdictOn(planStep, checked([finding("ask")])).alone;
    const no: CampaignEvent[] = [
      checked([finding("ask")]),
      proposed(planStep),
      { type: "verdict-given", stepId: "plan", digest: "", verdict: asked },
      { type: "step-rejected", stepId: "plan", by: "kim", reason: "no" },
    ];
    expect(verdictOn(buy, ...no).alone).toMatchObject({ type: "denied", reasons: [/kim/] });
  });
});
