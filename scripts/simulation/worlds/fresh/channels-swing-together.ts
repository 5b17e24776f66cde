import type { Kind } from "../world.ts";
import { between, factor, ground, line, times, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "channels-swing-together",
    says: "All lines of a channel have the same good and bad fortnights, by luck that nobody can foresee, so that one channel always seems the better one; all are as forecast.",
    isEven: true,
    make: (chance) => {
      const given = ground(chance, {
        metric: "clicks",
        lines: [6, 12],
        weeks: [4, 10],
        budget: [60_000, 800_000],
        cost: [60, 220],
        oneCurve: true,
      });
      const spread = between(chance, 0.1, 0.2);
      const swings = new Map(
        ["display", "social", "olv"].map((channel) => [
          channel,
          times(Math.ceil(given.days / 14), () => factor(chance, spread)),
        ]),
      );
      const lines = given.places.map((place) =>
        line(given, place, {
          luck: (day) => place.luck(day) * (swings.get(place.channel)?.[Math.floor(day / 14)] ?? 1),
        }),
      );
      return world(given, lines);
    },
  },
];
