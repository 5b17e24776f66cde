import { apart, between, build, each, happens, market } from "../shapes.ts";
import { at, weekdays, weekendsOff } from "../traits.ts";
import type { Kind } from "../world.ts";

export const kinds: readonly Kind[] = apart([
  {
    name: "weekdays-at-odds",
    says: "Each line has good and bad days of the week of its own, some work from Monday to Friday only, yet over a week each brings what was forecast.",
    isEven: true,
    make: (chance) => {
      const given = market(chance, {
        metrics: ["clicks", "conversions"],
        lines: [3, 8],
        weeks: [3, 7],
        budget: [800_000, 12_000_000],
        cap: [0.7, 0.85],
        known: 0.08,
      });
      return build(
        each(given, (sketch) => {
          if (!happens(chance, 0.3)) return at(weekdays(chance, between(chance, 0.2, 0.4)))(sketch);
          // Its forecast knows that five days must take the money of seven.
          return weekendsOff({ ...sketch, level: 1.4 / sketch.believed(1.4) });
        }),
      );
    },
  },
]);
