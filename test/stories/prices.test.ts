import { describe, expect, it } from "vitest";
import { findBuy, namesOf } from "../../src/campaign/account/changes/find-line.ts";
import { giveApproval, refuse } from "../../src/campaign/approvals/approve.ts";
import { inbox } from "../../src/campaign/approvals/inbox.ts";
import { changeBuy } from "../../src/campaign/change/change-buy.ts";
import { awaitsPerson, type StepState } from "../../src/campaign/model/state/state.ts";
import { money } from "../../src/lib/money.ts";
import { sellers } from "../../src/sandbox/inventory/sellers.ts";
import type { FaultRule, SandboxOptions } from "../../src/sandbox/sandbox.ts";
import { sellerAt } from "../fixtures/seller-at.ts";
import { openStory, type Story } from "./story.ts";

const seller = "harbour.example";

const harbour = sellerAt(seller);
const others = sellers.map(({ domain }) => domain).filter((domain) => domain !== seller);

/** Two weeks at one seller, at fixed prices alone or `bidding` where it sells by auction. */
const open = (sandbox: Partial<SandboxOptions> = {}, bidding = false) => {
  const listings = harbour.listings.map((one) => ({
    ...one,
    pricing: one.pricing.filter(({ floor }) => bidding === (floor !== undefined)),
  }));
  return openStory({
    policies: [],
    sandbox: {
      sellers: [{ ...harbour, listings: listings.filter((one) => one.pricing.length > 0) }],
      ...sandbox,
    },
    brief: {
      budget: money(6_000_000, "EUR"),
      flight: { start: "2027-01-11", end: "2027-01-24" },
      channels: ["ctv", "olv"],
      limits: { maxCpm: money(4500, "EUR"), maxSharePerSeller: 1, excludedSellers: others },
    },
  });
};

const wires = [
  ["the contract", {}],
  ["the public standard 3.0", { protocol: "adcp", release: "3.0" }],
  ["the public standard 3.1", { protocol: "adcp", release: "3.1" }],
] as const;

async function order(story: Story): Promise<StepState> {
  const found = (await story.state()).steps.find(
    ({ step }) => step.task === "create_media_buy" && step.agentId === seller,
  );
  if (found === undefined) throw new Error(`nothing is ordered at ${seller}`);
  return found;
}

/** What people are asked about the order. */
async function asked(story: Story) {
  const current = await order(story);
  return awaitsPerson(current) ? current.check?.question?.differences : undefined;
}

async function anybodyAsked(story: Story): Promise<string[]> {
  return (await story.state()).steps.filter(awaitsPerson).map(({ step }) => step.id);
}

/** Whether the seller's books have the buy paused. */
async function isPaused(story: Story): Promise<boolean> {
  story.sandbox.faults.delete("sales");
  const current = await order(story);
  const { read } = await story.app.ports(story.campaignId);
  const id = String(current.receipt?.payload["media_buy_id"]);
  const answer = await read(current.step.agentUrl, "get_media_buys", { media_buy_ids: [id] });
  return answer.type === "answered" && answer.payload.media_buys[0]?.status === "paused";
}

function fault(story: Story, ...rules: FaultRule[]): void {
  story.sandbox.faults.set("sales", { rules });
}

/** Days of the flight, each with a turn. */
async function days(story: Story, count: number): Promise<void> {
  for (let day = 0; day < count; day++) {
    story.sandbox.advance(1);
    await story.run();
  }
}

async function running(story: Story, wait = 7): Promise<void> {
  await story.run();
  story.sandbox.advance(wait);
  await story.run();
}

/** A person takes what is asked about the order as it stands. */
async function take(story: Story): Promise<void> {
  const ports = await story.app.ports(story.campaignId);
  expect(await giveApproval(ports, (await order(story)).step.id, "robin")).toMatchObject({
    type: "recorded",
  });
  await story.run();
}

const price = /^the price of mb_sales_1_p\d$/;

