import type { Kind } from "../world.ts";
import { between, breakDay, broken, factor, ground, line, weighty, whole, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "breaks-on-the-sale-day",
    says: "The shop holds a sale of five to eight days and all lines sell about twice as much; on its first or second day one line breaks down, which looks like a smaller loss against the days before than it is.",
    make: (chance) => {
      const given = ground(chance, {
        metric: "conversions",
        lines: [4, 8],
        weeks: [5, 10],
        budget: [80_000, 700_000],
        cost: [1400, 5500],
      });
      const fails = weighty(chance, given, 0.1);
      const day = breakDay(chance, given.days, 0, 0.55);
      const from = day - whole(chance, 0, 1);
      const long = whole(chance, 5, 8);
      const high = between(chance, 1.6, 2.3);
      const after = broken(day, between(chance, 0.08, 0.22));
      const lines = given.places.map((place) => {
        const off = factor(chance, 0.06);
        return line(given, place, {
          worth: (now) =>
            off * (now >= from && now < from + long ? high : 1) * (place.index === fails ? after(now) : 1),
        });
      });
      return world(given, lines, { collapse: { line: fails, day } });
    },
  },
];
