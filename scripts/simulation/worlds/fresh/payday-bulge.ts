import type { Kind } from "../world.ts";
import { between, ground, line, promptly, whole, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "payday-bulge",
    says: "Wages come once a month and for four to six days all lines sell half as much again or nearly double; sellers tell up to four days late, each in its own time, so that they seem to part; all lines are as forecast.",
    isEven: true,
    make: (chance) => {
      const given = ground(chance, {
        metric: "conversions",
        lines: [5, 9],
        weeks: [6, 10],
        budget: [80_000, 700_000],
        cost: [1400, 5500],
        oneCurve: true,
      });
      const first = whole(chance, 3, 22);
      const long = whole(chance, 4, 6);
      const high = between(chance, 1.5, 1.9);
      const isPayday = (day: number) => (day + 30 - first) % 30 < long;
      const lines = given.places.map((place) =>
        line(given, place, {
          worth: (day) => (isPayday(day) ? high : 0.95),
          tells: promptly(whole(chance, 0, 4)),
        }),
      );
      return world(given, lines);
    },
  },
];
