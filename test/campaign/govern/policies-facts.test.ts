import { expect, it } from "vitest";
import { factsOf } from "../../../src/campaign/govern/policies/facts.ts";
import type { CampaignState } from "../../../src/campaign/model/state/state.ts";
import { openStory } from "../../stories/story.ts";

const now = Date.parse("2027-01-04T08:00:00Z");

it("facts of each buy of a campaign are known, but for categories that its brief does not name", async () => {
  await using story = await openStory();
  await story.run();
  const state = await story.state();
  const steps = state.steps.map(({ step }) => step);
  const buys = steps.filter(({ task }) => task === "create_media_buy");
  expect(buys.length).toBeGreaterThan(1);
  for (const buy of buys) {
    const facts = factsOf(buy, state, now);
    expect(facts).toMatchObject({
      amount: buy.planAmount,
      change: buy.amount,
      sellers: [buy.agentId],
      package_count: buy.lineIds.length,
      seller_count: buys.length,
      call_day: { from: "2027-01-04", to: "2027-01-04" },
      weekday: ["monday"],
    });
    expect(facts.flight?.from).toBe(state.brief?.flight.start);
    expect(facts.flight?.to).toBe(state.brief?.flight.end);
    expect(facts.cpm).toHaveLength(buy.lineIds.length);
    expect(facts.channels?.length).toBeGreaterThan(0);
    expect(facts.formats?.length).toBeGreaterThan(0);
    expect(facts.channel_share).toBeGreaterThan(0);
    expect(facts.channel_share).toBeLessThanOrEqual(10_000);
    expect(facts.guaranteed_share).toBeLessThanOrEqual(10_000);
    expect(facts.categories).toBeUndefined();
  }

  const [buy] = buys;
  if (buy === undefined) throw new Error("there is no buy");
  const { plan: _, ...unplanned } = state;
  const blind = factsOf(buy, unplanned, now);
  for (const word of ["channels", "cpm", "formats", "missing_data", "channel_share"] as const)
    expect(blind[word], word).toBeUndefined();

  const categories = ["sportswear"];
  const brief = state.brief && { ...state.brief, brand: { ...state.brief.brand, categories } };
  expect(factsOf(buy, { ...state, ...(brief && { brief }) }, now).categories).toEqual(categories);

  const update = (updates: Record<string, unknown>) =>
    factsOf({ ...buy, task: "update_media_buy", arguments: { media_buy_id: "mb", updates } }, state, now);
  expect(update({ budget_change: -12.5 }).change?.minor).toBe(-1250);
  expect(update({ packages: [{ package_id: "p", budget: 5 }] }).change).toBeUndefined();
  expect(update({ end_time: "2027-04-01T00:00:00Z" }).end).toEqual({ from: "2027-03-31", to: "2027-03-31" });

  const free = steps.find(({ task }) => task === "sync_accounts");
  expect(free && factsOf(free, state, now)).toMatchObject({ channels: [], cpm: [], package_count: 0 });
});

it.each([
  ["by the click, whatever 1,000 impressions come to", { pricingModel: "cpc", cpm: 7700 }, [], []],
  ["by an action, without a forecast of impressions", { pricingModel: "cpa" }, [], []],
  ["by the point", { pricingModel: "CPP" }, [], []],
  ["by a view that is bid for", { pricingModel: "cpcv_auction" }, [], []],
  ["as a whole, without a forecast", { pricingModel: "flat_rate", whole: true }, [], []],
  [
    "as a whole, with impressions",
    { pricingModel: "flat_rate", whole: true, impressions: 9e5, cpm: 6500 },
    [{ minor: 6500, currency: "EUR" }],
    [],
  ],
  ["by impressions", { pricingModel: "cpm", cpm: 1800 }, [{ minor: 1800, currency: "EUR" }], []],
  ["by impressions in view, of which nobody knows how many", { pricingModel: "vcpm" }, undefined, ["cpm"]],
  ["by a model that nobody knows", { pricingModel: "cpx" }, undefined, ["cpm"]],
])("the price of 1,000 impressions of what is sold %s", async (_, sold, cpm, missing) => {
  await using story = await openStory();
  await story.run();
  const state = await story.state();
  const buy = state.steps.map(({ step }) => step).find(({ task }) => task === "create_media_buy");
  if (buy === undefined) throw new Error("there is no buy");
  const exactly = (mid?: number) => (mid === undefined ? undefined : { low: mid, mid, high: mid });
  const plan = state.plan && {
    ...state.plan,
    lines: state.plan.lines.filter(({ lineId }) => lineId === buy.lineIds[0]),
  };
  const offers = state.offers?.map(({ cpm: _cpm, impressions: _impressions, whole: _whole, ...offer }) => ({
    ...offer,
    ...sold,
    cpm: exactly("cpm" in sold ? sold.cpm : undefined),
    impressions: exactly("impressions" in sold ? sold.impressions : undefined),
  }));
  const facts = factsOf(
    { ...buy, lineIds: buy.lineIds.slice(0, 1) },
    { ...state, plan, offers } as CampaignState,
    now,
  );
  expect(facts.cpm).toEqual(cpm);
  expect(facts.missing_data?.filter((name) => name === "cpm")).toEqual(missing);
});
