import { apart, between, build, each, leveled, market, whole } from "../shapes.ts";
import { at } from "../traits.ts";
import type { Kind } from "../world.ts";

export const kinds: readonly Kind[] = apart([
  {
    name: "creatives-worn-and-renewed",
    says: "Creatives wear out within weeks and are renewed, each line on its own rota, so that a line that looks tired today is fresh soon; one has none to renew.",
    make: (chance) => {
      const given = leveled(
        chance,
        market(chance, {
          metrics: ["clicks", "conversions"],
          lines: [3, 8],
          weeks: [6, 10],
          budget: [1_500_000, 15_000_000],
        }),
        0.1,
      );
      const without = whole(chance, 0, given.sketches.length - 1);
      return build(
        each(given, (sketch, index) => {
          const weekly = between(chance, 0.12, 0.3);
          const floor = between(chance, 0.35, 0.55);
          const rota = whole(chance, 14, 24);
          const age = whole(chance, 0, 10);
          const worn = (days: number) =>
            floor + (1 - floor) * (1 - weekly) ** (Math.max(0, days - 4) / 7 + Math.max(0, days - 12) / 7);
          return at((day) => worn(index === without ? day : (day + age) % rota))(sketch);
        }),
      );
    },
  },
]);
