import type { Kind } from "../world.ts";
import { between, breakDay, broken, final, ground, line, rows, weighty, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "modelled-by-its-seller",
    says: "One line stops selling from a day on, but its seller fills in what its model expects and tells of sales as ever; the client's own count alone shows it.",
    make: (chance) => {
      const given = ground(chance, {
        metric: "conversions",
        lines: [4, 9],
        weeks: [5, 10],
        budget: [80_000, 800_000],
        cost: [1400, 5500],
      });
      const fails = weighty(chance, given, 0.1);
      const day = breakDay(chance, given.days, 0, 0.6);
      const level = between(chance, 0.04, 0.18);
      const lines = given.places.map((place) => {
        const always = between(chance, 0.9, 1.3);
        const expected = (told: { readonly day: number; readonly spend: number }) =>
          given.rate * place.daily * place.curve(told.spend / place.daily) * given.season(told.day);
        return line(given, place, {
          ...(place.index === fails ? { worth: broken(day, level) } : {}),
          tells: rows((told, age) => {
            const isModelled = place.index === fails && told.day >= day;
            return {
              ...told,
              outcomes: Math.round((isModelled ? expected(told) : told.outcomes) * always),
              final: age > final,
            };
          }),
        });
      });
      return world(given, lines, { buyerCounts: true, collapse: { line: fails, day } });
    },
  },
];
