import type { Kind } from "../world.ts";
import { between, factor, ground, line, power, shuffled, swinging, times, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "forecast-too-straight",
    says: "Sellers forecast nearly straight curves; half of the lines bring just that at their plan but truly bend hard around it, as their uneven weeks show, and the others can take much more.",
    make: (chance) => {
      const given = ground(chance, {
        metric: "completed_views",
        lines: [4, 8],
        weeks: [6, 10],
        budget: [300_000, 2_000_000],
        cost: [1.5, 3.5],
        curve: (source) => power(between(source, 0.88, 0.95)),
      });
      const order = shuffled(chance, given.places.length);
      const lines = given.places.map((place) => {
        const swings = times(given.days, (day) => day).map(() => factor(chance, 0.1));
        const weeks = times(Math.ceil(given.days / 7), () => between(chance, 0.6, 1.4));
        const bends = order.indexOf(place.index) < given.places.length / 2;
        const exponent = between(chance, 0.48, 0.64);
        return line(given, place, {
          ...(bends ? { curve: (x) => (x > 0 ? place.curve(1) * x ** exponent : 0) } : {}),
          spends: swinging((day) => (swings[day] ?? 1) * (weeks[Math.floor(day / 7)] ?? 1)),
        });
      });
      return world(given, lines);
    },
  },
];
