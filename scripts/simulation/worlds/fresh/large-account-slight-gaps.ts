import type { Kind } from "../world.ts";
import { between, ground, line, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "large-account-slight-gaps",
    says: "A large account of twelve or more lines, of which each is within an eighth of its forecast and tells much every day: little can be won, and it is there to be won.",
    make: (chance) => {
      const given = ground(chance, {
        metric: "conversions",
        lines: [12, 14],
        weeks: [7, 10],
        budget: [1_000_000, 2_000_000],
        cost: [1400, 4000],
        dispersion: [1, 2.5],
        weeksLuck: [0, 0.04],
      });
      const lines = given.places.map((place) => {
        const worth = between(chance, 0.86, 1.14);
        return line(given, place, { worth: () => worth });
      });
      return world(given, lines);
    },
  },
];
