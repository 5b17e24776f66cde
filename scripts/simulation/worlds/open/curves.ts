import {
  apart,
  between,
  build,
  each,
  filling,
  happens,
  leveled,
  market,
  sCurve,
  straight,
  whole,
} from "../shapes.ts";
import { lucky, sShaped, usedUp, weekLuck } from "../traits.ts";
import type { Kind } from "../world.ts";

/** The form of the response is not what was told. */
export const kinds: readonly Kind[] = apart([
  {
    name: "knee-near-the-pace",
    says: "Forecasts are straight or nearly so; for some lines the audience is used up near the planned pace while all money is spent.",
    make: (chance) => {
      const given = market(chance, { lines: [3, 9], known: 0 });
      const even = each(leveled(chance, given, 0.15), (sketch) =>
        happens(chance, 0.5) ? usedUp(chance)(sketch) : sketch,
      );
      const told = happens(chance, 0.5);
      const split = even.sketches.map(({ size }) => 100 * Math.round(size / 100));
      // Where straight lines are told, planners split by size; the others' truth stays concave.
      return build(
        told
          ? each(even, (sketch) => ({
              ...sketch,
              curve: sketch.curve ?? sketch.believed,
              believed: straight,
            }))
          : even,
        split,
      );
    },
  },
  {
    name: "s-curves",
    says: "Some lines bring next to nothing below a threshold near their plan; half of the sellers say so, the others do not.",
    make: (chance) => {
      const given = leveled(chance, market(chance, { lines: [3, 8], known: 0.03 }), 0.2);
      const split = given.sketches.map(({ size }) => 100 * Math.round(size / 100));
      return build(
        each(given, (sketch) => {
          if (happens(chance, 0.4)) return sketch;
          if (happens(chance, 0.5)) return sShaped(chance)(sketch);
          return { ...sketch, believed: sCurve(between(chance, 0.35, 0.75), between(chance, 1.6, 2.6)) };
        }),
        split,
      );
    },
  },
  {
    name: "reach-with-saturated-cheap-lines",
    says: "Reach: the cheap lines' audiences are small and nearly all reached by half of their money, dearer ones go on bringing new people; forecasts show less of it.",
    make: (chance) => {
      const given = market(chance, {
        metrics: ["reach"],
        basis: "flight",
        lines: [3, 9],
        weeks: [4, 10],
        known: 0.1,
        believed: (draws) => filling(between(draws, 0.5, 1)),
      });
      const cheap = whole(chance, 1, Math.ceil(given.sketches.length / 2));
      const luck = weekLuck(chance, given.days, 0.1);
      return build(
        each(given, (sketch, index) =>
          lucky(luck)(
            index < cheap
              ? {
                  ...sketch,
                  rate: sketch.rate * between(chance, 1.05, 1.3),
                  curve: filling(between(chance, 2, 5)),
                  cpm: Math.round(sketch.cpm * 0.6),
                }
              : { ...sketch, curve: filling(between(chance, 0.6, 1.4)) },
          ),
        ),
      );
    },
  },
]);
