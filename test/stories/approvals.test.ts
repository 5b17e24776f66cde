import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type SignedApproval, signApproval } from "../../src/campaign/approvals/approval.ts";
import { giveApproval, recordApproval, refuse } from "../../src/campaign/approvals/approve.ts";
import { inbox } from "../../src/campaign/approvals/inbox.ts";
import { exportBundle, readBundle } from "../../src/campaign/audit/bundle.ts";
import { replay } from "../../src/campaign/audit/replay.ts";
import { readPolicyFile } from "../../src/campaign/govern/files/policy-file.ts";
import type { Approver, Approvers } from "../../src/campaign/model/decisions/approvers.ts";
import { stepOf } from "../../src/campaign/model/state/state.ts";
import { frozen } from "../../src/campaign/steps/frozen.ts";
import { digest } from "../../src/lib/digest.ts";
import { newKey, publicKeyOf } from "../../src/lib/key-file.ts";
import { type Money, money } from "../../src/lib/money.ts";
import { buysAt, openStory, type Story } from "./story.ts";

type Named = Approvers & { readonly type: "named" };

const keys = { kim: newKey(), robin: newKey(), lee: newKey(), sam: newKey() };
const person = (name: keyof typeof keys, upTo: number): Approver => ({
  name,
  publicKey: publicKeyOf(keys[name]),
  upTo: money(upTo, "EUR"),
});
const approvers: Named = {
  type: "named",
  people: [
    person("kim", 50_000_000),
    person("robin", 50_000_000),
    person("lee", 1000),
    person("sam", 50_000_000),
  ],
  tiers: [{ over: money(100, "EUR"), approvers: 2, typeTotal: true }],
};
const oneApprover: Named = { ...approvers, tiers: [] };

function askAboutEveryBuy() {
  const reading = readPolicyFile(
    'version: 1\nname: Ask\nrules:\n  - id: ask\n    on: [create_media_buy]\n    when: { amount: { over: "1 EUR" } }\n    then: ask_human\n',
    "ask.yaml",
  );
  if (reading.type === "invalid") throw new Error(reading.problems.join());
  return reading.policy;
}

const kiosk = "buy/kiosk-exchange.example/EUR";
const harbour = "buy/harbour.example/EUR";
const metropol = "buy/metropol-screens.example/EUR";

async function waitingStep(story: Story, stepId: string) {
  const found = stepOf(await story.state(), stepId);
  if (found === undefined) throw new Error(`there is no ${stepId}`);
  return found;
}

/** An approval to the step as it stands, with changes, signed as its maker likes. */
async function forged(story: Story, stepId: string, changes: Partial<SignedApproval> = {}, key = keys.kim) {
  const { step } = await waitingStep(story, stepId);
  const now = Math.floor(story.sandbox.clock.now() / 1000);
  const claims: SignedApproval = {
    campaign: story.campaignId,
    step: step.id,
    digest: frozen(step, await story.app.ports(story.campaignId)).digest,
    total: step.amount.minor,
    currency: step.amount.currency,
    approver: "kim",
    iat: now,
    exp: now + 86_400,
    jti: randomUUID(),
    ...changes,
  };
  return signApproval(claims, key);
}

/** Somebody who can write into the ledger puts an approval there past every check at the entrance. */
async function smuggle(story: Story, stepId: string, jws: string): Promise<void> {
  const { step } = await waitingStep(story, stepId);
  const ports = await story.app.ports(story.campaignId);
  await ports.journal.record(
    { type: "step-approved", stepId, digest: frozen(step, ports).digest, by: "kim", approval: jws },
    `smuggled/${randomUUID()}`,
  );
}

