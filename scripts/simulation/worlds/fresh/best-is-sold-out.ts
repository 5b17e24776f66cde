import type { Kind } from "../world.ts";
import { between, ground, line, shares, shuffled, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "best-is-sold-out",
    says: "The best line's seller has sold out and refuses every increase, the second takes a quarter of its plan more in all, and only the third, a little better than forecast, takes what it is given; one line is poor.",
    make: (chance) => {
      const given = ground(chance, {
        metric: "conversions",
        lines: [4, 9],
        weeks: [5, 10],
        budget: [60_000, 800_000],
        cost: [1400, 5500],
        shares: (source, count) => shares(source, count, 0.35),
      });
      const order = shuffled(chance, given.places.length);
      const worths = [
        between(chance, 1.45, 1.6),
        between(chance, 1.3, 1.45),
        between(chance, 1.15, 1.3),
        between(chance, 0.6, 0.75),
      ];
      const lines = given.places.map((place) => {
        const at = order.indexOf(place.index);
        const worth = worths[at] ?? 1;
        if (at > 1) return line(given, place, { worth: () => worth });
        const most = Math.round(place.planned * (at === 0 ? 1 : 1.25));
        return line(given, place, {
          worth: () => worth,
          change: (wish) => {
            if (wish.to <= wish.from) return { type: "made" };
            if (at === 0) return { type: "refused", reason: "Sold out for the period." };
            if (wish.from >= most) return { type: "refused", reason: "No more room in this package." };
            return { type: "made", to: Math.min(wish.to, most) };
          },
        });
      });
      return world(given, lines);
    },
  },
];
