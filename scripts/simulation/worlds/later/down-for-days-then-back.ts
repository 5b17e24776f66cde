import { apart, between, build, each, leveled, market, whole } from "../shapes.ts";
import { at } from "../traits.ts";
import type { Kind } from "../world.ts";

export const kinds: readonly Kind[] = apart([
  {
    name: "down-for-days-then-back",
    says: "The landing page of one line is broken for five to ten days, then it is wholly what it was.",
    make: (chance) => {
      const given = leveled(
        chance,
        market(chance, {
          metrics: ["conversions"],
          weekly: [15, 150],
          lines: [3, 8],
          weeks: [4, 10],
          budget: [1_500_000, 15_000_000],
        }),
        0.08,
      );
      const line = whole(chance, 0, given.sketches.length - 1);
      const from = whole(chance, 5, Math.round(given.days * 0.55));
      const to = from + whole(chance, 5, 10);
      const rest = between(chance, 0.02, 0.2);
      const dip = (day: number) => (day < from || day > to ? 1 : day === to ? (1 + rest) / 2 : rest);
      return build(each(given, (sketch, index) => (index === line ? at(dip)(sketch) : sketch)));
    },
  },
]);
