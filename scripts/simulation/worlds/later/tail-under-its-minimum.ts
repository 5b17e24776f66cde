import type { Curve } from "../shapes.ts";
import { apart, between, build, each, factor, market, whole } from "../shapes.ts";
import type { Kind } from "../world.ts";

/** A fifth of what it should be below its least money, all of it soon above. */
function machine(least: number): Curve {
  const gate = (money: number) => 0.2 + 0.8 / (1 + Math.exp((least - money) / 0.05));
  return (money) => (money <= 0 ? 0 : (money ** 0.75 * gate(money)) / gate(1));
}

export const kinds: readonly Kind[] = apart([
  {
    name: "tail-under-its-minimum",
    says: "A plan with a long tail: a few small lines get less a day than their sellers' machines need to work at all, and would work if fewer of them had more.",
    make: (chance) => {
      const given = market(chance, {
        metrics: ["conversions", "clicks"],
        lines: [7, 12],
        weeks: [4, 9],
        budget: [2_000_000, 25_000_000],
        known: 0.1,
        shares: 0.15,
      });
      const small = whole(chance, 3, 4);
      const alike = each(given, (known, index) => {
        // The tail is of small lines.
        const sketch = index < small ? { ...known, size: 0.6 * known.size } : known;
        if (index >= small) return { ...sketch, level: factor(chance, 0.1) };
        const least = between(chance, 0.6, 0.9);
        return { ...sketch, curve: machine(least), level: between(chance, 0.9, 1.2) };
      });
      const split = alike.sketches.map(({ size }, index) =>
        index < small ? size * between(chance, 0.35, 0.55) : size,
      );
      const all = split.reduce((sum, money) => sum + money, 0);
      return build(
        alike,
        split.map((money) => 100 * Math.round((money * given.budget) / all / 100)),
      );
    },
  },
]);
