import { apart, between, build, each, market, power } from "../shapes.ts";
import { lucky, weekLuck } from "../traits.ts";
import type { Kind } from "../world.ts";

export const kinds: readonly Kind[] = apart([
  {
    name: "twins-one-in-luck",
    says: "Two lines of the same make and price, as forecast; whole weeks go well for one and badly for the other by luck alone.",
    isEven: true,
    make: (chance) => {
      const given = market(chance, {
        lines: [2, 2],
        weeks: [3, 8],
        budget: [600_000, 8_000_000],
        cap: [0.75, 0.9],
        known: 0,
        shares: 0,
      });
      const believed = power(between(chance, 0.55, 0.8));
      const spread = between(chance, 0.18, 0.35);
      const dispersion = between(chance, 1.5, 4);
      const twins = each(given, (sketch) =>
        lucky(weekLuck(chance, given.days, spread))({ ...sketch, believed, dispersion }),
      );
      return build(twins);
    },
  },
]);
