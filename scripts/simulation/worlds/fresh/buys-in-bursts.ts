import type { Kind } from "../world.ts";
import { between, ground, line, power, promptly, shuffled, whole, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "buys-in-bursts",
    says: "Some sellers stand still for one to three days and then spend all that was due in one; they tell it a day late, and each buys for its money what was forecast.",
    isEven: true,
    make: (chance) => {
      const given = ground(chance, {
        metric: "impressions",
        lines: [4, 8],
        weeks: [4, 8],
        budget: [30_000, 300_000],
        cost: [0.5, 1.6],
        curve: (source) => power(between(source, 0.82, 0.93)),
        oneCurve: true,
      });
      const order = shuffled(chance, given.places.length);
      const many = whole(chance, 1, Math.ceil(given.places.length / 2));
      const lines = given.places.map((place) => {
        if (order.indexOf(place.index) >= many) return line(given, place);
        const every = whole(chance, 2, 4);
        const at = whole(chance, 0, every - 1);
        const isOpen = (day: number) => day % every === at;
        const open = Array.from({ length: given.days }, (_, day) => day).filter(isOpen);
        const opens = open.length;
        const season = open.reduce((sum, day) => sum + given.season(day), 0) / opens;
        return line(
          given,
          { ...place, daily: place.planned / opens },
          {
            spends: ({ day, daysLeft, left }) => {
              if (!isOpen(day)) return 0;
              const ahead = open.filter((one) => one >= day && one < day + daysLeft).length;
              return Math.max(0, left / Math.max(1, ahead));
            },
            worth: () => 1 / season,
            tells: promptly(1),
          },
        );
      });
      return world(given, lines);
    },
  },
];
