import type { Kind } from "../world.ts";
import {
  between,
  breakDay,
  broken,
  ground,
  line,
  promptly,
  shuffled,
  totals,
  weighty,
  whole,
  world,
} from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "weekly-letter-hides-it",
    says: "Two or three sellers send nothing but a total once a week; one of their lines falls to a quarter or less within a day, in the middle of a week.",
    make: (chance) => {
      const given = ground(chance, {
        metric: "clicks",
        lines: [4, 8],
        weeks: [6, 10],
        budget: [40_000, 400_000],
        cost: [60, 220],
      });
      const fails = weighty(chance, given, 0.1);
      const others = shuffled(chance, given.places.length).filter((index) => index !== fails);
      const byLetter = new Set([fails, ...others.slice(0, whole(chance, 1, 2))]);
      const day = breakDay(chance, given.days, 0, 0.5);
      const after = broken(day, between(chance, 0.1, 0.25), 1);
      const lines = given.places.map((place) => {
        const sent = whole(chance, 0, 6);
        return line(given, place, {
          ...(place.index === fails ? { worth: after } : {}),
          tells: byLetter.has(place.index)
            ? totals((morning) => morning - ((morning - sent + 7) % 7) - 1)
            : promptly(0),
        });
      });
      return world(given, lines, { collapse: { line: fails, day } });
    },
  },
];
