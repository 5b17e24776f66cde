import { apart, between, build, each, factor, market, pick, sCurve, whole } from "../shapes.ts";
import type { Kind } from "../world.ts";

export const kinds: readonly Kind[] = apart([
  {
    name: "brand-builds-up",
    says: "One or two brand lines bring little until enough has been spent on them since the start, and more than all others from then on.",
    make: (chance) => {
      const given = market(chance, {
        metrics: ["conversions"],
        lines: [3, 8],
        weekly: [20, 300],
        weeks: [6, 10],
        budget: [3_000_000, 30_000_000],
        cap: [0.6, 0.8],
        shares: 0.25,
        known: 0.08,
      });
      const count = given.sketches.length > 4 ? whole(chance, 1, 2) : 1;
      const brands = each(given, (sketch, index) => {
        if (index >= count) return { ...sketch, level: factor(chance, 0.08) };
        const channel = pick(chance, ["ctv", "dooh", "olv"]);
        return {
          ...sketch,
          name: sketch.name.replace(sketch.channel, channel),
          channel,
          cpm: whole(chance, 1200, 3000),
          basis: "flight",
          curve: sCurve(between(chance, 0.45, 0.7), between(chance, 2.2, 3.2)),
          level: between(chance, 1.25, 1.6),
          tells: "impressions",
        };
      });
      return build(
        brands,
        brands.sketches.map(({ size }) => 100 * Math.round(size / 100)),
      );
    },
  },
]);
