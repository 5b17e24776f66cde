import { apart, between, build, each, happens, market, scaled, whole } from "../shapes.ts";
import type { Kind } from "../world.ts";

export const kinds: readonly Kind[] = apart([
  {
    name: "rival-claims",
    says: "Each seller claims the same sales by its own rule, up to three times the truth, while the client's own count shows all lines as planned.",
    isEven: true,
    make: (chance) => {
      const given = market(chance, {
        metrics: ["conversions"],
        lines: [3, 7],
        weekly: [15, 300],
        weeks: [3, 9],
        budget: [1_500_000, 20_000_000],
        cap: [0.7, 0.85],
        known: 0.08,
      });
      const world = build(
        each(given, (sketch) => {
          const by = scaled(chance, 0.8, 3);
          // Some change their rule once.
          const on = happens(chance, 0.3) ? whole(chance, 7, given.days) : given.days;
          const then = by * between(chance, 1.2, 1.6);
          return {
            ...sketch,
            views: [(row) => ({ ...row, outcomes: row.outcomes * (row.day < on ? by : then) })],
          };
        }),
      );
      return { ...world, buyerCounts: true };
    },
  },
]);
