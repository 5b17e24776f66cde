import type { Kind } from "../world.ts";
import { between, breakDay, broken, factor, ground, line, promptly, weighty, whole, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "same-people-again",
    says: "A seller's recognition of people fails: from a day on one line shows its films to those it has already reached, and next to no new ones, while impressions go on as ever.",
    make: (chance) => {
      const given = ground(chance, {
        metric: "reach",
        lines: [4, 8],
        weeks: [4, 9],
        budget: [80_000, 800_000],
        cost: [3, 9],
        season: [0, 0.08],
        dispersion: [2, 8],
        forecast: "outcomes",
      });
      const fails = weighty(chance, given, 0.1);
      const day = breakDay(chance, given.days, 0, 0.55);
      const after = broken(day, between(chance, 0.05, 0.15), whole(chance, 0, 2));
      const lines = given.places.map((place) => {
        const off = factor(chance, 0.06);
        return line(given, place, {
          worth: (now) => off * (place.index === fails ? after(now) : 1),
          tells: promptly(whole(chance, 0, 1)),
        });
      });
      return world(given, lines, { collapse: { line: fails, day } });
    },
  },
];
