import { expect, it } from "vitest";
import { inbox } from "../../src/campaign/approvals/inbox.ts";
import { awaitsPerson } from "../../src/campaign/model/state/state.ts";
import { advance } from "../../src/campaign/run/advance.ts";
import { turn } from "../../src/campaign/run/turn.ts";
import { dayMs } from "../../src/lib/days.ts";
import { money } from "../../src/lib/money.ts";
import { sellers } from "../../src/sandbox/inventory/sellers.ts";
import type { SandboxOptions } from "../../src/sandbox/sandbox.ts";
import { isDeep } from "../depth.ts";
import { sellerAt } from "../fixtures/seller-at.ts";
import { brief, openStory, type Story } from "./story.ts";

const harbour = sellerAt("harbour.example");
const flight = { start: "2027-01-11", end: "2027-02-07" };
const channels = ["ctv", "olv", "streaming_audio"];

/** Four sellers that sell a product of each channel. */
const four = ["north", "south", "east", "west"].map((slug) => ({
  ...harbour,
  slug,
  domain: `${slug}.example`,
  name: slug,
  listings: channels.flatMap((channel) =>
    harbour.listings
      .slice(0, 1)
      .map((one) => ({ ...one, product_id: `${slug}_${channel}`, channels: [channel] })),
  ),
}));

/** The calls of three campaigns of four buys each, at four sellers, from the first day to the last. */
async function callsOfFourWeeks(turnsADay: number): Promise<ReadonlyMap<string, number>> {
  const excludedSellers = sellers.map(({ domain }) => domain);
  const limits = { maxCpm: money(4500, "EUR"), maxSharePerSeller: 0.25, excludedSellers };
  const briefOf = (channel: string) => ({
    budget: money(4_000_000, "EUR"),
    flight,
    channels: [channel],
    limits,
    name: channel,
  });
  await using story = await openStory({
    policies: [],
    sandbox: { sellers: four },
    brief: briefOf("ctv"),
  });
  for (const channel of channels.slice(1)) await story.app.begin({ ...brief, ...briefOf(channel) });
  const pass = async () => {
    story.wire.advance(60_000);
    await turn({ ledger: story.app.ledger, ports: story.app.ports });
  };
  await pass();
  story.sandbox.advance(7);
  await pass();
  const bought = story.sandbox.calls.filter(({ task }) => task === "create_media_buy");
  expect(bought).toHaveLength(12);
  const before = story.sandbox.calls.length;
  for (let count = 0; count < 28 * turnsADay; count++) {
    story.sandbox.clock.advance(dayMs / turnsADay);
    await pass();
  }
  expect((await story.state()).steps.filter(awaitsPerson)).toEqual([]);
  const calls = new Map<string, number>();
  for (const { task } of story.sandbox.calls.slice(before)) {
    const name = String(task);
    calls.set(name, (calls.get(name) ?? 0) + 1);
  }
  return calls;
}

/** What the same four weeks took when books were not read again, and creatives were asked for each day. */
const callsWithout = 762;

it("reads each seller's books once a day, at no more than 1.1 times the calls without", async () => {
  const calls = await callsOfFourWeeks(isDeep ? 24 : 2);
  const all = [...calls.values()].reduce((sum, count) => sum + count, 0);
  expect(calls.get("get_media_buys")).toBe(3 * four.length * 28);
  expect(all).toBeLessThanOrEqual(1.1 * callsWithout);
}, 1_800_000);

/** One buy at one seller that has run for three days. */
async function running(rewriteAnswer?: SandboxOptions["rewriteAnswer"]): Promise<Story> {
  const listings = harbour.listings.map((one) => ({
    ...one,
    pricing: one.pricing.filter(({ floor }) => floor === undefined),
  }));
  const others = sellers.map(({ domain }) => domain).filter((domain) => domain !== harbour.domain);
  const story = await openStory({
    policies: [],
    sandbox: {
      sellers: [{ ...harbour, listings: listings.filter((one) => one.pricing.length > 0) }],
      rewriteAnswer,
    },
    brief: {
      budget: money(6_000_000, "EUR"),
      flight,
      channels: ["ctv", "olv"],
      limits: { maxCpm: money(4500, "EUR"), maxSharePerSeller: 1, excludedSellers: others },
    },
  });
  await story.run();
  story.sandbox.advance(7);
  await story.run();
  for (let day = 0; day < 3; day++) {
    story.sandbox.advance(1);
    await story.run();
  }
  return story;
}

async function asked(story: Story) {
  return (await story.state()).steps
    .filter(awaitsPerson)
    .flatMap(({ check }) => check?.question?.differences ?? []);
}

