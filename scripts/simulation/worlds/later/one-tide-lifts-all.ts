import { apart, between, build, each, market, whole } from "../shapes.ts";
import { at, season } from "../traits.ts";
import type { Kind } from "../world.ts";

export const kinds: readonly Kind[] = apart([
  {
    name: "one-tide-lifts-all",
    says: "A season that no forecast knew of lifts and sinks all lines together, so that the plan's split stays the best.",
    isEven: true,
    make: (chance) => {
      const given = market(chance, {
        lines: [4, 9],
        weeks: [5, 10],
        budget: [1_500_000, 25_000_000],
        cap: [0.7, 0.85],
        known: 0.08,
      });
      const tide = season(chance, given.days);
      // Payday at the end of each fourth week.
      const payday = between(chance, 1.05, 1.3);
      const first = whole(chance, 0, 27);
      const pay = (day: number) => ((day + first) % 28 < 3 ? payday : 1);
      return build(
        each(given, (sketch) => at(pay)(at(tide)({ ...sketch, dispersion: between(chance, 1, 2.5) }))),
      );
    },
  },
]);
