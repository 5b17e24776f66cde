import {
  apart,
  between,
  build,
  each,
  factor,
  happens,
  leveled,
  market,
  pick,
  power,
  whole,
} from "../shapes.ts";
import { lucky, weekLuck } from "../traits.ts";
import type { Kind } from "../world.ts";

/** Good worlds: lines differ in level, nothing else is amiss. */
export const kinds: readonly Kind[] = apart([
  {
    name: "plain-levels",
    says: "Every line responds in the form that was forecast, at a level of half to double of it.",
    make: (chance) => build(leveled(chance, market(chance), between(chance, 0.25, 0.5))),
  },
  {
    name: "plain-rich-without-forecasts",
    says: "Hundreds of outcomes a week a line; no seller forecast anything, lines are worth very different sums.",
    make: (chance) => {
      const given = market(chance, {
        metrics: ["clicks", "completed_views", "conversions"],
        tells: happens(chance, 0.5) ? "nothing" : "impressions",
        weekly: [150, 900],
        budget: [100_000, 2_000_000],
        known: 0,
      });
      return build(
        each(leveled(chance, given, between(chance, 0.3, 0.5)), (sketch) => ({
          ...sketch,
          dispersion: between(chance, 1, 3),
        })),
      );
    },
  },
  {
    name: "one-huge-beside-small",
    says: "One line holds more than half of the money; some of the small ones are much better, or much worse, than it.",
    make: (chance) => {
      const given = market(chance, { lines: [4, 10], cap: [0.75, 0.85], shares: 0.25, known: 0.05 });
      const huge = whole(chance, 0, given.sketches.length - 1);
      const part = between(chance, 0.52, 0.68);
      const rest = 1 - (given.sketches[huge]?.size ?? 0) / given.budget;
      const sized = each(given, (sketch, index) => ({
        ...sketch,
        size: index === huge ? part * given.budget : (sketch.size * (1 - part)) / rest,
      }));
      const usual = factor(chance, 0.2);
      return build(
        each(sized, (sketch, index) => ({ ...sketch, level: index === huge ? usual : factor(chance, 0.45) })),
      );
    },
  },
  {
    name: "sparse-levels",
    says: "One to five conversions a week a line; levels differ by up to four times, and luck by the week beside it.",
    make: (chance) => {
      const given = market(chance, {
        metrics: ["conversions"],
        weekly: [1, 5],
        budget: [20_000, 200_000],
        weeks: [6, 12],
        known: 0.05,
        believed: () => power(pick(chance, [0.6, 0.7, 0.75])),
      });
      return build(
        each(leveled(chance, given, 0.45), (sketch) => lucky(weekLuck(chance, given.days, 0.15))(sketch)),
      );
    },
  },
]);
