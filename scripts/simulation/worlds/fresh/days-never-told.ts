import type { Kind } from "../world.ts";
import { between, final, ground, line, rows, times, whole, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "days-never-told",
    says: "Each seller leaves days out for good: some their weekends, some a day here and there, some most of a week after a fault; what they tell is true and all lines are as forecast.",
    isEven: true,
    make: (chance) => {
      const given = ground(chance, {
        metric: "completed_views",
        lines: [4, 9],
        weeks: [4, 9],
        budget: [40_000, 500_000],
        cost: [1.5, 3.5],
        season: [0.1, 0.25],
        oneCurve: true,
      });
      const lines = given.places.map((place) => {
        const style = chance.uniform();
        const often = style < 0.25 ? 0 : between(chance, 0.05, 0.25);
        const lost = times(given.days, () => chance.uniform() < often);
        const from = whole(chance, 5, given.days - 7);
        const to = chance.uniform() < 0.5 ? from + whole(chance, 3, 6) : from;
        return line(given, place, {
          tells: rows((told, age) => {
            if (lost[told.day] || (told.day >= from && told.day < to)) return undefined;
            if (style < 0.25 && told.day % 7 >= 5) return undefined;
            return { ...told, final: age > final };
          }),
        });
      });
      return world(given, lines);
    },
  },
];
