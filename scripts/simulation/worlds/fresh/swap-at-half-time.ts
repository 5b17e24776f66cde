import type { Kind } from "../world.ts";
import { between, breakDay, ground, line, shuffled, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "swap-at-half-time",
    says: "One line is the best and another the worst up to a day near the middle of the flight, and from it on each is what the other was; the rest keep their word.",
    make: (chance) => {
      const given = ground(chance, {
        metric: "conversions",
        lines: [4, 8],
        weeks: [7, 10],
        budget: [80_000, 900_000],
        cost: [1400, 5500],
      });
      const order = shuffled(chance, given.places.length);
      const good = between(chance, 1.35, 1.6);
      const poor = between(chance, 0.62, 0.75);
      const day = breakDay(chance, given.days, 0.35, 0.52);
      const lines = given.places.map((place) => {
        const at = order.indexOf(place.index);
        if (at > 1) return line(given, place);
        return line(given, place, { worth: (now) => (now < day === (at === 0) ? good : poor) });
      });
      return world(given, lines);
    },
  },
];
