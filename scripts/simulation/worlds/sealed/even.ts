import { apart, between, build, each, happens, market, power, scaled, whole } from "../shapes.ts";
import { at, boasts, lags, late, leavesOut, lucky, weekdays } from "../traits.ts";
import type { Kind } from "../world.ts";

/** Even worlds: the plan is the best split, whatever it looks like. */
export const kinds: readonly Kind[] = apart([
  {
    name: "even-though-averages-differ",
    says: "Costs per outcome differ by up to three times, but the next unit of money brings the same on every line: the plan knew the curves.",
    isEven: true,
    make: (chance) => {
      const told = happens(chance, 0.67);
      const given = market(chance, {
        cap: [0.9, 0.9],
        lines: [3, 9],
        tells: told ? "outcomes" : "impressions",
        believed: (draws) => power(between(draws, 0.3, 0.86)),
      });
      return build(given);
    },
  },
  {
    name: "even-with-boasts",
    says: "The plan is right; some sellers claim up to two and a half times what there was, and in half of the worlds the client counts too.",
    isEven: true,
    make: (chance) => {
      const given = market(chance, {
        metrics: ["conversions"],
        cap: [0.9, 0.9],
        known: 0.05,
        believed: (draws) => power(between(draws, 0.55, 0.65)),
      });
      const share = between(chance, 0.25, 0.6);
      const world = build(
        each(given, (sketch) => {
          const line = happens(chance, share) ? boasts(chance)(sketch) : sketch;
          return happens(chance, 0.3) ? lags(chance)(line) : line;
        }),
      );
      return happens(chance, 0.5) ? { ...world, buyerCounts: true } : world;
    },
  },
  {
    name: "even-with-long-luck",
    says: "The plan is right; luck stays with a line for weeks, then leaves it, and counts scatter far more than by chance.",
    isEven: true,
    make: (chance) => {
      const given = market(chance, {
        cap: [0.9, 0.9],
        weeks: [6, 12],
        believed: (draws) => power(between(draws, 0.5, 0.7)),
      });
      const stays = between(chance, 0.93, 0.98);
      const spread = between(chance, 0.2, 0.45);
      return build(
        each(given, (sketch) => {
          let state = chance.normal();
          const walk = Array.from({ length: given.days + 1 }, () => {
            state = stays * state + Math.sqrt(1 - stays ** 2) * chance.normal();
            return Math.exp(spread * state - spread ** 2 / 2);
          });
          return lucky((day) => walk[day] ?? 1)({ ...sketch, dispersion: scaled(chance, 1.5, 8) });
        }),
      );
    },
  },
  {
    name: "even-sparse-with-own-weekdays",
    says: "The plan is right; one to four outcomes a week a line, each line with its own good weekdays, reports late or with days left out.",
    isEven: true,
    make: (chance) => {
      const exponent = between(chance, 0.5, 0.7);
      const given = market(chance, {
        metrics: ["conversions"],
        weekly: [1, 4],
        budget: [20_000, 250_000],
        cap: [0.9, 0.9],
        known: 0.04,
        believed: () => power(exponent),
      });
      return build(
        each(given, (sketch) => {
          const line = at(weekdays(chance, 0.5))(sketch);
          if (happens(chance, 0.3)) return leavesOut(chance, given.days)(line);
          return happens(chance, 0.4) ? late(whole(chance, 1, 3))(line) : line;
        }),
      );
    },
  },
]);
