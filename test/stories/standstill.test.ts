import { describe, expect, it } from "vitest";
import { exportBundle } from "../../src/campaign/audit/bundle.ts";
import { replay } from "../../src/campaign/audit/replay.ts";
import { advance } from "../../src/campaign/run/advance.ts";
import { endCampaign } from "../../src/campaign/run/end-campaign.ts";
import { liveCampaigns, turn } from "../../src/campaign/run/turn.ts";
import { exitCodeFor } from "../../src/cli/exit-codes.ts";
import { sellers } from "../../src/sandbox/inventory/sellers.ts";
import type { FaultRule } from "../../src/sandbox/sandbox.ts";
import { policyOf } from "../campaign/govern/policy-text.ts";
import { buysAt, openStory, type Story } from "./story.ts";

const down: FaultRule = { task: "get_products", do: "http", status: 503 };

function everySeller({ sandbox }: Story, rules: readonly FaultRule[]): void {
  for (const { slug } of sellers) sandbox.faults.set(slug, { rules });
}

/** Nothing in the ledger is broken, and every decision comes out again. */
async function expectReplayable({ app, campaignId }: Story): Promise<void> {
  expect(await app.ledger.verify()).toEqual([]);
  const { decisions, broken } = await replay(await exportBundle(app.ledger, campaignId));
  expect(broken).toEqual([]);
  expect(decisions.filter(({ same }) => !same)).toEqual([]);
}

function expectNoDouble({ sandbox }: Story): void {
  const bought = buysAt(sandbox);
  expect(bought.length).toBeGreaterThan(1);
  expect(new Set(bought).size).toBe(bought.length);
}

describe("a market in which every seller fails at first", () => {
  it("is asked again by the next run, buys, and can be replayed", async () => {
    await using story = await openStory();
    everySeller(story, [down]);
    const first = await story.run();
    expect(first).toMatchObject([
      { type: "market", reason: expect.stringMatching(/^(\d+) of \1 sellers failed/) },
    ]);
    expect((await story.state()).ended).toBeUndefined();
    expect(exitCodeFor(first, await story.state())).toBe(1);

    everySeller(story, []);
    await story.run();
    expect(await story.state()).toMatchObject({ round: { number: 2 } });
    expect((await story.state()).stalled).toBeUndefined();
    expectNoDouble(story);
    await expectReplayable(story);
  });

  it("is asked again by a turn that nobody asked for only when it is time", async () => {
    await using story = await openStory();
    everySeller(story, [down]);
    await story.run();
    const [stood] = await turn(story.app);
    expect(stood?.nextPoll?.at).toBe("2027-01-04T08:05:00.000Z");
    expect((await story.state()).round).toBeUndefined();
    everySeller(story, []);
    story.sandbox.advance(1);
    await turn(story.app);
    expectNoDouble(story);
  });

  it("is asked again once where several processes do it at the same time", async () => {
    await using story = await openStory();
    everySeller(story, [down]);
    await story.run();
    everySeller(story, []);
    const other = story.anotherApp();
    await Promise.all([story.run(), advance(await other.ports(story.campaignId), "end"), story.run()]);
    await story.run();
    expect((await story.state()).round?.number).toBe(2);
    expectNoDouble(story);
    await expectReplayable(story);
  });
});

it("buys with the credential of the day where there was none at first", async () => {
  await using story = await openStory();
  const nobody = story.anotherApp({ secrets: {} });
  const first = await advance(await nobody.ports(story.campaignId), "end");
  expect(first).toMatchObject([{ type: "market" }]);
  expect(exitCodeFor(first, await story.state())).toBe(1);
  expect(buysAt(story.sandbox)).toEqual([]);
  await story.run();
  expectNoDouble(story);
});

describe("orders that a local policy refuses", () => {
  const nothing = policyOf('{ amount: { over: "1 EUR" } }');

  it("are asked for again under the policies of the day, which are written down", async () => {
    await using story = await openStory({ policies: [nothing] });
    const first = await story.run();
    expect(first).toMatchObject([
      {
        type: "market",
        reason: expect.stringMatching(/no offer of \d+ sellers fits the plan: .*test\.yaml \(r\)/),
      },
    ]);
    expect(exitCodeFor(first, await story.state())).toBe(1);
    expect(buysAt(story.sandbox)).toEqual([]);

    const changed = story.anotherApp({ policies: [] });
    await advance(await changed.ports(story.campaignId), "end");
    expect((await story.state()).policies).toEqual([]);
    expectNoDouble(story);
    // The order keeps its reference: by it the seller knows it, whatever was forgotten between.
    expect(buysAt(story.sandbox).every((reference) => !reference.includes("#"))).toBe(true);
    await expectReplayable(story);
  });

  it("are ended by a person, and nothing of them goes on", async () => {
    await using story = await openStory({ policies: [nothing] });
    await story.run();
    const ports = await story.app.ports(story.campaignId);
    expect(await endCampaign(ports, { by: "kim", reason: "the launch is off" })).toBeUndefined();
    expect((await story.state()).ended).toBe("kim ended it: the launch is off");
    expect(await liveCampaigns(story.app.ledger)).toEqual([]);
    const calls = story.sandbox.calls.length;
    const after = await story.run();
    expect(after).toEqual([]);
    expect(exitCodeFor(after, await story.state())).toBe(1);
    expect(story.sandbox.calls.length).toBe(calls);
    expect((await endCampaign(ports, { by: "kim", reason: "again" }))?.type).toBe("ended");
  });
});

describe("a campaign whose buys run", () => {
  it("is not ended by a person while they may spend", async () => {
    await using story = await openStory();
    await story.run();
    const left = await endCampaign(await story.app.ports(story.campaignId), { by: "kim", reason: "off" });
    expect(left).toMatchObject({ type: "running", buys: expect.arrayContaining([expect.any(String)]) });
    expect((await story.state()).ended).toBeUndefined();
  });
});
