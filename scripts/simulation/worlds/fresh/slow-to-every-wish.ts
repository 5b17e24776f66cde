import type { Kind } from "../world.ts";
import { between, ground, line, whole, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "slow-to-every-wish",
    says: "Every seller says yes and does it three to nine days later; lines are worth from two thirds of forecast to nearly half as much again.",
    make: (chance) => {
      const given = ground(chance, {
        metric: "conversions",
        lines: [4, 9],
        weeks: [6, 10],
        budget: [80_000, 900_000],
        cost: [1400, 5500],
      });
      const lines = given.places.map((place) => {
        const worth = between(chance, 0.66, 1.48);
        const slow = whole(chance, 3, 9);
        return line(given, place, {
          worth: () => worth,
          change: (wish) => ({ type: "made", on: wish.day + slow }),
        });
      });
      return world(given, lines);
    },
  },
];
