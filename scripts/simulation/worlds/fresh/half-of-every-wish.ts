import type { Kind } from "../world.ts";
import { between, costs, ground, line, some, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "half-of-every-wish",
    says: "Whatever is wished, each seller makes a part of it, four to seven tenths, and calls it done; lines are worth from two thirds of forecast to half as much again.",
    make: (chance) => {
      const metric = some(chance, ["clicks", "completed_views"]);
      const given = ground(chance, {
        metric,
        lines: [4, 10],
        weeks: [5, 9],
        budget: [50_000, 900_000],
        cost: costs[metric],
      });
      const lines = given.places.map((place) => {
        const worth = between(chance, 0.66, 1.5);
        const part = between(chance, 0.4, 0.7);
        return line(given, place, {
          worth: () => worth,
          change: (wish) => ({ type: "made", to: Math.round(wish.from + (wish.to - wish.from) * part) }),
        });
      });
      return world(given, lines);
    },
  },
];
