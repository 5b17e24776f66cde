import { apart, build, each, factor, happens, market } from "../shapes.ts";
import type { Kind } from "../world.ts";

export const kinds: readonly Kind[] = apart([
  {
    name: "few-sales-all-alike",
    says: "A dear product: every line sells a handful over the whole flight, just as its forecast said, and all differences are chance.",
    isEven: true,
    make: (chance) => {
      const given = market(chance, {
        metrics: ["conversions"],
        lines: [3, 8],
        weeks: [4, 10],
        budget: [1_000_000, 10_000_000],
        cap: [0.7, 0.85],
        weekly: [0.4, 2.5],
        known: 0.06,
      });
      const common = factor(chance, 0.2);
      return build(
        each(given, (sketch) => ({
          ...sketch,
          level: common,
          tells: happens(chance, 0.5) ? "outcomes" : "impressions",
        })),
      );
    },
  },
]);
