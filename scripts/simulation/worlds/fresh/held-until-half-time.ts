import type { Kind } from "../world.ts";
import { between, ground, line, shares, shuffled, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "held-until-half-time",
    says: "A big line is worth two thirds of its forecast, and by its contract no money may leave it before the half of the flight; after that it goes at once. One line is better than forecast.",
    make: (chance) => {
      const given = ground(chance, {
        metric: "clicks",
        lines: [4, 8],
        weeks: [5, 10],
        budget: [40_000, 500_000],
        cost: [60, 220],
        shares: (source, count) => shares(source, count, 0.35, between(source, 0.24, 0.36)),
      });
      const order = shuffled(chance, given.places.length);
      const poor = between(chance, 0.6, 0.72);
      const good = between(chance, 1.25, 1.5);
      const open = Math.round(given.days * between(chance, 0.4, 0.52));
      const best = order.find((index) => index !== 0);
      const lines = given.places.map((place) => {
        if (place.index !== 0) return line(given, place, { worth: () => (place.index === best ? good : 1) });
        return line(given, place, {
          worth: () => poor,
          change: (wish) =>
            wish.to < wish.from && wish.day < open
              ? { type: "refused", reason: "The contract holds this sum until half-time." }
              : { type: "made" },
        });
      });
      return world(
        given,
        order.flatMap((index) => lines[index] ?? []),
      );
    },
  },
];
