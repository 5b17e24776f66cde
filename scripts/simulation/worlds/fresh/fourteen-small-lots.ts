import type { Kind } from "../world.ts";
import { ground, line, shares, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "fourteen-small-lots",
    says: "Twelve to fourteen lines share a small budget, each sells a few a day or none, and they differ by luck alone: some seem to sell nothing for a week.",
    isEven: true,
    make: (chance) => {
      const given = ground(chance, {
        metric: "conversions",
        lines: [12, 14],
        weeks: [3, 6],
        budget: [30_000, 60_000],
        cost: [2500, 6500],
        dispersion: [1, 2],
        shares: (source, count) => shares(source, count, 0.25),
        oneCurve: true,
      });
      return world(
        given,
        given.places.map((place) => line(given, place)),
      );
    },
  },
];
