import { apart, between, build, each, factor, market, shuffled } from "../shapes.ts";
import type { Kind } from "../world.ts";

export const kinds: readonly Kind[] = apart([
  {
    name: "good-line-out-of-stock",
    says: "The best line has stock for hardly more than its plan a day, and another cannot even spend its plan; money given to either stands idle.",
    make: (chance) => {
      const given = market(chance, {
        metrics: ["completed_views", "clicks", "conversions"],
        lines: [3, 9],
        weeks: [3, 9],
        budget: [1_000_000, 15_000_000],
        shares: 0.25,
      });
      const [best, short] = shuffled(
        chance,
        given.sketches.map((_, index) => index),
      );
      return build(
        each(given, (sketch, index) => {
          if (index === best)
            return { ...sketch, level: between(chance, 1.4, 1.9), most: between(chance, 1.02, 1.25) };
          if (index === short) return { ...sketch, most: between(chance, 0.45, 0.8) };
          return { ...sketch, level: factor(chance, 0.07), dispersion: between(chance, 1, 3) };
        }),
      );
    },
  },
]);
