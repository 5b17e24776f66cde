import type { View } from "../shapes.ts";
import { apart, between, build, each, factor, market, power, whole } from "../shapes.ts";
import type { Kind } from "../world.ts";

const roughened =
  (before: ((day: number) => number) | undefined, rough: readonly number[]) =>
  (day: number): number =>
    // exp(0.1 n) is 1.005 on average.
    ((before?.(day) ?? 1) * (rough[day] ?? 1)) / Math.exp(0.005);

export const kinds: readonly Kind[] = apart([
  {
    name: "auctions-get-dearer",
    says: "Impressions are what counts: in the auctions they cost half as much again or double by the end, with rough days, while reserved lines keep their prices.",
    make: (chance) => {
      const given = market(chance, {
        metrics: ["impressions"],
        lines: [3, 9],
        weeks: [4, 10],
        budget: [1_500_000, 20_000_000],
        shares: 0.3,
      });
      const count = given.sketches.length;
      const auctions = whole(chance, 1, count - 1);
      const world = build(
        each(given, (sketch, index) => {
          const cpm = whole(chance, 380, 480);
          const deep = power(between(chance, 0.72, 0.85));
          const counted = {
            ...sketch,
            cpm,
            rate: 1000 / cpm,
            believed: deep,
            dispersion: between(chance, 5, 60),
          };
          const view: View = (row) => ({ ...row, impressions: row.outcomes });
          if (index >= auctions) return { ...counted, views: [view] };
          const end = between(chance, 1.35, 2.1);
          const turn = between(chance, 0.2, 0.6) * given.days;
          const width = between(chance, 3, 12);
          const price = (day: number) => 1 + (end - 1) / (1 + Math.exp((turn - day) / width));
          return {
            ...counted,
            times: [(day) => 1 / price(day)],
            luck: roughened(
              sketch.luck,
              Array.from({ length: given.days }, () => factor(chance, 0.1)),
            ),
            views: [view],
          };
        }),
      );
      // A forecast of impressions is one number.
      return {
        ...world,
        lines: world.lines.map((line) =>
          line.forecast
            ? {
                ...line,
                forecast: line.forecast.map((point) => ({
                  ...point,
                  impressions: Math.round(point.outcomes ?? point.impressions),
                })),
              }
            : line,
        ),
      };
    },
  },
]);
