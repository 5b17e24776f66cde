import { apart, between, build, each, leveled, market, whole } from "../shapes.ts";
import { breaksOn, lags } from "../traits.ts";
import type { Kind } from "../world.ts";

export const kinds: readonly Kind[] = apart([
  {
    name: "crash-behind-slow-credit",
    says: "One line of many crashes to almost nothing from a day to the next while sales of all lines are still being credited for a week.",
    make: (chance) => {
      const given = leveled(
        chance,
        market(chance, {
          metrics: ["conversions"],
          lines: [4, 12],
          weekly: [15, 150],
          weeks: [5, 10],
          budget: [4_000_000, 30_000_000],
          shares: 0.25,
        }),
        0.12,
      );
      const line = whole(chance, 0, given.sketches.length - 1);
      const day = whole(chance, 10, Math.round(given.days * 0.55));
      const rest = between(chance, 0, 0.1);
      const world = build(
        each(given, (sketch, index) => lags(chance)(index === line ? breaksOn(day, rest)(sketch) : sketch)),
      );
      return { ...world, collapse: { line, day } };
    },
  },
]);
