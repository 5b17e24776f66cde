import { apart, between, build, each, happens, market, whole } from "../shapes.ts";
import type { Kind } from "../world.ts";

export const kinds: readonly Kind[] = apart([
  {
    name: "tags-down-some-days",
    says: "The ad server of most of the lines counts nothing for some days and never mends it; the lines themselves went on as forecast.",
    isEven: true,
    make: (chance) => {
      const given = market(chance, {
        metrics: ["conversions", "clicks"],
        lines: [3, 9],
        weeks: [3, 8],
        budget: [1_000_000, 15_000_000],
        cap: [0.7, 0.85],
        known: 0.08,
      });
      const first = whole(chance, 4, given.days - 7);
      const length = whole(chance, 2, 5);
      const kept = happens(chance, 0.5) ? 0 : between(chance, 0.03, 0.2);
      const spared = whole(chance, 0, given.sketches.length - 1);
      const isSpared = (index: number) => index === spared || (index + spared) % 4 === 3;
      return build(
        each(given, (sketch, index) =>
          isSpared(index)
            ? sketch
            : {
                ...sketch,
                views: [
                  (row) =>
                    row.day >= first && row.day < first + length
                      ? { ...row, outcomes: row.outcomes * kept }
                      : row,
                ],
              },
        ),
      );
    },
  },
]);