describe("an approval that is not one", () => {
  let story: Story;
  beforeAll(async () => {
    story = await openStory({ policies: [askAboutEveryBuy()], approvers, requestedBy: ["sam"] });
    await story.run();
  });
  afterAll(() => story[Symbol.asyncDispose]());

  const payloadOf = (jws: string): SignedApproval =>
    JSON.parse(Buffer.from(jws.split(".")[1] ?? "", "base64url").toString());

  it.each<[string, () => Promise<string>, string]>([
    ["that has expired", () => forged(story, kiosk, { exp: 1 }), "expired at 1970-01-01T00:00:01.000Z"],
    [
      "whose payload was altered",
      async () => {
        const [header, , signature] = (await forged(story, kiosk)).split(".");
        const payload = { ...payloadOf(await forged(story, kiosk)), exp: 4_102_444_800 };
        return [header, Buffer.from(JSON.stringify(payload)).toString("base64url"), signature].join(".");
      },
      "was altered after it was signed",
    ],
    [
      "whose signature was altered",
      async () => {
        const jws = await forged(story, kiosk);
        return `${jws.slice(0, -2)}${jws.at(-2) === "A" ? "B" : "A"}${jws.at(-1)}`;
      },
      "was altered after it was signed",
    ],
    ["that its user made a key for", () => forged(story, kiosk, {}, newKey()), "belongs to no approver"],
    [
      "for another campaign",
      () => forged(story, kiosk, { campaign: "other-1" }),
      "is for another campaign, other-1",
    ],
    ["for another step", () => forged(story, harbour), `is for another step, ${harbour}`],
    ["for another amount", () => forged(story, kiosk, { total: 100 }), "is for another amount, EUR 1.00"],
    ["for other arguments", () => forged(story, kiosk, { digest: digest("else") }), "is for other arguments"],
    [
      "that would hold for years",
      () => forged(story, kiosk, { exp: 4_102_444_800 }),
      "would hold until 2100-01-01T00:00:00.000Z, for more than 7 days",
    ],
    [
      "of whoever asked for the campaign",
      () => forged(story, kiosk, { approver: "sam" }, keys.sam),
      "sam asked for this campaign",
    ],
    [
      "above the approver's limit",
      () => forged(story, kiosk, { approver: "lee" }, keys.lee),
      "lee may approve EUR 10.00 at most",
    ],
  ])("%s is refused when it is given and at the gate, and nothing is sent", async (_, make, reason) => {
    const jws = await make();
    expect(await recordApproval(await story.app.ports(story.campaignId), kiosk, jws)).toMatchObject({
      type: "refused",
      reason: expect.stringContaining(reason),
    });
    await smuggle(story, kiosk, jws);
    await story.run();
    expect(await waitingStep(story, kiosk)).toMatchObject({
      status: "escalated",
      reason: expect.stringContaining(reason),
    });
    expect(buysAt(story.sandbox)).toEqual([]);
  });

  it("of one of two approvers is not enough, and cannot be used for the other", async () => {
    const ports = () => story.app.ports(story.campaignId);
    const jws = await forged(story, harbour);
    expect(await recordApproval(await ports(), harbour, jws)).toEqual({ type: "recorded", by: "kim" });
    await story.run();
    expect(await waitingStep(story, harbour)).toMatchObject({
      status: "escalated",
      reason: expect.stringContaining("1 of 2 approvers have approved (kim)"),
    });
    expect(await recordApproval(await ports(), harbour, jws)).toMatchObject({
      reason: "the approval of kim was used before",
    });
    expect(await giveApproval(await ports(), harbour, "kim", { key: keys.kim })).toMatchObject({
      reason: "kim has approved already: another person must",
    });
    await smuggle(story, harbour, jws);
    await story.run();
    expect((await waitingStep(story, harbour)).reason).toContain("was used before");
    expect(buysAt(story.sandbox)).toEqual([]);
  });

  it("is no matter where two people have approved: the step is bought, once", async () => {
    const ports = await story.app.ports(story.campaignId);
    expect(await giveApproval(ports, harbour, "anybody", { key: keys.robin })).toEqual({
      type: "recorded",
      by: "robin",
    });
    await story.run();
    const { status, intent } = await waitingStep(story, harbour);
    expect(status).toBe("done");
    expect(intent?.approvals).toHaveLength(2);
    expect(buysAt(story.sandbox)).toEqual([`${story.campaignId}/${harbour}`]);
    const check = story.sandbox.calls.findLast(
      ({ task, arguments: asked }) => task === "check_governance" && asked["human_approval"] !== undefined,
    );
    expect(check?.arguments["human_approval"]).toMatchObject({ approver: "kim, robin" });
    await expect(
      giveApproval(await story.app.ports(story.campaignId), harbour, "", { key: keys.kim }),
    ).rejects.toThrow("waits for nobody: it is done");
  });

  it("is asked for all the same where it was thrown away what agents speak", async () => {
    rmSync(join(story.home, "dialects.json"));
    expect(await inbox(await story.anotherApp().ports(story.campaignId))).not.toEqual([]);
  });

  it("does not outlive the time that people have: what nobody decided is refused", async () => {
    const [waiting] = await inbox(await story.app.ports(story.campaignId));
    expect(waiting?.until).toBeDefined();
    await refuse(await story.app.ports(story.campaignId), metropol, { by: "kim", reason: "no screens" });
    story.sandbox.advance(6);
    await story.run();
    expect((await waitingStep(story, kiosk)).status).toBe("escalated");
    story.sandbox.advance(2);
    await story.run();
    expect(await waitingStep(story, kiosk)).toMatchObject({
      status: "refused",
      reason: expect.stringContaining("the approval expired on"),
    });
    const again = await replay(
      readBundle(JSON.stringify(await exportBundle(story.app.ledger, story.campaignId))),
    );
    expect(again.decisions.filter(({ same }) => !same)).toEqual([]);
    expect((await waitingStep(story, metropol)).reason).toBe("rejected by kim: no screens");
    expect(buysAt(story.sandbox)).toHaveLength(1);
  });
});

