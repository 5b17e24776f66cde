import fc from "fast-check";
import type { Kpi } from "../../../src/brief/brief.ts";
import type { Offer } from "../../../src/campaign/model/offers/offer.ts";
import { brief, euros, exactly, offer } from "../rank/arbitraries.ts";

const channels = ["display", "olv", "ctv"];
const flight = { start: "2027-03-01", end: "2027-04-30" };
const bursts = [
  { start: "2027-03-01", end: "2027-03-14" },
  { start: "2027-03-22", end: "2027-04-04" },
  { start: "2027-04-12", end: "2027-04-30" },
];
export const budget = 20_000;

const anyShare = (min: number, max: number) =>
  fc.integer({ min: min * 100, max: max * 100 }).map((n) => n / 100);
const maybe = <Of>(of: fc.Arbitrary<Of>, freq = 2) => fc.option(of, { nil: undefined, freq });

export const anySold = fc.record({
  seller: fc.constantFrom("apex", "birch", "cedar", "delta"),
  channel: fc.constantFrom(...channels),
  cpm: fc.integer({ min: 2, max: 30 }),
  worth: fc.integer({ min: 500, max: 30_000 }),
  least: maybe(fc.integer({ min: 100, max: 5_000 })),
  isGuaranteed: fc.boolean(),
  runs: fc.constantFrom(["NL"], ["BE"], ["NL", "BE"]),
  keeps: fc.boolean(),
  reach: anyShare(0.05, 0.35),
  rates: fc.record({
    clicks: anyShare(0.01, 0.06).map((rate) => rate / 10),
    completed_views: anyShare(0.2, 0.95),
    viewable_impressions: anyShare(0.3, 0.95),
    conversions: anyShare(0.01, 0.09).map((rate) => rate / 100),
  }),
  /** What the second half of its inventory brings, as a part of the first. */
  fades: maybe(anyShare(0.2, 1)),
});
export type Sold = typeof anySold extends fc.Arbitrary<infer Of> ? Of : never;

/** A proposal of one seller, with prices for all of each of its parts, that it holds until a day or no longer. */
const anyHeld = fc.record({
  seller: fc.constantFrom("apex", "birch"),
  isLapsed: fc.boolean(),
  parts: fc.array(
    fc.record({
      channel: fc.constantFrom(...channels),
      price: fc.integer({ min: 500, max: 5_000 }),
      cpm: fc.integer({ min: 1, max: 20 }),
    }),
    { minLength: 1, maxLength: 2 },
  ),
});
export type Held = typeof anyHeld extends fc.Arbitrary<infer Of> ? Of : never;

/** When plans are made. */
export const now = Date.parse("2027-02-01T00:00:00Z");

function offersHeld({ seller, isLapsed, parts }: Held): Offer[] {
  const total = euros(parts.reduce((sum, { price }) => sum + price, 0));
  const bundle = {
    id: "evening",
    proposalId: "evening",
    name: "Evening",
    lineage: "evening",
    purchases: parts.length,
    total,
    expiresAt: isLapsed ? "2027-01-31T00:00:00Z" : "2027-02-10T00:00:00Z",
  };
  return parts.map(({ channel, price, cpm }, index) => {
    const impressions = exactly((price / cpm) * 1000);
    return {
      ...offer({
        productId: `held${index}`,
        sellerId: `${seller}.example`,
        channels: [channel],
        pricingModel: "flat-fee",
        price: euros(price),
        cpm: exactly(cpm * 100),
        impressions,
        reach: exactly(impressions.mid / 5),
        rates: {
          clicks: exactly(0.003),
          completed_views: exactly(0.5),
          viewable_impressions: exactly(0.6),
          conversions: exactly(0.0004),
        },
        countries: ["NL", "BE"],
        whole: true,
      }),
      id: `${seller}.example/held${index}/proposal`,
      purchase: { bundle, index },
    };
  });
}

