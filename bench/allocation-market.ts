import type { AllocationProblem, Candidate, Group, Stretch } from "../src/campaign/plan/allocator.ts";

const channels = ["ctv", "olv", "display", "social", "streaming_audio", "dooh"] as const;
/** EUR 500,000 in cents. */
const budget = 50_000_000;

export interface GeneratedMarket {
  readonly problem: AllocationProblem;
  /** Price of 1,000 impressions by the candidate's place. */
  readonly cpm: readonly number[];
}

/**
 * A market of `size` offers at a fifth as many sellers, the same for the same seed: prices that are whole or per package,
 * some products with two pricing options, a third with a seller's forecast, a third with a curve of reach, and a brief that uses every kind of limit.
 */
export function marketOf(size: number, seed: number): GeneratedMarket {
  const random = randomFrom(seed);
  const between = (low: number, high: number) => low + (high - low) * random();
  const sellerCount = Math.max(4, Math.round(size / 5));
  const candidates = Array.from({ length: size }, (_, i): Candidate => {
    const id = `offer ${String(i).padStart(4, "0")}`;
    const sellerId = `seller ${Math.floor(random() * sellerCount)}`;
    const channel = channels[Math.floor(random() * channels.length)] ?? "ctv";
    const score = between(0.3, 0.95);
    const least = Math.round(budget * between(0.01, 0.06));
    const isWhole = random() < 0.2;
    const most = isWhole ? least : Math.round(least + budget * between(0.01, 0.2));
    const kind = random();
    const curve =
      kind < 0.33 ? risingTo(most, between) : kind < 0.66 ? reachOf(most, between) : [{ end: most, rate: 1 }];
    return {
      offerId: id,
      sellerId,
      lineId: random() < 0.15 && i > 0 ? `lineId ${i - 1}` : `lineId ${i}`,
      channel,
      score,
      least,
      most,
      curve: curve.map(({ end, rate }) => ({ end, rate: rate * score })),
    };
  });
  const share = (part: number) => Math.floor(budget * part);
  const group = (name: string, least: number, most: number, has: (one: Candidate) => boolean): Group => ({
    name,
    members: candidates.flatMap((one, place) => (has(one) ? [place] : [])),
    least: share(least),
    most: share(most),
    basis: "the bench",
  });
  const guaranteed = new Set(candidates.filter(() => random() < 0.6).map(({ offerId }) => offerId));
  // Dear offers score higher more often than not.
  const cpm = candidates.map(({ score }) => 200 + 3000 * score * between(0.3, 1.2));
  const problem = {
    budget,
    packages: { least: 1, most: 12 },
    sellers: { least: 3, most: 8 },
    packageWork: 0.0004 * budget,
    spread: 0.3,
    candidates,
    groups: [
      ...[...new Set(candidates.map(({ sellerId }) => sellerId))].map((sellerId) => ({
        ...group(`seller ${sellerId}`, 0, 0.35, (one) => one.sellerId === sellerId),
        sellerId,
      })),
      group("channel ctv", 0.1, 1, ({ channel }) => channel === "ctv"),
      group("channel display", 0, 0.3, ({ channel }) => channel === "display"),
      group("guaranteed delivery", 0.4, 1, ({ offerId }) => guaranteed.has(offerId)),
    ],
  };
  return { problem, cpm };
}

/** Products of which each seller of an alike market has one. */
const products = 7;

/** A market where all sellers offer the same products at the same prices: what tells them apart is their name alone. */
export function alikeMarketOf(sellerCount: number, seed: number): GeneratedMarket {
  const { problem, cpm } = marketOf(products, seed);
  const { candidates, ...limits } = problem;
  const all = Array.from({ length: sellerCount }, (_, i) => `seller ${String(i).padStart(3, "0")}`).flatMap(
    (sellerId) =>
      candidates.map((one) => ({
        ...one,
        offerId: `${sellerId}/${one.offerId}`,
        sellerId,
        lineId: `${sellerId}/${one.lineId}`,
      })),
  );
  const group = (name: string, share: number, has: (one: Candidate) => boolean): Group => ({
    name,
    members: all.flatMap((one, place) => (has(one) ? [place] : [])),
    least: 0,
    most: Math.floor(limits.budget * share),
    basis: "the bench",
  });
  const names = [...new Set(all.map(({ sellerId }) => sellerId))];
  const groups = [
    ...names.map((name) => ({ ...group(name, 0.35, ({ sellerId }) => sellerId === name), sellerId: name })),
    group("channel ctv", 0.3, ({ channel }) => channel === "ctv"),
  ];
  return {
    problem: { ...limits, candidates: all, groups },
    cpm: all.map((_, place) => cpm[place % products] ?? 0),
  };
}

function risingTo(most: number, between: (low: number, high: number) => number): Stretch[] {
  const middle = between(0.5, 0.9);
  return [
    { end: Math.round(most * 0.4), rate: 1 },
    { end: Math.round(most * 0.7), rate: middle },
    { end: most, rate: middle * between(0.5, 0.9) },
  ];
}

/** People reached, seen at twelve points: each impression more meets more who have seen one. */
function reachOf(most: number, between: (low: number, high: number) => number): Stretch[] {
  const contacts = between(0.3, 4);
  const points = 12;
  const reached = (at: number) => -Math.expm1((-contacts * at) / points) / contacts;
  return Array.from({ length: points }, (_, i) => ({
    end: Math.round((most * (i + 1)) / points),
    rate: (reached(i + 1) - reached(i)) * points,
  }));
}

/** Mulberry32: small, fast and the same everywhere. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
