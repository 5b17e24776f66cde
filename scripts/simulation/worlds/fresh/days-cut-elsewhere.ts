import type { Kind } from "../world.ts";
import { between, ground, line, shuffled, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "days-cut-elsewhere",
    says: "Sellers sit in other time zones: up to half of what a day brought is booked on the next one, while its spend is not; with strong weekdays each looks good on some days and bad on others, and all are as forecast.",
    isEven: true,
    make: (chance) => {
      const given = ground(chance, {
        metric: "clicks",
        lines: [4, 9],
        weeks: [3, 7],
        budget: [40_000, 400_000],
        cost: [60, 220],
        season: [0.2, 0.35],
        oneCurve: true,
      });
      const order = shuffled(chance, given.places.length);
      const lines = given.places.map((place) => {
        const moved = order.indexOf(place.index) === 0 ? 0 : between(chance, 0.1, 0.5);
        return line(given, place, {
          tells: (morning, truth) => ({
            type: "days",
            days: truth.slice(0, morning).map((day, index) => ({
              day: index,
              spend: day.spend,
              impressions: day.impressions,
              outcomes:
                Math.round(day.outcomes * (1 - moved)) +
                Math.round((truth[index - 1]?.outcomes ?? 0) * moved),
              final: morning - index > 3,
            })),
          }),
        });
      });
      return world(given, lines);
    },
  },
];
