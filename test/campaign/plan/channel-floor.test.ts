import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Brief } from "../../../src/brief/brief.ts";
import { withDeskLimits } from "../../../src/brief/desk-limits.ts";
import type { Offer } from "../../../src/campaign/model/offers/offer.ts";
import type { Plan } from "../../../src/campaign/model/offers/plan.ts";
import { limitBrokenBy } from "../../../src/campaign/plan/allocate.ts";
import { makePlan, splitBudget } from "../../../src/campaign/plan/make-plan.ts";
import { rank } from "../../../src/campaign/rank/rank.ts";
import { times } from "../../depth.ts";
import { brief, context, exactly, exchange, offer, seller } from "../rank/arbitraries.ts";

const euros = (amount: number) => ({ minor: Math.round(amount * 100), currency: "EUR" });

/** Sells impressions on one channel at one price, worth so many euros. */
const sells = (channel: string, cpm: number, worth = 900_000, values: Partial<Offer> = {}) =>
  offer({
    productId: `${channel} ${cpm}`,
    sellerId: `${channel}-${cpm}.example`,
    channels: [channel],
    price: euros(cpm),
    cpm: exactly(cpm * 100),
    impressions: exactly((worth / cpm) * 1000),
    ...values,
  });
const market = [sells("display", 2), sells("ctv", 20), sells("olv", 10)];
const wanted = ["ctv", "display", "olv"];

function requestOf(offers: readonly Offer[], values: Partial<Brief>, limits: Partial<Brief["limits"]> = {}) {
  const one = brief({
    kpi: { metric: "impressions", target: 1 },
    budget: euros(10_000),
    channels: wanted,
    ...values,
    limits: { excludedSellers: [], maxSharePerSeller: 1, ...values.limits, ...limits },
  });
  const sellers = offers.map(({ sellerId }) => seller(sellerId));
  const rankUnder = (other: Brief) => rank(offers, context({ brief: other, sellers }));
  return {
    planId: "plan",
    signals: [],
    brief: one,
    offers,
    ranking: rankUnder(one),
    rankUnder,
    exchange,
  };
}
const planFor = (...all: Parameters<typeof requestOf>) => makePlan(requestOf(...all));

it("stands before the least for a package that nobody asked for", async () => {
  const offers = [sells("display", 2), sells("ctv", 20, 70), sells("olv", 10)];
  const { lines } = await planFor(offers, {}, { floorPerChannel: 0.05 });
  expect(lines.map(({ channels, amount }) => [channels[0], amount.minor / 100])).toContainEqual(["ctv", 70]);
});

it("leaves the terms that cannot hold together named where nobody sells one of the channels", async () => {
  const offers = [sells("ctv", 20, 1_000), sells("olv", 10, 900_000, { deliveryType: "non_guaranteed" })];
  const plan = await planFor(offers, {}, { floorPerChannel: 0.05, minGuaranteedShare: 0.3 });
  expect(plan.lines).toEqual([]);
  expect(plan.conflict?.wishes.map(({ text }) => text)).toContain(
    "at least 30 % of the budget with guaranteed delivery",
  );
});

const spent = ({ lines }: Plan) =>
  Object.fromEntries(lines.map(({ channels, amount }) => [channels[0], amount.minor / 100]));