async function statusOf(story: Story): Promise<unknown> {
  story.sandbox.faults.delete("sales");
  const { steps } = await story.state();
  const order = steps.find(({ step }) => step.task === "create_media_buy");
  const { read } = await story.app.ports(story.campaignId);
  const answer = await read(order?.step.agentUrl ?? "", "get_media_buys", {
    media_buy_ids: [String(order?.receipt?.payload["media_buy_id"])],
  });
  return answer.type === "answered" ? answer.payload.media_buys[0]?.status : undefined;
}

it("pauses a buy and asks where its seller's books have another price than was agreed", async () => {
  await using story = await running();
  expect(await asked(story)).toEqual([]);
  story.sandbox.faults.set("sales", {
    rules: [{ do: "other-price", price: 90, task: "get_media_buys" }],
  });
  story.sandbox.advance(1);
  await story.run();
  expect((await asked(story))[0]).toMatchObject({
    what: expect.stringMatching(/^the price of mb_sales_1_p\d$/),
    wanted: expect.stringMatching(/^EUR [\d.]+ CPM \([\d,]+ impressions\)$/),
    stated: expect.stringMatching(/^EUR 90\.00 CPM \([\d,]+ impressions\)$/),
  });
  expect(await statusOf(story)).toBe("paused");
});

it("reads a seller's books once in the first turn of a process, and writes nothing down of a day without news", async () => {
  await using story = await running();
  story.sandbox.advance(1);
  const before = story.sandbox.calls.length;
  const reads = () =>
    story.sandbox.calls.slice(before).filter(({ task }) => task === "get_media_buys").length;
  const app = story.anotherApp();
  const again = async () => {
    story.wire.advance(60_000);
    await advance(await app.ports(story.campaignId), "end");
  };
  await again();
  expect(reads()).toBe(1);
  const { sequence } = await story.state();
  for (let hour = 0; hour < 3; hour++) {
    story.sandbox.clock.advance(3_600_000);
    await again();
  }
  expect([reads(), (await story.state()).sequence]).toEqual([1, sequence]);
});

it("reads a buy again in the turn after its seller has reported on it", async () => {
  await using story = await running();
  const { steps } = await story.state();
  const order = steps.find(({ step }) => step.task === "create_media_buy");
  const ports = await story.app.ports(story.campaignId);
  const before = story.sandbox.calls.length;
  const reads = () =>
    story.sandbox.calls.slice(before).filter(({ task }) => task === "get_media_buys").length;
  await story.run();
  expect(reads()).toBe(0);
  await ports.journal.record(
    {
      type: "notice-received",
      stepId: order?.step.id ?? "",
      notice: {
        idempotencyKey: "report-1",
        taskType: "create_media_buy",
        taskId: "task",
        status: "completed",
        timestamp: new Date(story.sandbox.clock.now()).toISOString(),
        digest: "0".repeat(64),
      },
    },
    "notice/report-1",
  );
  await story.run();
  expect(reads()).toBe(1);
});

it("asks once about more money, also in another process, binds it and pauses the buy", async () => {
  let factor = 1;
  await using story = await running(({ task, payload }) => {
    const { media_buys: buys } = payload as { media_buys?: { packages: { budget: number }[] }[] };
    if (task !== "get_media_buys" || buys === undefined) return payload;
    const more = buys.map((buy) => ({
      ...buy,
      packages: buy.packages.map((item) => ({ ...item, budget: item.budget * factor })),
    }));
    return { ...payload, media_buys: more };
  });
  const bound = async () =>
    (await story.app.ledger.reservations(story.campaignId))
      .filter(({ claim }) => claim.scope === "budget")
      .reduce((sum, { claim }) => sum + claim.minor, 0);
  const ordered = await bound();
  factor = 2;
  story.sandbox.advance(1);
  await story.run();
  const waiting = async () => (await inbox(await story.app.ports(story.campaignId))).length;
  expect([await waiting(), await bound(), await statusOf(story)]).toEqual([1, 2 * ordered, "paused"]);
  story.wire.advance(60_000);
  await advance(await story.anotherApp().ports(story.campaignId), "end");
  expect([await waiting(), await bound()]).toEqual([1, 2 * ordered]);
  // A process that has seen none of the books before, and finds them other again.
  factor = 3;
  const app = story.anotherApp();
  for (let again = 0; again < 2; again++) {
    story.wire.advance(60_000);
    await advance(await app.ports(story.campaignId), "end");
  }
  expect([await waiting(), await bound()]).toEqual([1, 3 * ordered]);
  factor = 1;
  story.sandbox.advance(1);
  await story.run();
  expect([await waiting(), await bound(), await statusOf(story)]).toEqual([0, ordered, "active"]);
});
