import { apart, between, build, each, happens, leveled, market, whole } from "../shapes.ts";
import { at, late, weekendsLost } from "../traits.ts";
import type { Kind } from "../world.ts";

export const kinds: readonly Kind[] = apart([
  {
    name: "sprint-of-two-weeks",
    says: "Two weeks and a few days with lines far off their forecasts, reports a day or two late and some lines that lose their weekends: little time to learn.",
    make: (chance) => {
      const longer = leveled(
        chance,
        market(chance, {
          metrics: ["conversions", "clicks", "completed_views"],
          lines: [2, 6],
          weeks: [3, 3],
          budget: [500_000, 6_000_000],
        }),
        0.38,
      );
      const given = { ...longer, days: whole(chance, 14, 18) };
      const warm = between(chance, 0.4, 0.8);
      return build(
        each(given, (sketch) => {
          const warming = at((day) => (day < 2 ? warm : 1))(late(whole(chance, 0, 2))(sketch));
          return happens(chance, 0.3) ? weekendsLost(warming) : warming;
        }),
      );
    },
  },
]);
