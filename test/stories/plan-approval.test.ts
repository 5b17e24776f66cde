import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Brief } from "../../src/brief/brief.ts";
import type { SignedApproval, SignedPlanApproval } from "../../src/campaign/approvals/approval.ts";
import { signApproval } from "../../src/campaign/approvals/approval.ts";
import { approvalOf, recordApproval } from "../../src/campaign/approvals/approve.ts";
import {
  givePlanApproval,
  planApprovalOf,
  recordPlanApproval,
} from "../../src/campaign/approvals/approve-plan.ts";
import { challengeFor, writePasskeyApproval } from "../../src/campaign/approvals/passkey.ts";
import { waitingPlan } from "../../src/campaign/approvals/plan-inbox.ts";
import { exportBundle, readBundle } from "../../src/campaign/audit/bundle.ts";
import { replay } from "../../src/campaign/audit/replay.ts";
import { readPolicyFile } from "../../src/campaign/govern/files/policy-file.ts";
import type { Approver, Approvers } from "../../src/campaign/model/decisions/approvers.ts";
import { digest } from "../../src/lib/digest.ts";
import { newKey, publicKeyOf } from "../../src/lib/key-file.ts";
import { money } from "../../src/lib/money.ts";
import { passkeyDevice } from "./passkey-device.ts";
import { buysAt, openStory, type Story } from "./story.ts";

const keys = { kim: newKey(), lee: newKey(), sam: newKey() };
const devices = { kim: passkeyDevice(), robin: passkeyDevice(), stranger: passkeyDevice() };
const upTo = money(50_000_000, "EUR");
const people: readonly Approver[] = [
  { name: "kim", publicKey: publicKeyOf(keys.kim), passkey: devices.kim.passkey, upTo },
  { name: "robin", passkey: devices.robin.passkey, upTo },
  { name: "lee", publicKey: publicKeyOf(keys.lee), upTo: money(1000, "EUR") },
  { name: "sam", publicKey: publicKeyOf(keys.sam), upTo },
];
const one: Approvers = { type: "named", people, tiers: [] };
const fourEyes: Approvers = {
  type: "named",
  people,
  tiers: [{ over: money(100, "EUR"), approvers: 2, typeTotal: true }],
};

function openAsking(approvers: Approvers, brief: Partial<Brief> = {}) {
  const reading = readPolicyFile(
    'version: 1\nname: Ask\nrules:\n  - id: ask\n    on: [create_media_buy]\n    when: { amount: { over: "1 EUR" } }\n    then: ask_human\n',
    "ask.yaml",
  );
  if (reading.type === "invalid") throw new Error(reading.problems.join());
  return openStory({ policies: [reading.policy], approvers, requestedBy: ["sam"], brief });
}

const portsOf = ({ app, campaignId }: Story) => app.ports(campaignId);

async function approvalNow(story: Story): Promise<SignedPlanApproval> {
  const approval = planApprovalOf(await portsOf(story), "kim", {});
  if ("reason" in approval) throw new Error(approval.reason);
  return approval;
}

const orders = async (story: Story) =>
  (await story.state()).steps.filter(({ step }) => step.task === "create_media_buy");

