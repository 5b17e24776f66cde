import { apart, between, build, each, factor, market, sCurve, whole } from "../shapes.ts";
import type { Kind } from "../world.ts";

export const kinds: readonly Kind[] = apart([
  {
    name: "one-line-starved",
    says: "One line got well under the money from which it begins to work and would be among the best with twice as much; its forecast is of impressions alone.",
    make: (chance) => {
      const given = market(chance, {
        metrics: ["conversions", "clicks"],
        lines: [3, 8],
        weeks: [4, 10],
        budget: [400_000, 6_000_000],
        cap: [0.6, 0.8],
        known: 0.08,
        shares: 0.2,
      });
      const starved = whole(chance, 0, given.sketches.length - 1);
      const share = between(chance, 0.3, 0.5);
      const split = given.sketches.map(({ size }, index) =>
        index === starved ? size * share : size * (1 + (1 - share) / (given.sketches.length - 1)),
      );
      const all = split.reduce((sum, money) => sum + money, 0);
      const rounded = split.map((money) => 100 * Math.round((money * given.budget) / all / 100));
      const curve = sCurve(between(chance, 0.65, 0.9), between(chance, 2.2, 3.2));
      return build(
        each(given, (sketch, index) =>
          index === starved
            ? { ...sketch, curve, level: between(chance, 1.2, 1.6), tells: "impressions" }
            : { ...sketch, level: factor(chance, 0.06) },
        ),
        rounded,
      );
    },
  },
]);
