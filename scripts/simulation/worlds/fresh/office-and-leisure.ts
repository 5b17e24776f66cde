import type { Kind } from "../world.ts";
import { between, ground, line, shuffled, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "office-and-leisure",
    says: "Some lines sell in the week and hardly on Saturdays and Sundays and others mostly then, each by half or more; beneath it one line is worth half as much again as forecast and one two thirds.",
    make: (chance) => {
      const given = ground(chance, {
        metric: "clicks",
        lines: [5, 10],
        weeks: [4, 9],
        budget: [40_000, 600_000],
        cost: [60, 220],
        season: [0, 0.05],
      });
      const order = shuffled(chance, given.places.length);
      const good = between(chance, 1.35, 1.6);
      const poor = between(chance, 0.62, 0.75);
      const lines = given.places.map((place) => {
        const at = order.indexOf(place.index);
        const worth = at === 0 ? good : at === 1 ? poor : 1;
        const weekend = chance.uniform() < 0.5 ? between(chance, 0.3, 0.6) : between(chance, 1.5, 2.1);
        const week = (7 - 2 * weekend) / 5;
        return line(given, place, { worth: (day) => worth * (day % 7 >= 5 ? weekend : week) });
      });
      return world(given, lines);
    },
  },
];