describe("a plan that is approved as a whole", () => {
  let story: Story;
  beforeAll(async () => {
    story = await openAsking(fourEyes);
    await story.run();
  });
  afterAll(() => story[Symbol.asyncDispose]());

  it("is shown with every package that it buys and every step that it opens", async () => {
    const plan = await waitingPlan(await portsOf(story));
    const { plan: made } = await story.state();
    const lineIds = (lines: readonly { readonly lineId: string }[] = []) =>
      lines.map(({ lineId }) => lineId).toSorted();
    expect(lineIds(plan?.packages)).toEqual(lineIds(made?.lines));
    expect(plan).toMatchObject({ total: made?.total, typeTotal: true, approvals: { needed: 2, by: [] } });
    expect(plan?.steps.length).toBeGreaterThan(2);
  });

  it.each<[string, (approval: SignedPlanApproval) => Promise<string>, string]>([
    ["that has expired", (approval) => signApproval({ ...approval, exp: 1 }, keys.kim), "expired at 1970"],
    [
      "to another plan",
      (approval) => signApproval({ ...approval, plan: digest("else") }, keys.kim),
      "is for another plan",
    ],
    ["to less", (approval) => signApproval({ ...approval, total: 1 }, keys.kim), "is for another amount"],
    [
      "of another campaign",
      (approval) => signApproval({ ...approval, campaign: "other" }, keys.kim),
      "is for another campaign, other",
    ],
    [
      "of whoever asked for the campaign",
      (approval) => signApproval({ ...approval, approver: "sam" }, keys.sam),
      "sam asked for this campaign",
    ],
    [
      "above its approver's limit",
      (approval) => signApproval({ ...approval, approver: "lee" }, keys.lee),
      "lee may approve EUR 10.00 at most, and the plan costs",
    ],
    [
      "of a key that nobody named",
      (approval) => signApproval(approval, newKey()),
      "signed with a key that belongs to no approver",
    ],
    [
      "with a passkey that nobody named",
      async (approval) => withPasskey(approval, devices.stranger),
      "was given with a passkey that belongs to no approver",
    ],
    [
      "with another approver's passkey",
      async (approval) => withPasskey(approval, devices.robin),
      "is in the name of kim and given with the passkey of robin",
    ],
    [
      "without the device making sure of who holds it",
      async (approval) => withPasskey(approval, devices.kim, { verified: false }),
      "User verification",
    ],
    [
      "at another address",
      async (approval) => withPasskey(approval, devices.kim, { at: "http://evil.localhost:4800" }),
      "Unexpected authentication response origin",
    ],
    [
      "whose words were altered after the touch",
      async (approval) => {
        const { challenge } = challengeFor(approval);
        const { payload } = challengeFor({ ...approval, exp: approval.exp + 1 });
        return writePasskeyApproval(payload, devices.kim.touch(challenge));
      },
      "Unexpected authentication response challenge",
    ],
  ])("%s is refused, and nothing is sent", async (_, make, reason) => {
    const given = await recordPlanApproval(await portsOf(story), await make(await approvalNow(story)));
    expect(given).toMatchObject({ type: "refused", reason: expect.stringContaining(reason) });
    await story.run();
    expect((await orders(story)).filter(({ status }) => status !== "escalated")).toEqual([]);
  });

  it("opens nothing where somebody wrote it into the ledger past the entrance, changed", async () => {
    const ports = await portsOf(story);
    const approval = await approvalNow(story);
    const terms = (await story.state()).planApprovals[0]?.terms;
    expect(terms).toBeUndefined();
    const signed = await signApproval({ ...approval, plan: digest({}) }, keys.kim);
    const fabricated = { plan: "0".repeat(64), total: approval.total, currency: approval.currency };
    await ports.journal.record(
      {
        type: "plan-approved",
        by: "kim",
        approval: signed,
        terms: { ...fabricated, questions: [], packages: [] },
        opens: (await orders(story)).map(({ step }) => step.id),
      },
      `smuggled/${randomUUID()}`,
    );
    await story.run();
    expect((await orders(story)).filter(({ status }) => status !== "escalated")).toEqual([]);
  });

  it("needs as many people as its total does, each with a device or key of their own", async () => {
    const first = await withPasskey(await approvalNow(story), devices.kim);
    expect(await recordPlanApproval(await portsOf(story), first)).toEqual({ type: "recorded", by: "kim" });
    await story.run();
    expect((await orders(story)).filter(({ status }) => status !== "escalated")).toEqual([]);
    expect((await waitingPlan(await portsOf(story)))?.approvals).toMatchObject({ by: ["kim"], needed: 2 });
    expect(await recordPlanApproval(await portsOf(story), first)).toMatchObject({ type: "refused" });
    const again = await givePlanApproval(await portsOf(story), "kim", { key: keys.kim });
    expect(again).toEqual({ type: "refused", reason: "kim has approved already: another person must" });
  });

  it("then buys each order once, asks nobody again, and is judged the same offline", async () => {
    const second = { ...(await approvalNow(story)), approver: "robin" };
    await recordPlanApproval(await portsOf(story), await withPasskey(second, devices.robin));
    await story.run();
    const sent = await orders(story);
    expect(sent.map(({ status }) => status)).not.toContain("escalated");
    expect(sent.filter(({ status }) => status === "done").length).toBeGreaterThan(2);
    const isSent = sent.filter(({ intent }) => intent !== undefined);
    for (const { intent } of isSent) expect(intent?.approvals).toHaveLength(2);
    const booked = buysAt(story.sandbox);
    expect(new Set(booked).size).toBe(booked.length);
    expect(booked.length).toBeLessThanOrEqual(isSent.length);
    expect(await waitingPlan(await portsOf(story))).toBeUndefined();
    const bundle = await exportBundle(story.app.ledger, story.campaignId);
    const { decisions } = await replay(readBundle(JSON.stringify(bundle)));
    expect(decisions.filter((decision) => !decision.same)).toEqual([]);
  });
});

describe("an approval to a plan", () => {
  it("is not one to a step, nor the other way round", async () => {
    await using story = await openAsking(one);
    await story.run();
    const ports = await portsOf(story);
    const [order] = await orders(story);
    if (order === undefined) throw new Error("nothing waits");
    const toStep = (await approvalOf(ports, order.step.id, "kim", {})) as SignedApproval;
    const toPlan = await approvalNow(story);
    const asStep = await recordApproval(ports, order.step.id, await signApproval(toPlan, keys.kim));
    expect(asStep).toMatchObject({ type: "refused", reason: "the approval of kim is for a plan" });
    const asPlan = await recordPlanApproval(ports, await signApproval(toStep, keys.kim));
    expect(asPlan).toMatchObject({ type: "refused", reason: "the approval of kim is for a step" });
  });

  it("given before any order is proposed covers orders with a signal that is activated later", async () => {
    const brief = { audience: "people who hike and run outdoors", signals: ["mt_outdoor"] };
    await using story = await openAsking(one, brief);
    await story.run("plan");
    expect(await givePlanApproval(await portsOf(story), "kim", { key: keys.kim })).toMatchObject({
      type: "recorded",
    });
    await story.run();
    const sent = await orders(story);
    expect(JSON.stringify(sent)).toContain("signal_targeting_groups");
    expect(sent.map(({ status }) => status)).not.toContain("escalated");
    expect(buysAt(story.sandbox).length).toBe(sent.length);
  });

  it("is over when its approver is named no more", async () => {
    await using story = await openAsking(one);
    await story.run();
    await givePlanApproval(await portsOf(story), "kim", { key: keys.kim });
    const without: Approvers = { ...one, people: people.filter(({ name }) => name !== "kim") };
    const app = story.anotherApp({ approvers: without });
    const { advance } = await import("../../src/campaign/run/advance.ts");
    await advance(await app.ports(story.campaignId), "end");
    expect((await orders(story)).map(({ status }) => status)).not.toContain("done");
  });
});

async function withPasskey(
  approval: SignedApproval | SignedPlanApproval,
  device: ReturnType<typeof passkeyDevice>,
  how: Parameters<typeof device.touch>[1] = {},
): Promise<string> {
  const { payload, challenge } = challengeFor(approval);
  return writePasskeyApproval(payload, device.touch(challenge, how));
}
