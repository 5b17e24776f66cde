import type { Kind } from "../world.ts";
import { between, final, ground, line, rows, shuffled, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "words-against-worth",
    says: "The seller that claims half as much again as it sells is truly worth three quarters of its forecast, and the one that claims too little is truly the best, as the client's own count shows.",
    make: (chance) => {
      const given = ground(chance, {
        metric: "conversions",
        lines: [4, 9],
        weeks: [5, 9],
        budget: [60_000, 700_000],
        cost: [1400, 5500],
      });
      const order = shuffled(chance, given.places.length);
      const lines = given.places.map((place) => {
        const at = order.indexOf(place.index);
        const worth = at === 0 ? between(chance, 0.66, 0.78) : at === 1 ? between(chance, 1.3, 1.5) : 1;
        const claims =
          at === 0
            ? between(chance, 1.6, 2)
            : at === 1
              ? between(chance, 0.6, 0.75)
              : between(chance, 0.9, 1.15);
        return line(given, place, {
          worth: () => worth,
          tells: rows((told, age) => ({
            ...told,
            outcomes: Math.round(told.outcomes * claims),
            final: age > final,
          })),
        });
      });
      return world(given, lines, { buyerCounts: true });
    },
  },
];
