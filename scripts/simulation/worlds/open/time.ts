import {
  apart,
  bestOf,
  between,
  build,
  each,
  factor,
  happens,
  leveled,
  market,
  pick,
  shuffled,
  whole,
} from "../shapes.ts";
import {
  at,
  breaksOn,
  cannotSpend,
  drift,
  frontLoads,
  lucky,
  ramp,
  season,
  slowStart,
  startsOn,
  wear,
  weekdays,
  weekendsLost,
  weekendsOff,
  weekLuck,
} from "../traits.ts";
import type { Kind } from "../world.ts";

/** What changes over the flight, and how sellers pace. */
export const kinds: readonly Kind[] = apart([
  {
    name: "best-line-starts-late",
    says: "The best line delivers nothing for one to three weeks, or hardly anything for its money, while others ramp up sooner.",
    make: (chance) => {
      const given = leveled(chance, market(chance, { weeks: [6, 12] }), 0.35);
      const best = bestOf(given);
      const first = whole(chance, 6, 20);
      const spends = happens(chance, 0.6);
      return build(
        each(given, (sketch, index) => {
          if (index !== best) return happens(chance, 0.6) ? ramp(chance)(sketch) : sketch;
          const better = { ...sketch, level: Math.max(1.2, sketch.level) };
          return spends ? startsOn(first)(better) : at((day) => (day < first ? 0.2 : 1))(better);
        }),
      );
    },
  },
  {
    name: "odd-pacing",
    says: "Levels differ; lines rest at weekends (caught up or lost), load the front, start slowly, or cannot spend what they have.",
    make: (chance) => {
      const given = leveled(chance, market(chance, { lines: [4, 12] }), 0.3);
      return build(
        each(given, (sketch) =>
          pick(chance, [
            () => weekendsOff,
            () => weekendsLost,
            () => frontLoads(chance, given.days),
            () => slowStart(chance),
            () => cannotSpend(chance),
            () => (same: typeof sketch) => same,
          ])()(sketch),
        ),
      );
    },
  },
  {
    name: "a-line-collapses",
    says: "Lines differ a little; on one day one of the two largest breaks down for good and brings a fraction of what it did.",
    make: (chance) => {
      const given = leveled(chance, market(chance, { lines: [3, 8], weeks: [5, 12] }), 0.15);
      const bySize = given.sketches
        .map((_, index) => index)
        .sort((a, b) => (given.sketches[b]?.size ?? 0) - (given.sketches[a]?.size ?? 0));
      const line = pick(chance, bySize.slice(0, 2));
      const day = whole(chance, 10, Math.floor(0.65 * given.days));
      const rest = between(chance, 0.03, 0.3);
      const luck = weekLuck(chance, given.days, 0.12);
      return {
        ...build(
          each(given, (sketch, index) => lucky(luck)(index === line ? breaksOn(day, rest)(sketch) : sketch)),
        ),
        collapse: { line, day },
      };
    },
  },
  {
    name: "season-drift-and-wear",
    says: "All share a season and good and bad weekdays; some lines drift up or down, some creatives wear out.",
    make: (chance) => {
      const given = leveled(chance, market(chance, { weeks: [6, 12] }), 0.2);
      const wave = season(chance, given.days);
      const week = weekdays(chance, 0.25);
      const order = shuffled(
        chance,
        given.sketches.map((_, index) => index),
      );
      return build(
        each(given, (sketch, index) => {
          const place = (order[index] ?? 0) / order.length;
          const own =
            place < 0.35
              ? wear(chance)(sketch)
              : place < 0.7
                ? drift(factor(chance, 0.6), given.days)(sketch)
                : sketch;
          return at(week)(at(wave)(own));
        }),
      );
    },
  },
]);
