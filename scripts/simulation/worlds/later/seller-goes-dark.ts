import { apart, between, build, each, happens, leveled, market, whole } from "../shapes.ts";
import { at, weekdays } from "../traits.ts";
import type { Kind, WorldLine } from "../world.ts";

export const kinds: readonly Kind[] = apart([
  {
    name: "seller-goes-dark",
    says: "The account of one seller is suspended: from a day on its line spends nothing more, and what is left of its money stands idle.",
    make: (chance) => {
      const given = leveled(
        chance,
        market(chance, {
          lines: [2, 8],
          weeks: [3, 8],
          budget: [800_000, 15_000_000],
        }),
        0.1,
      );
      const line = whole(chance, 0, given.sketches.length - 1);
      const day = Math.round(between(chance, 0.2, 0.6) * given.days);
      const world = build(
        each(given, (sketch, index) =>
          index !== line && happens(chance, 0.25) ? at(weekdays(chance, 0.25))(sketch) : sketch,
        ),
      );
      const dark: WorldLine["spends"] = (today) => (today.day < day ? today.left / today.daysLeft : 0);
      return {
        ...world,
        lines: world.lines.map((one, index) => (index === line ? { ...one, spends: dark } : one)),
        collapse: { line, day },
      };
    },
  },
]);
