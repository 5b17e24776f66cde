import { apart, between, build, each, factor, market, sCurve } from "../shapes.ts";
import type { Kind } from "../world.ts";

export const kinds: readonly Kind[] = apart([
  {
    name: "every-line-an-s",
    says: "Every line works little under its own threshold and fills up over it, where all forecasts show smooth falling returns; some lines stand under, some over.",
    make: (chance) => {
      const given = market(chance, {
        metrics: ["clicks", "completed_views", "conversions"],
        lines: [2, 6],
        weeks: [3, 8],
        budget: [1_000_000, 12_000_000],
        cap: [0.65, 0.85],
      });
      const dispersion = between(chance, 1, 3);
      return build(
        each(given, (sketch) => ({
          ...sketch,
          dispersion,
          level: factor(chance, 0.15),
          curve: sCurve(between(chance, 0.35, 1.2), between(chance, 1.8, 3)),
        })),
      );
    },
  },
]);
