import type { Kind } from "../world.ts";
import { between, breakDay, ground, line, promptly, weighty, whole, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "comes-back-for-three-days",
    says: "One line breaks down, comes back nearly whole for three days a week or so later, and is then gone for good.",
    make: (chance) => {
      const given = ground(chance, {
        metric: "clicks",
        lines: [4, 8],
        weeks: [5, 10],
        budget: [40_000, 500_000],
        cost: [60, 220],
      });
      const fails = weighty(chance, given, 0.1);
      const day = breakDay(chance, given.days, 0, 0.5);
      const level = between(chance, 0.05, 0.18);
      const again = day + whole(chance, 6, 9);
      const nearly = between(chance, 0.65, 0.9);
      const lines = given.places.map((place) =>
        line(given, place, {
          worth: (now) => {
            if (place.index !== fails || now < day) return 1;
            return now >= again && now < again + 3 ? nearly : level;
          },
          tells: promptly(whole(chance, 0, 1)),
        }),
      );
      return world(given, lines, { collapse: { line: fails, day } });
    },
  },
];