describe.each(wires)("in the words of %s, another price than was agreed", (_name, wire) => {
  it("is asked about where a seller confirms it, and the buy is paused meanwhile", async () => {
    await using story = await open(wire);
    fault(story, { do: "other-price", price: 90, task: "create_media_buy" });
    await story.run();
    expect((await asked(story))?.[0]).toMatchObject({
      what: expect.stringMatching(price),
      wanted: expect.stringMatching(/^EUR [\d.]+ CPM \([\d,]+ impressions\)$/),
      stated: expect.stringMatching(/^EUR 90\.00 CPM \([\d,]+ impressions\)$/),
    });
    expect(await isPaused(story)).toBe(true);
    expect((await inbox(await story.app.ports(story.campaignId))).map(({ stepId }) => stepId)).toContain(
      (await order(story)).step.id,
    );
  });

  it("is asked about where its books have it", async () => {
    await using story = await open(wire);
    fault(story, { do: "other-price", price: 90, task: "get_media_buys" });
    await story.run();
    expect((await asked(story))?.[0]).toMatchObject({ what: expect.stringMatching(price) });
    expect(await isPaused(story)).toBe(true);
  });

  it.each([
    ["rate", { price: 90 }, /^EUR 90\.00 CPM/],
    ["model", { price: 2, model: "cpc" }, /^EUR 2\.00 CPC$/],
    ["currency", { price: 5, currency: "GBP" }, /^GBP 5\.00 CPM$/],
  ])("is asked about in the turn in which a report tells it: %s", async (_kind, other, told) => {
    await using story = await open(wire);
    await running(story);
    expect(await anybodyAsked(story)).toEqual([]);
    fault(story, { do: "other-price", task: "get_media_buy_delivery", ...other });
    await days(story, 1);
    expect((await asked(story))?.[0]).toMatchObject({
      what: expect.stringMatching(price),
      stated: expect.stringMatching(told),
    });
    expect(await isPaused(story)).toBe(true);
  });
});

