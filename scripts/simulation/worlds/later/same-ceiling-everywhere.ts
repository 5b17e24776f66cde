import { apart, between, build, each, filling, market, power } from "../shapes.ts";
import type { Kind } from "../world.ts";

export const kinds: readonly Kind[] = apart([
  {
    name: "same-ceiling-everywhere",
    says: "Equal lines in equal shares whose audiences all run out sooner than any seller forecast, in the same way.",
    isEven: true,
    make: (chance) => {
      const given = market(chance, {
        metrics: ["completed_views", "clicks"],
        lines: [3, 7],
        weeks: [3, 8],
        budget: [1_000_000, 15_000_000],
        known: 0,
        shares: 0,
      });
      const believed = power(between(chance, 0.82, 0.95));
      const curve = filling(between(chance, 2, 4));
      const level = between(chance, 0.75, 1.1);
      const part = 100 * Math.round(given.budget / given.sketches.length / 100);
      const alike = each(given, (sketch) => ({ ...sketch, size: part, believed, curve, level }));
      return build(
        alike,
        alike.sketches.map(() => part),
      );
    },
  },
]);