/** Limits that a brief may name, each or none. */
const anyLimits = fc
  .record({
    maxSharePerSeller: anyShare(0.3, 1),
    maxPackages: maybe(fc.integer({ min: 2, max: 8 })),
    roundTo: maybe(fc.constantFrom(10, 50, 100, 500).map(euros)),
    leastPerLine: maybe(fc.integer({ min: 100, max: 3_000 }).map(euros)),
    floorPerChannel: maybe(anyShare(0.02, 0.2)),
    minGuaranteedShare: maybe(anyShare(0.1, 0.5)),
    channelShares: maybe(
      fc
        .tuple(fc.constantFrom(...channels), anyShare(0.05, 0.3), anyShare(0.35, 0.9))
        .map(([one, min, max]) => ({
          [one]: { min, max },
        })),
    ),
    countryShares: maybe(anyShare(0.2, 0.6).map((max) => ({ NL: { max } }))),
    maxSellers: maybe(fc.integer({ min: 2, max: 4 })),
  })
  .map((limits) => defined({ excludedSellers: [] as string[], ...limits }));

/** Without what is undefined. */
function defined<Of extends object>(
  value: Of,
): { [Key in keyof Of]?: Exclude<Of[Key], undefined> } & { excludedSellers: string[] } {
  return Object.fromEntries(Object.entries(value).filter(([, own]) => own !== undefined)) as never;
}

const anyKpi = fc.constantFrom<Kpi["metric"]>(
  "impressions",
  "reach",
  "clicks",
  "completed_views",
  "viewable_impressions",
  "conversions",
);

export const anyMarket = fc
  .record({
    sold: fc.array(anySold, { minLength: 1, maxLength: 7 }),
    kpi: anyKpi,
    limits: anyLimits,
    bursts: maybe(fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 3, maxLength: 3 })),
    channelDays: maybe(
      fc.record({ channel: fc.constantFrom(...channels), days: fc.constantFrom(bursts[0], bursts[1]) }),
    ),
    viewability: maybe(anyShare(0.4, 0.7)),
    completion: maybe(anyShare(0.3, 0.7)),
    held: maybe(anyHeld),
  })
  .map(({ sold, held, kpi, limits, channelDays, viewability, completion, ...values }) => ({
    sold,
    held,
    one: brief({
      budget: euros(budget),
      flight,
      countries: ["NL", "BE"],
      channels,
      // People reached are split burst by burst and estimated over the flight: the two may differ by some percent.
      kpi: { metric: kpi === "reach" && (values.bursts ?? channelDays) ? "impressions" : kpi, target: 1 },
      limits,
      spend: "all",
      ...(values.bursts && {
        flights: bursts.map((days, i) => ({
          ...days,
          share: (values.bursts?.[i] ?? 0) / (values.bursts ?? []).reduce((a, b) => a + b, 0),
        })),
      }),
      ...(channelDays && { channelFlights: { [channelDays.channel]: channelDays.days ?? flight } }),
      ...((viewability ?? completion) !== undefined && {
        measurement: {
          ...(viewability && { viewability: { atLeast: viewability, standard: "mrc" as const } }),
          ...(completion && { completion: { atLeast: completion } }),
        },
      }),
    }),
  }));

/** As sellers have them: one product each, and what they hold of a proposal. */
export function offersOf(sold: readonly Sold[], held?: Held): Offer[] {
  return [...sold.map(offerOf), ...(held ? offersHeld(held) : [])];
}

function offerOf(
  { cpm, worth, least, runs, keeps, isGuaranteed, reach, rates, fades, ...one }: Sold,
  i: number,
): Offer {
  const impressions = (worth / cpm) * 1000;
  const people = impressions * reach;
  return offer({
    productId: `p${i}`,
    sellerId: `${one.seller}.example`,
    channels: [one.channel],
    price: euros(cpm),
    cpm: exactly(cpm * 100),
    deliveryType: isGuaranteed ? "guaranteed" : "non_guaranteed",
    impressions: exactly(impressions),
    reach: exactly(people),
    rates: Object.fromEntries(Object.entries(rates).map(([metric, rate]) => [metric, exactly(rate)])),
    countries: runs,
    ...(keeps && { targetable: { countries: true } }),
    ...(least !== undefined && { minimumSpend: euros(least) }),
    ...(fades !== undefined && {
      response: [
        { amount: worth * 50, impressions: impressions / (1 + fades) },
        { amount: worth * 100, impressions },
      ],
    }),
  });
}
