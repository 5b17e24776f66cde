import { apart, between, build, each, happens, leveled, market, pick, whole } from "../shapes.ts";
import { anyTrait, boasts, lags, late, leavesOut, restates, stubborn, totalsOnly } from "../traits.ts";
import type { Kind } from "../world.ts";

/** What sellers refuse and what they say. */
export const kinds: readonly Kind[] = apart([
  {
    name: "stubborn-sellers",
    says: "Levels differ; most sellers refuse increases, or decreases, or all, take a part of them, or make them days later.",
    make: (chance) =>
      build(
        each(leveled(chance, market(chance, { lines: [4, 12] }), 0.4), (sketch) =>
          happens(chance, 0.65) ? stubborn(chance)(sketch) : sketch,
        ),
      ),
  },
  {
    name: "boasting-sellers",
    says: "Some sellers, not the best ones, claim a quarter to two and a half times more than there was; in half of the worlds the client counts too.",
    make: (chance) => {
      const given = leveled(chance, market(chance, { metrics: ["conversions"], lines: [3, 9] }), 0.3);
      const level = [...given.sketches].map((sketch) => sketch.level).sort((a, b) => a - b);
      const middle = level[Math.floor(level.length / 2)] ?? 1;
      const world = build(
        each(given, (sketch) =>
          sketch.level <= middle && happens(chance, 0.7) ? boasts(chance)(sketch) : sketch,
        ),
      );
      return happens(chance, 0.5) ? { ...world, buyerCounts: true } : world;
    },
  },
  {
    name: "poor-reports",
    says: "Levels differ; reports come late, lag, are restated, leave days out or give lifetime totals only, each seller in its own way.",
    make: (chance) => {
      const given = leveled(chance, market(chance, { weeks: [5, 12] }), 0.35);
      return build(
        each(given, (sketch) => {
          const one = pick(chance, [
            () => lags(chance),
            () => restates(chance),
            () => leavesOut(chance, given.days),
            () => totalsOnly,
            () => late(whole(chance, 1, 5)),
          ])()(sketch);
          return happens(chance, 0.4)
            ? late(whole(chance, 1, 3))(one)
            : happens(chance, 0.3)
              ? totalsOnly(one)
              : one;
        }),
      );
    },
  },
  {
    name: "mixed",
    says: "Levels differ, and each line has up to three of all that sellers and audiences do in the other kinds.",
    make: (chance) => {
      const given = leveled(chance, market(chance, { lines: [4, 12] }), between(chance, 0.1, 0.4));
      return build(
        each(given, (sketch) => {
          let line = sketch;
          for (let left = whole(chance, 0, 3); left > 0; left -= 1) line = anyTrait(chance, given.days)(line);
          return line;
        }),
      );
    },
  },
]);
