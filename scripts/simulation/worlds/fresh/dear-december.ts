import type { Kind } from "../world.ts";
import { between, ground, line, promptly, whole, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "dear-december",
    says: "Towards the holidays everybody's price rises week by week, by a third to a half in the end, for all lines alike: each buys ever less and none is better than another.",
    isEven: true,
    make: (chance) => {
      const given = ground(chance, {
        metric: "impressions",
        lines: [5, 12],
        weeks: [4, 9],
        budget: [60_000, 1_500_000],
        cost: [0.5, 1.6],
        oneCurve: true,
      });
      const end = between(chance, 1.3, 1.55);
      const weeks = given.days / 7;
      const lines = given.places.map((place) =>
        line(given, place, {
          worth: (day) => 1.15 / (1 + ((end - 1) * Math.floor(day / 7)) / Math.max(1, weeks - 1)),
          tells: promptly(whole(chance, 0, 3)),
        }),
      );
      return world(given, lines);
    },
  },
];
