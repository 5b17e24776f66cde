import { apart, build, each, market, whole } from "../shapes.ts";
import type { Trait } from "../traits.ts";
import { late, leavesOut, totalsOnly } from "../traits.ts";
import type { Kind } from "../world.ts";

export const kinds: readonly Kind[] = apart([
  {
    name: "late-and-patchy-books",
    says: "Lines as forecast whose books are poor: one is late by days, one leaves days out, one gives totals alone, one books no weekend before Monday.",
    isEven: true,
    make: (chance) => {
      const given = market(chance, {
        lines: [4, 9],
        weeks: [3, 9],
        budget: [800_000, 12_000_000],
        cap: [0.7, 0.85],
        known: 0.08,
      });
      const morningsOff: Trait = (sketch) => ({
        ...sketch,
        // Saturday is shown on Monday, with Sunday.
        views: [...sketch.views, (row, age) => (row.day % 7 === 5 && age < 2 ? undefined : row)],
      });
      const first = whole(chance, 0, 3);
      return build(
        each(given, (sketch, index) => {
          const turn = (index + first) % 5;
          if (turn === 0) return late(whole(chance, 2, 6))(sketch);
          if (turn === 1) return leavesOut(chance, given.days)(sketch);
          if (turn === 2) return late(whole(chance, 0, 2))(totalsOnly(sketch));
          if (turn === 3) return morningsOff(sketch);
          return sketch;
        }),
      );
    },
  },
]);
