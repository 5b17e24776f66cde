import { apart, between, build, each, market, whole } from "../shapes.ts";
import { at } from "../traits.ts";
import type { Kind } from "../world.ts";

export const kinds: readonly Kind[] = apart([
  {
    name: "all-learn-at-first",
    says: "A new offer in a new account: all lines bring little in the first one to two weeks, then all reach the same share of their forecasts.",
    isEven: true,
    make: (chance) => {
      const given = market(chance, {
        metrics: ["conversions", "clicks"],
        lines: [3, 10],
        weeks: [4, 9],
        budget: [1_000_000, 20_000_000],
        cap: [0.7, 0.85],
        known: 0.08,
      });
      const from = between(chance, 0.15, 0.45);
      const length = whole(chance, 7, 15);
      const level = between(chance, 0.7, 1.15);
      // Quick at first, then ever slower.
      const learning = (day: number) => 1 - (1 - from) * Math.exp((-3 * day) / length);
      return build(
        each(given, (sketch) => at(learning)({ ...sketch, level, dispersion: between(chance, 1, 3) })),
      );
    },
  },
]);
