import type { Kind } from "../world.ts";
import { between, filling, ground, line, promptly, shuffled, whole, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "public-smaller-than-told",
    says: "Some lines' publics are half as large as their sellers say and others' twice as large: the first people come as forecast everywhere, and only later do some run short.",
    make: (chance) => {
      const given = ground(chance, {
        metric: "reach",
        lines: [4, 8],
        weeks: [6, 10],
        budget: [100_000, 1_500_000],
        cost: [3, 9],
        season: [0, 0.06],
        forecast: "outcomes",
        curve: () => filling(1.4),
      });
      const order = shuffled(chance, given.places.length);
      const small = whole(chance, 1, Math.floor(given.places.length / 2));
      const lines = given.places.map((place) => {
        const at = order.indexOf(place.index);
        const room =
          at < small ? between(chance, 0.6, 0.85) : at < 2 * small ? between(chance, 2.2, 3.2) : 1.4;
        return line(given, place, {
          // The first of them cost what was forecast.
          curve: (x) => (x > 0 ? room * Math.exp(1 / 1.4) * (1 - Math.exp(-x / room)) : 0),
          tells: promptly(whole(chance, 0, 2)),
        });
      });
      return world(given, lines);
    },
  },
];
