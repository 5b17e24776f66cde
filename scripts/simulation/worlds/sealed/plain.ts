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
  scaled,
  whole,
} from "../shapes.ts";
import { at, weekdays } from "../traits.ts";
import type { Kind } from "../world.ts";

/** Good worlds, one of them with a holiday. */
export const kinds: readonly Kind[] = apart([
  {
    name: "plain-of-very-unequal-lines",
    says: "Lines respond in the form that was forecast, at levels of half to double; the largest has up to thirty times the money of the smallest.",
    make: (chance) => {
      const given = leveled(
        chance,
        market(chance, {
          shares: 0.9,
          cap: [0.7, 0.9],
          tells: pick(chance, ["outcomes", "outcomes", "impressions", "nothing"]),
          known: 0.05,
        }),
        between(chance, 0.2, 0.6),
      );
      return build(each(given, (sketch) => ({ ...sketch, dispersion: scaled(chance, 1, 4) })));
    },
  },
  {
    name: "a-holiday-within",
    says: "For three to nine days all stops or brings little; some lines rest and catch up, others spend on; paydays every four weeks; levels differ.",
    make: (chance) => {
      const given = market(chance, { weeks: [5, 12], known: 0.08 });
      const first = whole(chance, 8, given.days - 14);
      const length = whole(chance, 3, 9);
      const rest = between(chance, 0.1, 0.5);
      const holiday = (day: number) => day >= first && day < first + length;
      const payday = whole(chance, 0, 27);
      const more = between(chance, 1.2, 1.6);
      const week = weekdays(chance, 0.15);
      return build(
        each(given, (sketch) => {
          const line = at(
            (day) => (holiday(day) ? rest : 1) * ((day + payday) % 28 < 4 ? more : 1) * week(day),
          )({ ...sketch, level: factor(chance, 0.3) });
          return happens(chance, 0.5) ? { ...line, weights: (day) => (holiday(day) ? 0 : 1) } : line;
        }),
      );
    },
  },
]);
