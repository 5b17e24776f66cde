import { apart, between, build, each, leveled, market, whole } from "../shapes.ts";
import { at } from "../traits.ts";
import type { Kind } from "../world.ts";

export const kinds: readonly Kind[] = apart([
  {
    name: "site-dies-over-days",
    says: "The pages on which one line runs lose their readers over four to seven days until nearly nothing is left, for good.",
    make: (chance) => {
      const given = leveled(
        chance,
        market(chance, {
          metrics: ["conversions"],
          weekly: [25, 400],
          lines: [3, 9],
          weeks: [4, 9],
          budget: [1_500_000, 20_000_000],
        }),
        0.08,
      );
      const line = whole(chance, 0, given.sketches.length - 1);
      const day = Math.round(between(chance, 0.2, 0.5) * given.days);
      const length = whole(chance, 4, 7);
      const rest = between(chance, 0.03, 0.1);
      const dying = (on: number) =>
        on < day ? 1 : Math.max(rest, 1 - ((1 - rest) * (on - day + 1)) / length);
      const world = build(
        each(given, (sketch, index) => {
          const noisy = { ...sketch, dispersion: between(chance, 1, 2.5) };
          return index === line ? at(dying)(noisy) : noisy;
        }),
      );
      return { ...world, collapse: { line, day } };
    },
  },
]);
