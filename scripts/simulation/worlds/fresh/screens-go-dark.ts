import type { Kind } from "../world.ts";
import { between, breakDay, factor, ground, line, weighty, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "screens-go-dark",
    says: "A town takes its screens down: from a day on one line can spend but a tenth of its pace, what it shows is as good as ever, and the rest of its money lies idle unless the other lines get it.",
    make: (chance) => {
      const given = ground(chance, {
        metric: "impressions",
        lines: [4, 9],
        weeks: [4, 9],
        budget: [40_000, 500_000],
        cost: [0.5, 1.6],
      });
      const fails = weighty(chance, given, 0.1);
      const day = breakDay(chance, given.days);
      const level = between(chance, 0.06, 0.16);
      const lines = given.places.map((place) => {
        const off = factor(chance, 0.06);
        if (place.index !== fails) return line(given, place, { worth: () => off });
        return line(given, place, {
          worth: () => off,
          spends: ({ day: now, daysLeft, left }) => {
            const even = Math.max(0, left / Math.max(1, daysLeft));
            return now < day ? even : Math.min(even, place.daily * level);
          },
        });
      });
      return world(given, lines, { collapse: { line: fails, day } });
    },
  },
];