describe("another price than was agreed", () => {
  it.each([2, 1.5, 4])(
    "is asked about where reports come to %f times of it and tell no rate",
    async (factor) => {
      await using story = await open();
      await running(story);
      fault(story, { do: "overcharge", factor, task: "get_media_buy_delivery" });
      await days(story, 3);
      expect((await asked(story))?.[0]?.stated).toMatch(/^EUR [\d.]+ CPM or more by what it reports$/);
      expect(await isPaused(story)).toBe(true);
    },
  );

  it("is found for a buy whose budget people have changed", async () => {
    await using story = await open();
    await running(story, 9);
    const state = await story.state();
    const foundBuy = findBuy(state, namesOf(state).find((one) => one.startsWith(`${seller}/`)) ?? "");
    const line = state.plan?.lines.find(({ lineId }) => lineId === foundBuy?.lineIds[0]);
    if (foundBuy === undefined || line === undefined) throw new Error("nothing was bought");
    const to = money(Math.round(line.budget.minor * 0.8), "EUR");
    const ports = await story.app.ports(story.campaignId);
    await changeBuy(
      foundBuy,
      { requested: { verb: "decrease", to }, askedBy: ["kim"] },
      { execute: true },
      ports,
    );
    fault(story, { do: "other-price", price: 90, task: "get_media_buy_delivery" });
    await days(story, 2);
    // Its budget is not as it was ordered either, and nobody is asked about that.
    const whats = (await asked(story))?.map(({ what }) => what) ?? [];
    expect(whats.filter((what) => !price.test(what))).toEqual([]);
    expect(whats).not.toEqual([]);
    fault(story);
    await days(story, 1);
    // The seller reports as was agreed again: nobody is asked any more, and the buy runs.
    expect(await asked(story)).toBeUndefined();
    expect(await isPaused(story)).toBe(false);
  });

  it("runs on once a person has taken it, and is not asked about again until it is another", async () => {
    await using story = await open();
    await running(story);
    const at = (price: number) => fault(story, { do: "other-price", price, task: "get_media_buy_delivery" });
    at(90);
    await days(story, 1);
    await take(story);
    expect(await asked(story)).toBeUndefined();
    expect(await isPaused(story)).toBe(false);
    at(90);
    await days(story, 3);
    expect(await anybodyAsked(story)).toEqual([]);
    // As agreed for a day, and as taken again.
    fault(story);
    await days(story, 1);
    at(90);
    await days(story, 1);
    expect(await anybodyAsked(story)).toEqual([]);
    at(120);
    await days(story, 1);
    expect((await asked(story))?.[0]?.stated).toMatch(/^EUR 120\.00/);
    // Back at what was taken: the question answers itself.
    at(90);
    await days(story, 1);
    expect(await anybodyAsked(story)).toEqual([]);
    expect(await isPaused(story)).toBe(false);
  });

  it("is taken of an auction with all that is less, and in another currency whatever it clears at", async () => {
    await using story = await open({}, true);
    await running(story);
    const at = (price: number, currency?: string) =>
      fault(story, { do: "other-price", price, currency, task: "get_media_buy_delivery" });
    at(900);
    await days(story, 1);
    await take(story);
    at(120);
    await days(story, 1);
    expect(await anybodyAsked(story)).toEqual([]);
    at(16.23, "USD");
    await days(story, 1);
    expect((await asked(story))?.[0]?.stated).toBe("USD 20.00 CPM or less");
    await take(story);
    at(11.4, "USD");
    await days(story, 1);
    at(19.99, "USD");
    await days(story, 1);
    expect(await anybodyAsked(story)).toEqual([]);
    at(90, "USD");
    await days(story, 1);
    expect((await asked(story))?.[0]?.stated).toBe("USD 100.00 CPM or less");
  });

  it("is not asked about again where what reports come to is less than what was taken", async () => {
    await using story = await open();
    await running(story);
    fault(story, { do: "overcharge", factor: 2, task: "get_media_buy_delivery" });
    await days(story, 3);
    const before = (await asked(story)) ?? [];
    expect(before.length).toBeGreaterThan(0);
    await take(story);
    fault(story, { do: "overcharge", factor: 1.6, task: "get_media_buy_delivery" });
    await days(story, 2);
    expect(await anybodyAsked(story)).toEqual([]);
  });

  it("is asked about where an auction clears above the bid, and not below it", async () => {
    await using story = await open({}, true);
    await running(story);
    await days(story, 2);
    expect(await anybodyAsked(story)).toEqual([]);
    fault(story, { do: "other-price", price: 90, task: "get_media_buy_delivery" });
    await days(story, 1);
    expect((await asked(story))?.[0]).toMatchObject({
      wanted: expect.stringMatching(/ CPM or less$/),
      stated: expect.stringMatching(/ CPM or more$/),
    });
  });

  it("leaves the buy paused where a person refuses it", async () => {
    await using story = await open();
    await running(story);
    fault(story, { do: "other-price", price: 90, task: "get_media_buy_delivery" });
    await days(story, 1);
    const ports = await story.app.ports(story.campaignId);
    await refuse(ports, (await order(story)).step.id, { by: "robin", reason: "not agreed" });
    await days(story, 2);
    expect(await anybodyAsked(story)).toEqual([]);
    expect(await isPaused(story)).toBe(true);
  });
});

describe("nobody is asked", () => {
  it.each([
    ["a lower price", { do: "other-price", price: 1, task: "get_media_buy_delivery" }],
    ["a lower price in its books", { do: "other-price", price: 1, task: "get_media_buys" }],
    ["figures restated down", { do: "restate", factor: 0.8, task: "get_media_buy_delivery", call: 2 }],
    ["no days", { do: "missing-days", every: 2, task: "get_media_buy_delivery" }],
    ["a total of its own", { do: "wrong-total", factor: 0.3, task: "get_media_buy_delivery" }],
    ["impressions a little behind", { do: "overcharge", factor: 1.08, task: "get_media_buy_delivery" }],
    ["the last day not counted", { do: "overcharge", factor: 3, task: "get_media_buy_delivery", call: 1 }],
  ] as const)("where a seller tells %s", async (_name, rule) => {
    await using story = await open();
    await running(story);
    fault(story, rule);
    await days(story, 4);
    expect(await anybodyAsked(story)).toEqual([]);
  });
});
