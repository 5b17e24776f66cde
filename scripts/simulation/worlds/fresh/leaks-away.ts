import type { Kind } from "../world.ts";
import { between, breakDay, costs, ground, line, some, weighty, whole, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "leaks-away",
    says: "One line loses a little each day for ten to sixteen days and ends at a tenth or so of what it was; the day of its collapse is the one on which it falls under half.",
    make: (chance) => {
      const metric = some(chance, ["clicks", "conversions"]);
      const given = ground(chance, {
        metric,
        lines: [4, 9],
        weeks: [6, 10],
        budget: [60_000, 700_000],
        cost: costs[metric],
      });
      const fails = weighty(chance, given, 0.1);
      const day = breakDay(chance, given.days, 0.3, 0.62);
      const long = whole(chance, 10, 16);
      const level = between(chance, 0.07, 0.18);
      // Of the whole way down, at which half is left.
      const half = Math.log(0.5) / Math.log(level);
      const leak = (now: number) => level ** Math.max(0, Math.min(1, half + (now - day + 0.5) / long));
      const lines = given.places.map((place) =>
        line(given, place, place.index === fails ? { worth: leak } : {}),
      );
      return world(given, lines, { collapse: { line: fails, day } });
    },
  },
];
