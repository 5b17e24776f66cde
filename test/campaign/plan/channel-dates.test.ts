import fc from "fast-check";
import { expect, it } from "vitest";
import type { Brief } from "../../../src/brief/brief.ts";
import type { Offer } from "../../../src/campaign/model/offers/offer.ts";
import type { Plan } from "../../../src/campaign/model/offers/plan.ts";
import { limitBrokenBy } from "../../../src/campaign/plan/allocate.ts";
import { makePlan } from "../../../src/campaign/plan/make-plan.ts";
import { normaliseProducts } from "../../../src/campaign/quote/normalise.ts";
import { rank } from "../../../src/campaign/rank/rank.ts";
import { readProducts } from "../../../src/protocol/records/read-products.ts";
import { times } from "../../depth.ts";
import { brief, context, exactly, exchange, offer, seller } from "../rank/arbitraries.ts";

const euros = (amount: number) => ({ minor: Math.round(amount * 100), currency: "EUR" });
const flight = { start: "2027-03-01", end: "2027-03-28" };
const firstHalf = { start: "2027-03-01", end: "2027-03-14" };

/** Sells impressions on one channel at one price, worth so many euros on the days that it runs. */
const sells = (channel: string, cpm: number, worth: number, values: Partial<Offer> = {}) =>
  offer({
    productId: channel,
    sellerId: `${channel}.example`,
    channels: [channel],
    price: euros(cpm),
    cpm: exactly(cpm * 100),
    impressions: exactly((worth / cpm) * 1000),
    ...values,
  });

function requestOf(offers: readonly Offer[], values: Partial<Brief> = {}) {
  const one = brief({
    kpi: { metric: "impressions", target: 1 },
    budget: euros(10_000),
    flight,
    channels: ["display", "radio"],
    channelFlights: { radio: firstHalf },
    ...values,
    limits: { excludedSellers: [], maxSharePerSeller: 1, ...values.limits },
  });
  const sellers = offers.map(({ sellerId }) => seller(sellerId));
  const rankUnder = (other: Brief) => rank(offers, context({ brief: other, sellers }));
  return { planId: "plan", signals: [], brief: one, offers, ranking: rankUnder(one), rankUnder, exchange };
}

const shown = ({ lines }: Plan) =>
  lines
    .toSorted((a, b) => (a.lineId < b.lineId ? -1 : 1))
    .map(({ lineId, flight: own, amount }) => [lineId, own?.start, own?.end, amount.minor / 100]);

it("gives a channel its own days, and all others the flight", async () => {
  const request = requestOf([sells("radio", 2, 4_000), sells("display", 4, 90_000)]);
  const plan = await makePlan(request);
  expect(shown(plan)).toEqual([
    ["display.example/display", undefined, undefined, 6_000],
    ["radio.example/radio/2027-03-01", "2027-03-01", "2027-03-14", 4_000],
  ]);
  expect(limitBrokenBy(plan, request)).toBeUndefined();
  const over = plan.lines.map((line) => (line.flight ? { ...line, amount: euros(4_001) } : line));
  expect(limitBrokenBy({ ...plan, lines: over }, request)).toContain("radio");
  const reasons = plan.lines.map(({ constraints = [] }) =>
    constraints.find(({ field }) => field === "flight"),
  );
  expect(new Set(reasons.map((one) => one?.reason))).toEqual(
    new Set(["ordered from 2027-03-01 to 2027-03-14", "ordered from 2027-03-01 to 2027-03-28"]),
  );
});

it("keeps it within the bursts, whose shares it counts for", async () => {
  const flights = [
    { start: "2027-03-01", end: "2027-03-07", share: 0.4 },
    { start: "2027-03-10", end: "2027-03-28", share: 0.6 },
  ];
  // 7 and 5 of its 12 days: 3,500 and 2,500.
  const request = requestOf([sells("radio", 2, 6_000), sells("display", 4, 90_000)], { flights });
  const plan = await makePlan(request);
  expect(shown(plan)).toEqual([
    ["display.example/display/2027-03-01", "2027-03-01", "2027-03-07", 500],
    ["display.example/display/2027-03-10", "2027-03-10", "2027-03-28", 3_500],
    ["radio.example/radio/2027-03-01", "2027-03-01", "2027-03-07", 3_500],
    ["radio.example/radio/2027-03-10", "2027-03-10", "2027-03-14", 2_500],
  ]);
  expect(limitBrokenBy(plan, request)).toBeUndefined();
});

it("leaves out what is sold for the whole flight, and what has no day", async () => {
  const whole = sells("radio", 2, 4_000, { whole: true, price: euros(4_000) });
  const both = sells("radio", 2, 4_000, { productId: "both", channels: ["radio", "display"] });
  const request = requestOf([whole, both, sells("display", 4, 90_000)], {
    channelFlights: { radio: firstHalf, display: { start: "2027-03-15", end: "2027-03-28" } },
  });
  const { leftOut } = await makePlan(request);
  expect(leftOut.map(({ reason }) => reason).sort()).toEqual([
    "it is sold for the whole flight, and its channel runs on a part of it",
    "its channels have no day in common on which they run",
  ]);
});

it("takes of a forecast what it has on those days", () => {
  const { products } = readProducts([
    {
      product_id: "p",
      name: "Morning",
      channels: ["radio"],
      format_ids: [],
      forecast: { impressions: { min: 900, max: 900 } },
      pricing_options: [{ pricing_option_id: "o", pricing_model: "cpm", currency: "EUR", fixed_price: 4 }],
    },
  ]);
  const { brief: one } = requestOf([]);
  const {
    offers: [normal],
  } = normaliseProducts({ seller: seller("radio.example"), products, brief: one, exchange });
  expect(normal?.impressions?.mid).toBe(450);
});

it("keeps every limit, and no line of it runs on another day", async () => {
  const any = fc.record({
    channel: fc.constantFrom("radio", "display"),
    cpm: fc.integer({ min: 2, max: 20 }),
    worth: fc.integer({ min: 600, max: 12_000 }),
  });
  const burst = { start: "2027-03-08", end: "2027-03-21", share: 0.5 };
  const bursts = [
    { ...firstHalf, end: "2027-03-07", share: 0.25 },
    burst,
    { start: "2027-03-22", end: "2027-03-28", share: 0.25 },
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.array(any, { minLength: 1, maxLength: 6 }),
      fc.option(fc.constant(bursts), { nil: undefined }),
      async (all, flights) => {
        const offers = all.map(({ channel, cpm, worth }, i) =>
          sells(channel, cpm, worth, { productId: `o${i}`, sellerId: `o${i}.example` }),
        );
        const request = requestOf(offers, flights && { flights });
        const plan = await makePlan(request);
        expect(limitBrokenBy(plan, request)).toBeUndefined();
        for (const { channels, flight: own = flight } of plan.lines)
          expect(own.start <= own.end && (channels[0] !== "radio" || own.end <= firstHalf.end)).toBe(true);
      },
    ),
    { numRuns: times(30, 1_000) },
  );
}, 240_000);