describe("channels of the brief that get nothing", () => {
  it("are told with what 5 % for each would cost", async () => {
    const plan = await planFor(market, {});
    expect(spent(plan)).toEqual({ display: 10_000 });
    // 9,000 at 2, 500 at 20 and 500 at 10, against 10,000 at 2.
    expect(plan.floor).toEqual({
      channels: ["ctv", "olv"],
      share: 0.05,
      expected: 4_575_000,
      less: expect.closeTo(1 - 4_575_000 / 5_000_000, 9),
    });
  });

  it("are told where they get less than that", async () => {
    const plan = await planFor([sells("display", 20), sells("ctv", 2, 300), sells("ctv", 40)], {
      channels: ["ctv", "display"],
      limits: { excludedSellers: [], leastPerLine: euros(1) },
    });
    expect(spent(plan)).toEqual({ ctv: 300, display: 9_700 });
    // Another 200 at 40 in place of 20.
    expect(plan.floor).toEqual({
      channels: ["ctv"],
      share: 0.05,
      expected: 630_000,
      less: expect.closeTo(1 - 630_000 / 635_000, 9),
    });
  });

  it("say nothing of their cost where no plan holds it", async () => {
    const plan = await planFor(market, {}, { maxPackages: 1 });
    expect(plan.floor).toEqual({ channels: ["ctv", "olv"], share: 0.05 });
  });

  it.each<[string, Partial<Brief>, Partial<Brief["limits"]>]>([
    ["the brief names no channel", { channels: [] }, {}],
    ["it has a word of its own on each", {}, { channelShares: { ctv: { max: 0.3 }, olv: { min: 0.01 } } }],
    ["it sets floors aside", {}, { floorPerChannel: 0 }],
    ["nothing may be bought there", {}, { excludedSellers: ["ctv-20.example", "olv-10.example"] }],
  ])("are no matter where %s", async (_, values, limits) => {
    expect((await planFor(market, values, limits)).floor).toBeUndefined();
  });

  it("cost what two plans differ by, and one offer more still costs nothing", async () => {
    const any = fc.record({
      channel: fc.constantFrom(...wanted),
      cpm: fc.integer({ min: 2, max: 40 }),
      worth: fc.integer({ min: 600, max: 20_000 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(any, { minLength: 2, maxLength: 7 }), async (all) => {
        const offers = all.map(({ channel, cpm, worth }, i) =>
          sells(channel, cpm, worth, { productId: `o${i}`, sellerId: `o${i}.example` }),
        );
        const { floor, goal } = await planFor(offers, {});
        const before = await planFor(offers.slice(1), {});
        expect(goal?.expected.mid ?? 0).toBeGreaterThanOrEqual((before.goal?.expected.mid ?? 0) * 0.995 - 1);
        if (floor === undefined) return;
        const channelShares = Object.fromEntries(floor.channels.map((name) => [name, { min: floor.share }]));
        const held = await splitBudget(requestOf(offers, {}, { channelShares }));
        expect(floor.expected).toBe(held.goal?.expected.mid);
        const [own, other] = [goal?.expected.mid ?? 0, held.goal?.expected.mid];
        expect(floor.less).toEqual(other && 1 - other / own);
      }),
      { numRuns: times(40, 2_000) },
    );
  }, 240_000);
});

describe("a floor for each channel that is named", () => {
  it("holds, as the brief has it, and its cost is told with the other limits", async () => {
    const plan = await planFor(market, {}, { floorPerChannel: 0.05 });
    expect(spent(plan)).toEqual({ display: 9_000, ctv: 500, olv: 500 });
    expect(plan.floor).toBeUndefined();
    expect(plan.binding.join("; ")).toContain("5 % of the budget, the brief's floor for each channel");
    expect(plan.costs?.map(({ limit }) => limit)).toEqual([
      "at least 5 % of the budget on each channel that is named",
    ]);
  });

  it("is no more than there is, nothing where nothing is sold, and second to a channel's own line", async () => {
    const small = [sells("display", 2), sells("ctv", 20, 300)];
    const limits = { floorPerChannel: 0.05, leastPerLine: euros(1) };
    expect(spent(await planFor(small, {}, limits))).toEqual({ display: 9_700, ctv: 300 });
    const own = { floorPerChannel: 0.05, channelShares: { ctv: { max: 0.2 }, olv: { min: 0.1 } } };
    expect(spent(await planFor(market, {}, own))).toEqual({ display: 9_000, olv: 1_000 });
  });
});

describe("what a desk sets for all of its briefs", () => {
  const settings = {
    floor_per_channel: 0.05,
    least_per_line: 0.01,
    round_to: [euros(50), { minor: 1, currency: "USD" }],
  };
  const { brief: plain } = requestOf(market, {});

  it("is in each that names channels, after the brief's own lines", () => {
    expect(withDeskLimits(plain, settings).limits).toEqual({
      ...plain.limits,
      floorPerChannel: 0.05,
      leastPerLine: euros(100),
      roundTo: euros(50),
      ofDesk: ["floorPerChannel", "leastPerLine", "roundTo"],
    });
    const own = { excludedSellers: [], floorPerChannel: 0, leastPerLine: euros(7), roundTo: euros(1) };
    const said = { ...plain, limits: own };
    expect(withDeskLimits(said, settings)).toBe(said);
    const one = withDeskLimits({ ...plain, channels: ["ctv"] }, { floor_per_channel: 0.05 });
    expect(one.limits.ofDesk).toBeUndefined();
    expect(withDeskLimits(plain, { round_to: [{ minor: 100, currency: "USD" }] })).toBe(plain);
  });

  it("is planned by, as the desk's word", async () => {
    const plan = await makePlan(requestOf(market, withDeskLimits(plain, settings)));
    expect(spent(plan)).toEqual({ display: 9_000, ctv: 500, olv: 500 });
    expect(plan.binding.join("; ")).toContain("5 % of the budget, this desk's floor for each channel");
  });

  it("gives way before a brief is refused, and the plan says so", async () => {
    const request = requestOf(market, withDeskLimits(plain, settings), { maxPackages: 1 });
    const plan = await makePlan(request);
    expect(spent(plan)).toEqual({ display: 10_000 });
    expect(plan.binding[0]).toMatch(
      /^this desk's own limits cannot hold beside the brief's, and the plan goes without them/,
    );
    expect(limitBrokenBy(plan, request)).toBeUndefined();
  });
});
