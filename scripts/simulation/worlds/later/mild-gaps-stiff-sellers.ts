import { apart, between, build, each, happens, leveled, market, whole } from "../shapes.ts";
import { stubborn } from "../traits.ts";
import type { Kind } from "../world.ts";

export const kinds: readonly Kind[] = apart([
  {
    name: "mild-gaps-stiff-sellers",
    says: "Lines are off their forecasts by a tenth or two, no more, and most sellers refuse a change, take a part of it or are slow.",
    make: (chance) => {
      const weeks = leveled(
        chance,
        market(chance, {
          lines: [4, 12],
          weeks: [4, 10],
          budget: [300_000, 10_000_000],
        }),
        0.16,
      );
      const given = { ...weeks, days: weeks.days - whole(chance, 0, 4) };
      return build(
        each(given, (sketch) => {
          const noisy = { ...sketch, dispersion: between(chance, 1, 3) };
          return happens(chance, 0.65) ? stubborn(chance)(noisy) : noisy;
        }),
      );
    },
  },
]);
