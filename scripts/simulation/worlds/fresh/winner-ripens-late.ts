import type { Kind } from "../world.ts";
import { between, ground, line, rows, shuffled, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "winner-ripens-late",
    says: "The best line's sales are told a week or more after the day that led to them and the poorest one's at once, so that young days show the poorest ahead; full days show what is true.",
    make: (chance) => {
      const given = ground(chance, {
        metric: "conversions",
        lines: [4, 8],
        weeks: [7, 10],
        budget: [80_000, 900_000],
        cost: [1400, 5500],
      });
      const order = shuffled(chance, given.places.length);
      const lines = given.places.map((place) => {
        const at = order.indexOf(place.index);
        const worth =
          at === 0
            ? between(chance, 1.4, 1.6)
            : at === 1
              ? between(chance, 0.66, 0.78)
              : between(chance, 0.95, 1.05);
        const slow = at === 0 ? between(chance, 2.6, 4) : at === 1 ? 0.3 : between(chance, 0.8, 1.6);
        const full = Math.ceil(4.5 * slow);
        return line(given, place, {
          worth: () => worth,
          tells: rows((told, age) => {
            const share = age > full ? 1 : 1 - Math.exp(-age / slow);
            return { ...told, outcomes: Math.round(told.outcomes * share), final: age > full };
          }),
        });
      });
      return world(given, lines);
    },
  },
];
