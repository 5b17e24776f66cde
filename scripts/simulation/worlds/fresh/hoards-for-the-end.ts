import type { Kind } from "../world.ts";
import { between, filling, ground, line, power, shares, shuffled, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "hoards-for-the-end",
    says: "One line spends a third to a half of its pace for most of the flight and throws what is left at the end, where it buys ever less for it; another line of steady worth could use it all along.",
    make: (chance) => {
      const given = ground(chance, {
        metric: "completed_views",
        lines: [4, 8],
        weeks: [5, 9],
        budget: [60_000, 800_000],
        cost: [1.5, 3.5],
        shares: (source, count) => shares(source, count, 0.3, between(source, 0.2, 0.32)),
        curve: (source, index) =>
          index === 0 ? filling(between(source, 0.6, 0.9)) : power(between(source, 0.72, 0.88)),
      });
      const order = shuffled(chance, given.places.length);
      const slow = between(chance, 0.33, 0.5);
      const until = Math.round(given.days * between(chance, 0.55, 0.68));
      const steady = order.find((index) => index !== 0);
      const lines = given.places.map((place) => {
        if (place.index !== 0)
          return line(given, place, { worth: () => (place.index === steady ? 1.12 : 1) });
        return line(given, place, {
          spends: ({ day, daysLeft, left }) =>
            Math.max(0, (left / Math.max(1, daysLeft)) * (day < until ? slow : 1)),
        });
      });
      return world(
        given,
        order.flatMap((index) => lines[index] ?? []),
      );
    },
  },
];
