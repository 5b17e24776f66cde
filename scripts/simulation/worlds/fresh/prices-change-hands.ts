import type { Kind } from "../world.ts";
import { between, breakDay, factor, ground, line, shuffled, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "prices-change-hands",
    says: "On a day in the second quarter of the flight one exchange raises its prices by a third to a half and another, on another day, lets its own fall by a quarter; all else goes on as forecast.",
    make: (chance) => {
      const given = ground(chance, {
        metric: "impressions",
        lines: [4, 9],
        weeks: [5, 10],
        budget: [50_000, 900_000],
        cost: [0.5, 1.6],
      });
      const order = shuffled(chance, given.places.length);
      const dearer = between(chance, 1.3, 1.55);
      const cheaper = between(chance, 0.68, 0.8);
      const one = breakDay(chance, given.days, 0.18, 0.45);
      const other = breakDay(chance, given.days, 0.18, 0.45);
      const lines = given.places.map((place) => {
        const at = order.indexOf(place.index);
        const off = factor(chance, 0.04);
        return line(given, place, {
          worth: (day) =>
            off * (at === 0 && day >= one ? 1 / dearer : at === 1 && day >= other ? 1 / cheaper : 1),
        });
      });
      return world(given, lines);
    },
  },
];