it("uses an approval of five seconds at once, names one that is over, and takes none past the approval window", async () => {
  await using story = await openStory({
    policies: [askAboutEveryBuy()],
    settings: { approval_window: 2 * 86_400_000 },
  });
  await story.run();
  const ports = () => story.app.ports(story.campaignId);
  await giveApproval(await ports(), kiosk, "kim", { validForMs: 5000 });
  await story.run();
  expect((await waitingStep(story, kiosk)).status).toBe("done");
  await giveApproval(await ports(), harbour, "kim", { validForMs: 5000 });
  story.sandbox.clock.advance(6000);
  await story.run();
  expect(await waitingStep(story, harbour)).toMatchObject({
    status: "escalated",
    reason: expect.stringContaining("the approval of kim expired at 2027-01-04T08:"),
  });
  expect(await giveApproval(await ports(), harbour, "kim", { validForMs: 3 * 86_400_000 })).toMatchObject({
    type: "refused",
    reason: expect.stringContaining("past the approval window"),
  });
  expect(buysAt(story.sandbox)).toHaveLength(1);
});

it("counts what an order's data costs against a person's limit, and against the tiers", async () => {
  await using story = await openStory({
    brief: { audience: "people who hike and run outdoors", signals: ["mt_outdoor"] },
    policies: [askAboutEveryBuy()],
    approvers: oneApprover,
    requestedBy: ["sam"],
  });
  await story.run();
  const dear = (await story.state()).steps.find(
    ({ step: { task, amount, planAmount } }) =>
      task === "create_media_buy" && amount.currency === "EUR" && planAmount.minor > amount.minor,
  );
  if (dear === undefined) throw new Error("no order uses data");
  const { id, amount, planAmount } = dear.step;
  const portsOf = (upTo: Money, tiers = oneApprover) =>
    story
      .anotherApp({ approvers: { ...tiers, people: [{ ...person("kim", 0), upTo }] } })
      .ports(story.campaignId);
  const under = await portsOf(amount);
  expect(await giveApproval(under, id, "kim", { key: keys.kim })).toMatchObject({
    type: "refused",
    reason: expect.stringMatching(/ at most, and the step costs EUR [\d,.]+ with data$/),
  });
  const over = { ...oneApprover, tiers: [{ over: amount, approvers: 2, typeTotal: false }] };
  const [asked] = (await inbox(await portsOf(planAmount, over))).filter(({ stepId }) => stepId === id);
  expect([asked?.total, asked?.planTotal, asked?.approvals.needed]).toEqual([amount, planAmount, 2]);
  const enough = await portsOf(planAmount);
  expect(await giveApproval(enough, id, "kim", { key: keys.kim })).toMatchObject({ type: "recorded" });
});

