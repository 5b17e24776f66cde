import type { Kind } from "../world.ts";
import { between, factor, final, ground, line, rows, shares, shuffled, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "small-account-one-winner",
    says: "A small account of four or five lines, each of a few sales a day, as the client counts them: one is worth half as much again as forecast, and the rest are near it.",
    make: (chance) => {
      const given = ground(chance, {
        metric: "conversions",
        lines: [4, 5],
        weeks: [5, 8],
        budget: [30_000, 55_000],
        cost: [2200, 5500],
        dispersion: [1, 2],
        shares: (source, count) => shares(source, count, 0.25),
      });
      const order = shuffled(chance, given.places.length);
      const good = between(chance, 1.45, 1.6);
      const lines = given.places.map((place) => {
        const worth = order.indexOf(place.index) === 0 ? good : factor(chance, 0.05);
        const claims = between(chance, 0.9, 1.4);
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
