import { describe, expect, test } from "vitest";
import type { Overlap } from "../../../src/brief/brief.ts";
import type { Offer } from "../../../src/campaign/model/offers/offer.ts";
import type { PlanLine } from "../../../src/campaign/model/offers/plan.ts";
import { effectiveReach } from "../../../src/campaign/plan/reach/ratings.ts";
import { estimateReach } from "../../../src/campaign/plan/reach/reach.ts";
import { money } from "../../../src/lib/money.ts";
import { offer as anyOffer, exactly } from "../rank/arbitraries.ts";

/** Draws from 0 to 1 that are the same on every run. */
function draws(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function normal(draw: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());
}

function poisson(mean: number, draw: () => number): number {
  const limit = Math.exp(-mean);
  let [count, left] = [0, draw()];
  while (left > limit) {
    count += 1;
    left *= draw();
  }
  return count;
}

const people = 20_000;

interface Market {
  readonly lines: readonly { readonly reach: number; readonly impressions: number }[];
  readonly reached: number;
  readonly reachedThrice: number;
}

/** Two to five lines; how much each person sees of each is over-dispersed, and tastes go together by `correlation`. */
function marketOf(seed: number, correlation: number): Market {
  const draw = draws(seed);
  const sizes = Array.from({ length: 2 + Math.floor(draw() * 4) }, () => 0.2 + 1.3 * draw());
  const spread = 0.6 + 0.8 * draw();
  const told = sizes.map(() => ({ reach: 0, impressions: 0 }));
  let [reached, reachedThrice] = [0, 0];
  for (let person = 0; person < people; person++) {
    const shared = normal(draw);
    let contacts = 0;
    sizes.forEach((size, line) => {
      const taste = Math.sqrt(correlation) * shared + Math.sqrt(1 - correlation) * normal(draw);
      const seen = poisson(size * Math.exp(spread * taste - spread ** 2 / 2), draw);
      contacts += seen;
      const one = told[line];
      if (one === undefined || seen === 0) return;
      one.reach += 1;
      one.impressions += seen;
    });
    if (contacts > 0) reached += 1;
    if (contacts >= 3) reachedThrice += 1;
  }
  return { lines: told, reached, reachedThrice };
}

function estimated({ lines }: Market, overlap: Overlap) {
  const offers = lines.map(
    ({ reach, impressions }, i): Offer => ({
      ...anyOffer(),
      id: `offer-${i}`,
      reach: exactly(reach),
      impressions: exactly(impressions),
    }),
  );
  const bought = lines.map(
    ({ impressions }, i): PlanLine => ({
      lineId: `line-${i}`,
      offerId: `offer-${i}`,
      sellerId: "seller",
      productId: `product-${i}`,
      pricingOptionId: "cpm",
      channels: ["olv"],
      amount: money(10_000, "EUR"),
      budget: money(10_000, "EUR"),
      expectedImpressions: impressions,
      reason: "",
    }),
  );
  const universe = { people, where: "the market", source: "a simulation" };
  const reach = estimateReach({ lines: bought }, offers, { universe, overlap });
  if (reach === undefined) throw new Error("every line tells its reach");
  return reach;
}

/** Not those on which the shares of overlap were found. */
const seeds = Array.from({ length: 40 }, (_, i) => 9_000 + 17 * i);

describe.each([
  { correlation: 0, overlap: "none" },
  { correlation: 0.3, overlap: "usual" },
  { correlation: 0.6, overlap: "strong" },
] as const)("in markets with tastes correlated by $correlation", ({ correlation, overlap }) => {
  // No range says that more than 95 % of a universe is reached.
  const markets = seeds
    .map((seed) => marketOf(seed, correlation))
    .filter(({ reached }) => reached <= 0.95 * people);
  const most = Math.floor(0.95 * markets.length);

  test("the truth lies within the stated range in 95 of 100", () => {
    const within = markets.filter((market) => {
      const { low, high } = estimated(market, overlap);
      return low <= market.reached && market.reached <= high;
    });
    expect(within.length).toBeGreaterThanOrEqual(most);
  });

  test(`the figure for overlap "${overlap}" is within 15 % of the truth`, () => {
    for (const market of markets)
      expect(Math.abs(estimated(market, overlap).expected / market.reached - 1)).toBeLessThan(0.15);
  });

  test("those with three contacts or more lie within their range in 95 of 100", () => {
    const within = markets.filter((market) => {
      const { low, expected, high } = estimated(market, overlap);
      const impressions = market.lines.reduce((sum, line) => sum + line.impressions, 0);
      const told = effectiveReach(3, { low, mid: expected, high }, { people, impressions });
      return told && told.low <= market.reachedThrice && market.reachedThrice <= told.high;
    });
    expect(within.length).toBeGreaterThanOrEqual(most);
  });
});
