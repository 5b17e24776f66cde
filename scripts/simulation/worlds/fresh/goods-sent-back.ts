import type { Kind } from "../world.ts";
import { between, ground, line, rows, whole, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "goods-sent-back",
    says: "Sellers tell what was ordered, and for up to two weeks take out what is sent back, a tenth on some lines and a third on others; what is kept is as forecast on all of them.",
    isEven: true,
    make: (chance) => {
      const given = ground(chance, {
        metric: "conversions",
        lines: [4, 8],
        weeks: [6, 10],
        budget: [60_000, 500_000],
        cost: [1500, 5000],
        oneCurve: true,
      });
      const lines = given.places.map((place) => {
        const back = between(chance, 0.08, 0.35);
        const begins = whole(chance, 3, 5);
        const ends = whole(chance, 10, 14);
        return line(given, place, {
          tells: rows((told, age) => {
            const open = Math.max(0, Math.min(1, (ends - age) / (ends - begins)));
            return {
              ...told,
              outcomes: Math.round(told.outcomes * (1 + (open * back) / (1 - back))),
              final: age >= ends,
            };
          }),
        });
      });
      return world(given, lines);
    },
  },
];
