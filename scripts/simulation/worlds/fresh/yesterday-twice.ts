import type { Kind } from "../world.ts";
import { between, final, ground, line, rows, shuffled, whole, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "yesterday-twice",
    says: "One or two sellers count the newest day nearly twice, and others know but half of it; after two or three days both are right, and all lines are as forecast.",
    isEven: true,
    make: (chance) => {
      const given = ground(chance, {
        metric: "completed_views",
        lines: [4, 7],
        weeks: [3, 6],
        budget: [30_000, 250_000],
        cost: [1.5, 3.5],
        oneCurve: true,
      });
      const order = shuffled(chance, given.places.length);
      const many = whole(chance, 1, 2);
      const lines = given.places.map((place) => {
        const newest =
          order.indexOf(place.index) < many ? between(chance, 1.6, 2) : between(chance, 0.4, 0.85);
        const days = whole(chance, 1, 2);
        return line(given, place, {
          tells: rows((told, age) => ({
            ...told,
            outcomes: age <= days ? Math.round(told.outcomes * newest) : told.outcomes,
            final: age > final,
          })),
        });
      });
      return world(given, lines);
    },
  },
];
