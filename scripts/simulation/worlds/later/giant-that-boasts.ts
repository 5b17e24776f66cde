import { apart, between, build, each, market, whole } from "../shapes.ts";
import type { Kind } from "../world.ts";

export const kinds: readonly Kind[] = apart([
  {
    name: "giant-that-boasts",
    says: "Four fifths of the money or more is with one seller, which claims well over what it brings, as the client's own count shows; the small lines are honest and better.",
    make: (chance) => {
      const given = market(chance, {
        metrics: ["conversions"],
        lines: [3, 6],
        weekly: [30, 300],
        weeks: [4, 9],
        budget: [3_000_000, 30_000_000],
        cap: [0.9, 0.95],
        known: 0.06,
        shares: 0.25,
      });
      const giant = whole(chance, 0, given.sketches.length - 1);
      const share = between(chance, 0.8, 0.88);
      const rest = given.sketches.reduce((sum, { size }, index) => (index === giant ? sum : sum + size), 0);
      const claimed = between(chance, 1.5, 2.2);
      const level = between(chance, 0.6, 0.78);
      const sized = each(given, (sketch, index) =>
        index === giant
          ? {
              ...sketch,
              size: share * given.budget,
              level,
              views: [(row) => ({ ...row, outcomes: row.outcomes * claimed })],
            }
          : {
              ...sketch,
              size: ((1 - share) * given.budget * sketch.size) / rest,
              level: between(chance, 0.95, 1.35),
            },
      );
      const world = build(
        sized,
        sized.sketches.map(({ size }) => 100 * Math.round(size / 100)),
      );
      return { ...world, buyerCounts: true };
    },
  },
]);
