import { apart, between, build, each, factor, happens, knee, market, whole } from "../shapes.ts";
import { breaksOn, slow, takesNoMore } from "../traits.ts";
import type { Kind } from "../world.ts";

export const kinds: readonly Kind[] = apart([
  {
    name: "drop-among-stiff-sellers",
    says: "Views of one line drop to a tenth or a fourth overnight for good; of the rest, some take no more, some are slow and some are nearly used up.",
    make: (chance) => {
      const given = market(chance, {
        metrics: ["completed_views"],
        lines: [4, 9],
        weeks: [3, 8],
        budget: [1_000_000, 15_000_000],
        shares: 0.3,
      });
      const count = given.sketches.length;
      const line = whole(chance, 0, count - 1);
      const day = whole(chance, 7, Math.round(given.days * 0.55));
      const rest = between(chance, 0.1, 0.25);
      const world = build(
        each(given, (sketch, index) => {
          const noisy = { ...sketch, level: factor(chance, 0.07), dispersion: between(chance, 2, 12) };
          if (index === line) return breaksOn(day, rest)(noisy);
          const turn = (index - line + count) % count;
          if (turn === 1) return takesNoMore(noisy);
          if (turn === 2)
            return { ...noisy, curve: knee(between(chance, 1, 1.15), between(chance, 0.1, 0.3)) };
          return happens(chance, 0.4) ? slow(chance)(noisy) : noisy;
        }),
      );
      return { ...world, collapse: { line, day } };
    },
  },
]);
