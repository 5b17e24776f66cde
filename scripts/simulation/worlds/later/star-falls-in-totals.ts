import { apart, between, build, each, factor, happens, market, whole } from "../shapes.ts";
import { breaksOn, totalsOnly } from "../traits.ts";
import type { Kind } from "../world.ts";

export const kinds: readonly Kind[] = apart([
  {
    name: "star-falls-in-totals",
    says: "The best line, of which only totals since the start are told, falls to a fifth of what it was and stays there.",
    make: (chance) => {
      const given = market(chance, {
        metrics: ["clicks", "completed_views", "conversions"],
        lines: [3, 7],
        weeks: [4, 9],
        budget: [1_500_000, 15_000_000],
        cap: [0.6, 0.8],
      });
      const line = whole(chance, 0, given.sketches.length - 1);
      const day = Math.round(between(chance, 0.25, 0.5) * given.days);
      const level = between(chance, 1.3, 1.6);
      const rest = between(chance, 0.12, 0.28);
      const others = between(chance, 0.9, 1.05);
      const world = build(
        each(given, (sketch, index) => {
          if (index === line) return totalsOnly(breaksOn(day, rest)({ ...sketch, level }));
          const other = { ...sketch, level: others * factor(chance, 0.06) };
          return happens(chance, 0.3) ? totalsOnly(other) : other;
        }),
      );
      return { ...world, collapse: { line, day } };
    },
  },
]);
