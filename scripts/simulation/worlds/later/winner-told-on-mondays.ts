import { apart, between, build, each, leveled, market, whole } from "../shapes.ts";
import type { Kind, WorldLine } from "../world.ts";

const onMondays: WorldLine["reports"] = (morning, truth) => {
  const told = truth.slice(0, morning - (morning % 7));
  return {
    type: "total",
    through: told.length - 1,
    spend: Math.round(told.reduce((sum, day) => sum + day.spend, 0)),
    impressions: Math.round(told.reduce((sum, day) => sum + day.impressions, 0)),
    outcomes: Math.round(told.reduce((sum, day) => sum + day.outcomes, 0)),
  };
};

export const kinds: readonly Kind[] = apart([
  {
    name: "winner-told-on-mondays",
    says: "One line brings twice its forecast or more, but its seller sends one total, each Monday, up to Sunday.",
    make: (chance) => {
      const given = leveled(
        chance,
        market(chance, {
          metrics: ["conversions"],
          weekly: [5, 60],
          lines: [3, 10],
          weeks: [4, 10],
          budget: [1_500_000, 20_000_000],
        }),
        0.08,
      );
      const winner = whole(chance, 0, given.sketches.length - 1);
      const world = build(
        each(given, (sketch, index) =>
          index === winner ? { ...sketch, level: between(chance, 1.9, 2.6), dispersion: 1.5 } : sketch,
        ),
      );
      return {
        ...world,
        lines: world.lines.map((line, index) => (index === winner ? { ...line, reports: onMondays } : line)),
      };
    },
  },
]);
