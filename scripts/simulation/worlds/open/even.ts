import { apart, between, build, each, filling, happens, market, power } from "../shapes.ts";
import { at, lucky, season, slowStart, totalsOnly, weekdays, weekendsOff, weekLuck } from "../traits.ts";
import type { Kind } from "../world.ts";

/** Even worlds: the forecasts are true and the plan is the best split. */
export const kinds: readonly Kind[] = apart([
  {
    name: "even-with-luck",
    says: "The plan is right; each line has good and bad weeks, in some worlds all have the same ones and one season beside.",
    isEven: true,
    make: (chance) => {
      const given = market(chance, {
        cap: [0.9, 0.9],
        believed: (draws) => power(between(draws, 0.55, 0.7)),
      });
      const shared = weekLuck(chance, given.days, 0.25);
      const wave = season(chance, given.days);
      const all = happens(chance, 0.5);
      const spread = between(chance, 0.15, 0.45);
      return build(
        each(given, (sketch) => {
          const own = lucky(weekLuck(chance, given.days, spread))({
            ...sketch,
            dispersion: between(chance, 1, 2.5),
          });
          return all ? at(wave)(lucky(shared)(own)) : own;
        }),
      );
    },
  },
  {
    name: "even-with-price-differences",
    says: "Prices of impressions differ by up to ten times, dear ones convert as much better: a unit of money brings the same everywhere.",
    isEven: true,
    make: (chance) => {
      const exponent = between(chance, 0.55, 0.85);
      const given = market(chance, {
        cap: [0.9, 0.9],
        known: 0,
        tells: happens(chance, 0.5) ? "outcomes" : "impressions",
        believed: () => power(exponent),
      });
      const week = weekdays(chance, 0.2);
      return build(
        each(given, (sketch) => at(week)({ ...sketch, cpm: Math.round(between(chance, 250, 3000)) })),
      );
    },
  },
  {
    name: "even-with-ramps-and-weekends",
    says: "Lines start slowly after review, or rest at weekends, and catch up; what the money brings over the flight is as was forecast.",
    isEven: true,
    make: (chance) => {
      const depth = between(chance, 0.8, 1.6);
      const given = market(chance, {
        cap: [0.9, 0.9],
        basis: "flight",
        lines: [3, 8],
        believed: () => filling(depth),
      });
      const luck = weekLuck(chance, given.days, 0.12);
      return build(
        each(given, (sketch) => {
          const paced = happens(chance, 0.5)
            ? slowStart(chance)(sketch)
            : happens(chance, 0.5)
              ? weekendsOff(sketch)
              : sketch;
          const lit = lucky(luck)(paced);
          return happens(chance, 0.2) ? totalsOnly(lit) : lit;
        }),
      );
    },
  },
]);
