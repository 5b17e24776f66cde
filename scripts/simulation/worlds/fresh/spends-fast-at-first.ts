import type { Kind } from "../world.ts";
import { between, filling, ground, line, promptly, shuffled, whole, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "spends-fast-at-first",
    says: "Some sellers spend up to twice their pace in the first weeks and end slowly, so that their days bring ever fewer new people; over the flight all lines reach what was forecast.",
    isEven: true,
    make: (chance) => {
      const given = ground(chance, {
        metric: "reach",
        lines: [4, 8],
        weeks: [4, 8],
        budget: [100_000, 900_000],
        cost: [3, 9],
        season: [0, 0.04],
        forecast: "outcomes",
        curve: (source) => filling(between(source, 0.9, 2)),
      });
      const order = shuffled(chance, given.places.length);
      const many = whole(chance, 1, given.places.length - 1);
      const lines = given.places.map((place) => {
        const fast = order.indexOf(place.index) < many ? between(chance, 1.4, 2.1) : 1;
        return line(given, place, {
          spends: ({ daysLeft, left }) =>
            Math.max(0, Math.min(left, (left * (daysLeft > 1 ? fast : 1)) / Math.max(1, daysLeft))),
          tells: promptly(whole(chance, 0, 2)),
        });
      });
      return world(given, lines);
    },
  },
];
