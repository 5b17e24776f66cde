import type { Kind } from "../world.ts";
import { between, costs, ground, line, shuffled, some, whole, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "slow-starters-win",
    says: "Each line needs time to learn: the poor ones have learnt after a few days and the good ones after two weeks, so that the first weeks tell the opposite of what is true.",
    make: (chance) => {
      const metric = some(chance, ["clicks", "completed_views"]);
      const given = ground(chance, {
        metric,
        lines: [4, 8],
        weeks: [6, 10],
        budget: [40_000, 600_000],
        cost: costs[metric],
      });
      const order = shuffled(chance, given.places.length);
      const many = given.places.length > 5 ? 2 : 1;
      const lines = given.places.map((place) => {
        const at = order.indexOf(place.index);
        const isGood = at < many;
        const isPoor = !isGood && at < 2 * many;
        const worth = isGood ? between(chance, 1.35, 1.6) : isPoor ? between(chance, 0.66, 0.8) : 1;
        const long = isGood ? whole(chance, 11, 15) : whole(chance, 3, 6);
        const low = isGood ? between(chance, 0.35, 0.5) : between(chance, 0.6, 0.8);
        return line(given, place, {
          worth: () => worth,
          past: (_day, spends) => {
            const used = spends.filter((spend) => spend > 0).length - 1;
            return low + (1 - low) * Math.min(1, used / long);
          },
        });
      });
      return world(given, lines);
    },
  },
];
