import type { Kind } from "../world.ts";
import { between, factor, ground, line, shares, shuffled, times, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "short-of-room-from-the-start",
    says: "Two lines find, from the first day to the last, but six to eight tenths of what they may spend, and leave the rest idle; the others could take it at a worth of nine tenths to a fifth over forecast.",
    make: (chance) => {
      const given = ground(chance, {
        metric: "impressions",
        lines: [4, 10],
        weeks: [3, 8],
        budget: [40_000, 900_000],
        cost: [0.5, 1.6],
        shares: (source, count) => shares(source, count, 0.3),
      });
      const order = shuffled(chance, given.places.length);
      const lines = given.places.map((place) => {
        if (order.indexOf(place.index) > 1) {
          const worth = between(chance, 0.9, 1.22);
          return line(given, place, { worth: () => worth });
        }
        const room = between(chance, 0.55, 0.8);
        const rough = times(given.days, () => factor(chance, 0.07));
        return line(given, place, {
          spends: ({ day, daysLeft, left }) =>
            Math.max(0, Math.min(left, left / Math.max(1, daysLeft), place.daily * room * (rough[day] ?? 1))),
        });
      });
      return world(given, lines);
    },
  },
];
