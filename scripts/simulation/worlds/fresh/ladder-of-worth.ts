import type { Kind } from "../world.ts";
import { between, ground, line, shuffled, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "ladder-of-worth",
    says: "Eight to fourteen lines stand on a ladder of worth, from seven tenths of forecast to a third more than forecast, in steps, whatever their size.",
    make: (chance) => {
      const given = ground(chance, {
        metric: "clicks",
        lines: [8, 14],
        weeks: [5, 10],
        budget: [80_000, 1_200_000],
        cost: [60, 220],
      });
      const order = shuffled(chance, given.places.length);
      const low = between(chance, 0.64, 0.78);
      const high = between(chance, 1.25, 1.45);
      const lines = given.places.map((place) => {
        const worth = low * (high / low) ** (order.indexOf(place.index) / (given.places.length - 1));
        return line(given, place, { worth: () => worth });
      });
      return world(given, lines);
    },
  },
];
