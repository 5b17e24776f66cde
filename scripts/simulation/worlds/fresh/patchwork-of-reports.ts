import type { Kind } from "../world.ts";
import { between, final, ground, line, promptly, rows, shuffled, totals, whole, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "patchwork-of-reports",
    says: "One seller sends weekly totals, one tells nothing of its weekends, one is five days late, one sets its days right after a week, and beneath it lines are worth seven tenths of forecast to half as much again.",
    make: (chance) => {
      const given = ground(chance, {
        metric: "clicks",
        lines: [5, 9],
        weeks: [5, 10],
        budget: [50_000, 700_000],
        cost: [60, 220],
      });
      const manners = shuffled(chance, given.places.length);
      const order = shuffled(chance, given.places.length);
      const lines = given.places.map((place) => {
        const at = order.indexOf(place.index);
        const worth =
          at === 0
            ? between(chance, 1.35, 1.55)
            : at === 1
              ? between(chance, 0.65, 0.75)
              : between(chance, 0.92, 1.08);
        const off = between(chance, 0.75, 1.3);
        const sent = whole(chance, 0, 6);
        const tells = [
          totals((morning) => morning - ((morning - sent + 7) % 7) - 1),
          rows((told, age) => (told.day % 7 >= 5 ? undefined : { ...told, final: age > final })),
          promptly(5),
          rows((told, age) => ({
            ...told,
            outcomes: age < 7 ? Math.round(told.outcomes * off) : told.outcomes,
            final: age >= 7,
          })),
        ][manners.indexOf(place.index)];
        return line(given, place, { worth: () => worth, tells: tells ?? promptly(1) });
      });
      return world(given, lines);
    },
  },
];
