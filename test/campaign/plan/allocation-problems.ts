import fc from "fast-check";
import type { AllocationProblem, Candidate, Group } from "../../../src/campaign/plan/allocator.ts";

const sellers = ["a", "b", "c", "d", "e"];
const channels = ["display", "ctv", "olv"];

const anyCandidate = fc
  .record({
    sellerId: fc.constantFrom(...sellers),
    channel: fc.constantFrom(...channels),
    score: fc.double({ min: 0, max: 1, noNaN: true }),
    least: fc.integer({ min: 1, max: 40_000 }),
    over: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 60_000 })),
    lineId: fc.integer({ min: 0, max: 20 }),
    bends: fc.option(
      fc.tuple(fc.double({ min: 0.1, max: 0.9, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
    ),
    isGuaranteed: fc.boolean(),
  })
  .map(({ over, bends, lineId, ...one }) => {
    const most = one.least + over;
    const middle = bends && Math.round(most * bends[0]);
    const curve =
      middle && middle > 0 && middle < most
        ? [
            { end: middle, rate: one.score },
            { end: most, rate: one.score * bends[1] },
          ]
        : [{ end: most, rate: one.score }];
    return { ...one, most, lineId: `${one.sellerId}/${lineId}`, curve };
  });

const anyShare = fc.option(fc.integer({ min: 1, max: 60 }), { nil: 0, freq: 1 });

/** Problems with every kind of limit, of which a good part cannot be kept. The budget is no round number. */
export const anyProblem: fc.Arbitrary<AllocationProblem> = fc
  .record({
    budget: fc.integer({ min: 30_000, max: 150_000 }),
    offers: fc.array(anyCandidate, { minLength: 1, maxLength: 16 }),
    sellerShare: fc.integer({ min: 20, max: 100 }),
    channelLeast: anyShare,
    channelMost: fc.integer({ min: 30, max: 100 }),
    guaranteed: anyShare,
    packages: fc.integer({ min: 1, max: 12 }),
    sellersLeast: fc.integer({ min: 0, max: 3 }),
    spread: fc.constantFrom(0.005, 0.3),
    sellersMost: fc.integer({ min: 3, max: 6 }),
  })
  .map(({ budget, offers, ...limits }) => {
    const candidates = offers.map((offer, i): Candidate => {
      const { isGuaranteed: _, ...one } = offer;
      return { ...one, offerId: `offer ${i}` };
    });
    const share = (percent: number) => Math.floor((budget * percent) / 100);
    const group = (
      name: string,
      bounds: Pick<Group, "least" | "most">,
      has: (place: number) => boolean,
    ): Group => ({
      name,
      ...bounds,
      members: [...candidates.keys()].filter(has),
      basis: "the test",
    });
    return {
      budget,
      packages: { least: 1, most: limits.packages },
      packageWork: 0.0004 * budget,
      spread: limits.spread,
      sellers: { least: limits.sellersLeast, most: limits.sellersMost },
      candidates,
      groups: [
        ...sellers.map((sellerId) =>
          group(
            sellerId,
            { least: 0, most: share(limits.sellerShare) },
            (place) => offers[place]?.sellerId === sellerId,
          ),
        ),
        group(
          "ctv",
          { least: share(limits.channelLeast), most: budget },
          (place) => offers[place]?.channel === "ctv",
        ),
        group(
          "olv",
          { least: 0, most: share(limits.channelMost) },
          (place) => offers[place]?.channel === "olv",
        ),
        group(
          "guaranteed",
          { least: share(limits.guaranteed), most: budget },
          (place) => offers[place]?.isGuaranteed ?? false,
        ),
      ],
    };
  });
