import { apart, between, build, each, leveled, market, whole } from "../shapes.ts";
import { at, startsOn } from "../traits.ts";
import type { Kind } from "../world.ts";

export const kinds: readonly Kind[] = apart([
  {
    name: "launches-one-by-one",
    says: "Half of the lines start one after the other up to the middle of the flight and learn for some days; what they are worth is a fifth or so off the forecasts.",
    make: (chance) => {
      const given = leveled(
        chance,
        market(chance, {
          metrics: ["conversions"],
          weekly: [15, 200],
          lines: [4, 9],
          weeks: [5, 10],
          budget: [1_500_000, 20_000_000],
          known: 0.08,
        }),
        0.2,
      );
      let next = 0;
      return build(
        each(given, (sketch, index) => {
          if (index % 2 === 0) return sketch;
          next = Math.min(Math.round(given.days * 0.45), next + whole(chance, 4, 9));
          const first = next;
          const from = between(chance, 0.2, 0.6);
          const length = whole(chance, 3, 8);
          const learning = (day: number) => Math.min(1, from + ((1 - from) * (day - first)) / length);
          return at((day) => (day < first ? 1 : learning(day)))(startsOn(first)(sketch));
        }),
      );
    },
  },
]);
