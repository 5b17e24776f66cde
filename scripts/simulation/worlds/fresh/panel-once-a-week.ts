import type { Kind } from "../world.ts";
import { between, ground, line, totals, whole, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "panel-once-a-week",
    says: "People are counted by a panel that sends rounded totals once a week, days after the week's end, each seller on another day; all lines reach what was forecast, with good and bad weeks.",
    isEven: true,
    make: (chance) => {
      const given = ground(chance, {
        metric: "reach",
        lines: [4, 7],
        weeks: [5, 9],
        budget: [30_000, 250_000],
        cost: [3, 9],
        season: [0, 0.05],
        weeksLuck: [0.05, 0.14],
        forecast: "outcomes",
      });
      const lines = given.places.map((place) => {
        const sent = whole(chance, 0, 6);
        const late = whole(chance, 1, 4);
        const size = given.rate * place.planned * between(chance, 0.01, 0.03);
        const sum = totals((morning) => morning - ((morning - sent + 7) % 7) - 1 - late);
        return line(given, place, {
          tells: (morning, truth) => {
            const told = sum(morning, truth);
            return told.type === "total"
              ? { ...told, outcomes: Math.round(Math.round(told.outcomes / size) * size) }
              : told;
          },
        });
      });
      return world(given, lines);
    },
  },
];