it("asks again, with what has changed, when the amount that was approved is changed", async () => {
  await using story = await openStory({
    policies: [askAboutEveryBuy()],
    approvers: oneApprover,
    requestedBy: ["sam"],
    sandbox: {
      governance: {
        decide: ({ tool, payload }) => {
          // The checked payload is a create_media_buy.
          const [first] = (payload["packages"] ?? []) as { budget: number }[];
          return tool === "create_media_buy" && first !== undefined && first.budget > 2000
            ? {
                verdict: "conditions",
                conditions: [{ field: "packages[0].budget", required_value: 2000, reason: "less" }],
              }
            : undefined;
        },
      },
    },
  });
  await story.run();
  await giveApproval(await story.app.ports(story.campaignId), kiosk, "kim", { key: keys.kim });
  await story.run();
  expect(buysAt(story.sandbox)).toEqual([]);
  const changed = (await inbox(await story.app.ports(story.campaignId))).find(({ stepId }) =>
    stepId.startsWith(kiosk),
  );
  expect(changed).toMatchObject({
    stepId: `${kiosk}~2`,
    requiredBy: "policy",
    approvals: { needed: 1, by: [] },
    changes: [{ field: "packages[0].budget", after: "2000" }],
  });
  expect(
    await giveApproval(await story.app.ports(story.campaignId), kiosk, "kim", {
      key: keys.kim,
      seen: digest("what was shown before"),
    }),
  ).toMatchObject({ type: "refused", reason: expect.stringContaining("has changed since it was shown") });
  await giveApproval(await story.app.ports(story.campaignId), kiosk, "kim", { key: keys.kim });
  await story.run();
  expect(buysAt(story.sandbox)).toEqual([`${story.campaignId}/${kiosk}`]);
});

it("sends nothing under a new key, after the replay window, for an approval that nobody signed", async () => {
  await using story = await openStory();
  const { sandbox } = story;
  sandbox.faults.set("sales", { rules: [{ do: "drop", when: "before", task: "create_media_buy" }] });
  await story.run();
  sandbox.faults.delete("sales");
  sandbox.advance(2);
  await story.run();
  expect(await waitingStep(story, harbour)).toMatchObject({ status: "escalated", step: { id: harbour } });
  await smuggle(story, harbour, await forged(story, harbour, {}, newKey()));
  await story.run();
  expect(await waitingStep(story, harbour)).toMatchObject({ status: "escalated", step: { id: harbour } });
  expect(buysAt(sandbox)).not.toContain(`${story.campaignId}/${harbour}`);
  await giveApproval(await story.app.ports(story.campaignId), harbour, "kim");
  await story.run();
  expect(await waitingStep(story, harbour)).toMatchObject({ status: "done", step: { id: `${harbour}~2` } });
});

it("is told of whoever decided first, and changes nothing of it, where two people decide at once", async () => {
  await using story = await openStory({
    policies: [askAboutEveryBuy()],
    approvers: oneApprover,
    requestedBy: ["sam"],
  });
  await story.run();
  // Both have opened the page before either decides.
  const [one, other] = [
    await story.app.ports(story.campaignId),
    await story.anotherApp().ports(story.campaignId),
  ];
  await giveApproval(one, kiosk, "kim", { key: keys.kim });
  await story.run();
  await refuse(one, harbour, { by: "kim", reason: "too dear" });
  await expect(refuse(other, kiosk, { by: "robin", reason: "no kiosks" })).rejects.toThrow(
    `step ${kiosk} waits for nobody: it is done`,
  );
  await expect(giveApproval(other, harbour, "robin", { key: keys.robin })).rejects.toThrow(
    `step ${harbour} waits for nobody: it is refused`,
  );
  expect((await waitingStep(story, kiosk)).rejection).toBeUndefined();
  expect((await waitingStep(story, harbour)).approval).toBeUndefined();
});
