import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findBuy, namesOf } from "../../src/campaign/account/changes/find-line.ts";
import { signApproval } from "../../src/campaign/approvals/approval.ts";
import { approvalOf, giveApproval, recordApproval } from "../../src/campaign/approvals/approve.ts";
import { givePlanApproval, planApprovalOf } from "../../src/campaign/approvals/approve-plan.ts";
import { waitingPlan } from "../../src/campaign/approvals/plan-inbox.ts";
import { termsOfPlan } from "../../src/campaign/approvals/plan-terms.ts";
import { exportBundle, readBundle } from "../../src/campaign/audit/bundle.ts";
import { replay } from "../../src/campaign/audit/replay.ts";
import { changeBuy } from "../../src/campaign/change/change-buy.ts";
import type { Approvers } from "../../src/campaign/model/decisions/approvers.ts";
import type { ChangeRequest } from "../../src/campaign/model/step/buy-change.ts";
import { advance } from "../../src/campaign/run/advance.ts";
import { newKey, publicKeyOf } from "../../src/lib/key-file.ts";
import { money } from "../../src/lib/money.ts";
import { mutations } from "../../src/protocol/tasks/index.ts";
import { buysAt, openStory, type Story } from "./story.ts";

const kim = newKey();
const named: Approvers = {
  type: "named",
  people: [{ name: "kim", publicKey: publicKeyOf(kim), upTo: money(50_000_000, "EUR") }],
  tiers: [],
};
const mutating = new Set<string>(Object.values(mutations).map(({ name }) => name));

function sent({ sandbox }: Story) {
  return sandbox.calls.filter(({ task }) => mutating.has(task)).map(({ task }) => task);
}

async function judgedAgain({ app, campaignId }: Story) {
  const bundle = await exportBundle(app.ledger, campaignId);
  const { decisions } = await replay(readBundle(JSON.stringify(bundle)));
  return decisions.filter(({ same }) => !same);
}

describe("a campaign that a model asked for", () => {
  let story: Story;
  const ports = () => story.app.ports(story.campaignId);
  beforeAll(async () => {
    story = await openStory({ policies: [], requestedBy: ["mcp:a host"], askedByModel: true });
    await story.run();
  });
  afterAll(() => story[Symbol.asyncDispose]());

  it("changes nothing at any agent, although no policy asks anybody, until somebody has approved", async () => {
    expect(sent(story)).toEqual([]);
    const { steps } = await story.state();
    expect(steps.map(({ step, status }) => [step.id, status])).toEqual([["plan", "escalated"]]);
    expect(steps[0]?.reason).toContain("somebody whom approvers.yaml names must approve it");
    expect(await waitingPlan(await ports())).toMatchObject({
      steps: ["plan"],
      approvals: { by: [] },
      nobodyNamed: true,
    });
  });

  it("takes no approval with the desk's own key, and says how to name somebody", async () => {
    const reason = expect.stringContaining("flightdesk keys approver new <name>");
    expect(await giveApproval(await ports(), "plan", "kim")).toMatchObject({ type: "refused", reason });
    expect(await givePlanApproval(await ports(), "kim")).toMatchObject({ type: "refused", reason });
  });

  it("nor where one was written into the ledger past the entrance", async () => {
    const open = await ports();
    const own = open.approvalKeys.ownKey();
    const [toStep, toPlan] = [await approvalOf(open, "plan", "kim", {}), planApprovalOf(open, "kim", {})];
    const terms = termsOfPlan(await story.state(), open.settings);
    if ("reason" in toStep || "reason" in toPlan || terms === undefined) throw new Error("nothing waits");
    const [step, plan] = [await signApproval(toStep, own), await signApproval(toPlan, own)];
    await open.journal.record({ type: "approvers-named", approvers: open.approvalKeys.approvers() }, "named");
    await open.journal.record(
      { type: "plan-approved", by: "kim", approval: plan, terms, opens: ["plan"] },
      `smuggled/${randomUUID()}`,
    );
    await open.journal.record(
      { type: "step-approved", stepId: "plan", digest: toStep.digest, by: "kim", approval: step },
      `smuggled/${randomUUID()}`,
    );
    await story.run();
    expect(sent(story)).toEqual([]);
    expect((await story.state()).steps[0]).toMatchObject({
      status: "escalated",
      reason: expect.stringContaining("nobody is named here who may approve"),
    });
    expect(await judgedAgain(story)).toEqual([]);
  });

  it("buys each order once when somebody who is named has approved the plan", async () => {
    const app = story.anotherApp({ approvers: named });
    const given = await givePlanApproval(await app.ports(story.campaignId), "kim", { key: kim });
    expect(given).toEqual({ type: "recorded", by: "kim" });
    for (const _ of [1, 2]) await advance(await app.ports(story.campaignId), "end");
    const orders = (await story.state()).steps.filter(({ step }) => step.task === "create_media_buy");
    expect(orders.length).toBeGreaterThan(2);
    expect(orders.filter(({ intent }) => intent?.approvals?.length !== 1)).toEqual([]);
    const bought = buysAt(story.sandbox);
    expect(bought.length).toBe(orders.length);
    expect(new Set(bought).size).toBe(bought.length);
    expect(await judgedAgain(story)).toEqual([]);
  });
});

it("a change that a model asked for waits for somebody who is named; a person's own does not", async () => {
  await using story = await openStory({ policies: [], approvers: named, requestedBy: ["sam"] });
  await story.run();
  story.sandbox.advance(18);
  const ports = await story.app.ports(story.campaignId);
  const updates = () => sent(story).filter((task) => task === "update_media_buy").length;
  const state = await story.state();
  const found = findBuy(state, namesOf(state).at(-1) ?? "");
  if (found === undefined) throw new Error("nothing is bought");
  const asking = (requested: ChangeRequest, askedByModel?: true) =>
    changeBuy(found, { requested, askedBy: ["mcp:a host"], askedByModel }, { execute: true }, ports);

  const asked = await asking({ verb: "pause" }, true);
  expect(asked).toMatchObject({ type: "performed", current: { status: "escalated" } });
  expect(updates()).toBe(0);
  const stepId = asked.type === "performed" ? asked.current.step.id : "";
  const approval = await approvalOf(ports, stepId, "kim", {});
  if ("reason" in approval) throw new Error(approval.reason);
  await recordApproval(ports, stepId, await signApproval(approval, kim));
  await story.run();
  expect(updates()).toBe(1);
  await asking({ verb: "unpause" });
  expect(updates()).toBe(2);
  expect(await judgedAgain(story)).toEqual([]);
});
