import { apart, between, build, each, leveled, market, whole } from "../shapes.ts";
import type { Kind } from "../world.ts";

export const kinds: readonly Kind[] = apart([
  {
    name: "filtered-after-a-week",
    says: "One line is worth a third of its forecast: its counts look nearly fine each morning until false clicks and sales are taken out days later.",
    make: (chance) => {
      const weeks = leveled(
        chance,
        market(chance, {
          metrics: ["clicks", "conversions"],
          lines: [3, 9],
          weeks: [4, 9],
          budget: [1_000_000, 15_000_000],
        }),
        0.07,
      );
      const given = { ...weeks, days: weeks.days - whole(chance, 0, 5) };
      const bad = whole(chance, 0, given.sketches.length - 1);
      const level = between(chance, 0.22, 0.42);
      const shown = between(chance, 0.75, 0.95) / level;
      const after = whole(chance, 4, 8);
      const firstShare = between(chance, 0.02, 0.08);
      return build(
        each(given, (sketch, index) => ({
          ...sketch,
          ...(index === bad && { level }),
          views: [
            (row, age) =>
              age > after
                ? row
                : { ...row, outcomes: row.outcomes * (index === bad ? shown : 1 + firstShare), final: false },
          ],
        })),
      );
    },
  },
]);
