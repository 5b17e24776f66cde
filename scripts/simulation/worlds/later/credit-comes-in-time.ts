import { apart, between, build, each, market, scaled } from "../shapes.ts";
import type { Kind } from "../world.ts";

export const kinds: readonly Kind[] = apart([
  {
    name: "credit-comes-in-time",
    says: "Sales are credited on the day of the ad but over one day to two weeks, each line at its own pace; when all are in, all lines are as forecast.",
    isEven: true,
    make: (chance) => {
      const given = market(chance, {
        metrics: ["conversions"],
        lines: [3, 8],
        weekly: [8, 150],
        weeks: [4, 10],
        budget: [1_500_000, 20_000_000],
        cap: [0.7, 0.85],
        known: 0.08,
      });
      return build(
        each(given, (sketch) => {
          const atOnce = between(chance, 0.1, 0.6);
          const pace = scaled(chance, 0.7, 5);
          const last = Math.ceil(3 * pace);
          return {
            ...sketch,
            views: [
              (row, age) => ({
                ...row,
                outcomes:
                  age > last
                    ? row.outcomes
                    : row.outcomes * (atOnce + (1 - atOnce) * (1 - Math.exp(-(age - 1) / pace))),
                final: age > last,
              }),
            ],
          };
        }),
      );
    },
  },
]);
