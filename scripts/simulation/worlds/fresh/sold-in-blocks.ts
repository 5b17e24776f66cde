import type { Kind } from "../world.ts";
import { between, ground, line, promptly, whole, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "sold-in-blocks",
    says: "Sellers sell by blocks of an eighth to a quarter of what was planned: a change is made to the last full block and refused where it is less than one; lines are worth two thirds of forecast to nearly half as much again.",
    make: (chance) => {
      const given = ground(chance, {
        metric: "reach",
        lines: [4, 9],
        weeks: [5, 9],
        budget: [80_000, 1_200_000],
        cost: [3, 9],
        season: [0, 0.06],
        forecast: "outcomes",
      });
      const lines = given.places.map((place) => {
        const worth = between(chance, 0.66, 1.46);
        const block = Math.max(1, Math.round(place.planned / whole(chance, 4, 8)));
        return line(given, place, {
          worth: () => worth,
          change: (wish) => {
            const blocks = Math.trunc((wish.to - wish.from) / block);
            if (blocks === 0) return { type: "refused", reason: "Less than one block." };
            return { type: "made", to: wish.from + blocks * block };
          },
          tells: promptly(whole(chance, 0, 2)),
        });
      });
      return world(given, lines);
    },
  },
];
