import type { Kind } from "../world.ts";
import { between, ground, line, rows, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "sales-ripen-slowly",
    says: "A sale is told on the day of the advertisement that led to it and may follow days later: some lines' days are full after two and others' after two weeks, and all end as forecast.",
    isEven: true,
    make: (chance) => {
      const given = ground(chance, {
        metric: "conversions",
        lines: [4, 8],
        weeks: [6, 10],
        budget: [60_000, 600_000],
        cost: [1500, 5000],
        oneCurve: true,
      });
      const lines = given.places.map((place) => {
        const slow = between(chance, 0.5, 3.2);
        const full = Math.ceil(4.5 * slow);
        return line(given, place, {
          tells: rows((told, age) => {
            const share = age > full ? 1 : 1 - Math.exp(-age / slow);
            return { ...told, outcomes: Math.round(told.outcomes * share), final: age > full };
          }),
        });
      });
      return world(given, lines);
    },
  },
];
