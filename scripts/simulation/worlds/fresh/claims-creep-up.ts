import type { Kind } from "../world.ts";
import { between, final, ground, line, rows, shuffled, whole, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "claims-creep-up",
    says: "Some sellers learn week by week to claim more sales, three to eight in a hundred more each week; the client counts for itself, and all lines are as forecast.",
    isEven: true,
    make: (chance) => {
      const given = ground(chance, {
        metric: "conversions",
        lines: [4, 9],
        weeks: [6, 10],
        budget: [80_000, 900_000],
        cost: [1400, 5500],
        oneCurve: true,
      });
      const order = shuffled(chance, given.places.length);
      const many = whole(chance, 1, 3);
      const lines = given.places.map((place) => {
        const always = between(chance, 0.85, 1.25);
        const grows = order.indexOf(place.index) < many ? between(chance, 1.03, 1.08) : 1;
        return line(given, place, {
          tells: rows((told, age) => ({
            ...told,
            outcomes: Math.round(told.outcomes * always * grows ** (told.day / 7)),
            final: age > final,
          })),
        });
      });
      return world(given, lines, { buyerCounts: true });
    },
  },
];
