import type { Chance } from "../chance.ts";
import {
  apart,
  between,
  build,
  each,
  factor,
  filling,
  happens,
  leveled,
  market,
  pick,
  power,
  shuffled,
  whole,
} from "../shapes.ts";
import type { Trait } from "../traits.ts";
import { anyTrait, at, breaksOn, lucky, season, weekLuck } from "../traits.ts";
import type { Kind } from "../world.ts";

const soft = (day: number, middle: number, width: number): number =>
  1 / (1 + Math.exp((-4 * (day - middle)) / width));

/** A week or two far above what it is. */
function wonder(chance: Chance, days: number): Trait {
  const first = whole(chance, 3, Math.floor(0.4 * days));
  const length = whole(chance, 6, 12);
  const height = between(chance, 1.8, 3.5);
  return at((day) => (day >= first && day < first + length ? height : 1));
}
/** Money is spent for nearly nothing for some days. */
function outage(chance: Chance, days: number): Trait {
  const first = whole(chance, 5, Math.floor(0.6 * days));
  const length = whole(chance, 4, 12);
  const rest = between(chance, 0, 0.15);
  return at((day) => (day >= first && day < first + length ? rest : 1));
}
/** Wears out and is made new, again and again. */
function refreshed(chance: Chance): Trait {
  const every = whole(chance, 12, 30);
  const shift = whole(chance, 0, every - 1);
  const weekly = between(chance, 0.12, 0.35);
  const top = between(chance, 1.1, 1.4);
  return at((day) => top * (1 - weekly) ** (((day + shift) % every) / 7));
}
function lastRush(chance: Chance, days: number): Trait {
  const middle = days - whole(chance, 6, 14);
  const height = between(chance, 1.6, 3);
  return at((day) => 1 + (height - 1) * soft(day, middle, 6));
}

/** What happens on days that nobody was told of. */
export const kinds: readonly Kind[] = apart([
  {
    name: "the-lead-changes-hands",
    says: "The best line of the first half is among the worst of the second, and the other way round; the others stay as they are.",
    make: (chance) => {
      const given = market(chance, { weeks: [6, 12], lines: [3, 8], known: 0.08 });
      const order = shuffled(
        chance,
        given.sketches.map((_, index) => index),
      );
      const middle = between(chance, 0.3, 0.6) * given.days;
      const width = between(chance, 2, 12);
      const [high, low] = [between(chance, 1.3, 1.8), between(chance, 0.5, 0.8)];
      return build(
        each(given, (sketch, index) => {
          const usual = factor(chance, 0.12);
          if (index === order[0]) return at((day) => high + (low - high) * soft(day, middle, width))(sketch);
          if (index === order[1]) return at((day) => low + (high - low) * soft(day, middle, width))(sketch);
          return { ...sketch, level: usual };
        }),
      );
    },
  },
  {
    name: "one-week-wonders",
    says: "One or two middling lines have a week or two of two to three times their worth and then are as before; other lines are truly better.",
    make: (chance) => {
      const given = leveled(chance, market(chance, { weeks: [6, 12] }), 0.25);
      const order = [...given.sketches.keys()].sort(
        (a, b) => (given.sketches[a]?.level ?? 1) - (given.sketches[b]?.level ?? 1),
      );
      const wonders = order.slice(0, whole(chance, 1, 2));
      return build(
        each(given, (sketch, index) =>
          wonders.includes(index)
            ? wonder(chance, given.days)({ ...sketch, level: Math.max(0.75, Math.min(1, sketch.level)) })
            : sketch,
        ),
      );
    },
  },
  {
    name: "last-days-rush",
    says: "In the last week or two some lines bring twice as much or more, others fade; before that levels differ a little.",
    make: (chance) => {
      const given = leveled(chance, market(chance, { weeks: [4, 10] }), 0.2);
      return build(
        each(given, (sketch) => {
          if (happens(chance, 0.4)) return lastRush(chance, given.days)(sketch);
          const [end, middle] = [between(chance, 0.4, 0.8), given.days - whole(chance, 5, 14)];
          return happens(chance, 0.4) ? at((day) => 1 - (1 - end) * soft(day, middle, 6))(sketch) : sketch;
        }),
      );
    },
  },
  {
    name: "outages-that-end",
    says: "Lines break down for some days each and are then as before; in a third of the worlds another one breaks down for good.",
    make: (chance) => {
      const given = leveled(chance, market(chance, { weeks: [6, 12], lines: [4, 10] }), 0.2);
      const order = shuffled(
        chance,
        given.sketches.map((_, index) => index),
      );
      const out = order.slice(0, whole(chance, 1, Math.ceil(order.length / 2)));
      const line = order[order.length - 1] ?? 0;
      const day = whole(chance, 12, Math.floor(0.6 * given.days));
      const forGood = happens(chance, 0.34);
      const world = build(
        each(given, (sketch, index) => {
          if (forGood && index === line) return breaksOn(day, between(chance, 0.02, 0.25))(sketch);
          return out.includes(index) ? outage(chance, given.days)(sketch) : sketch;
        }),
      );
      return forGood ? { ...world, collapse: { line, day } } : world;
    },
  },
  {
    name: "creatives-made-new",
    says: "Creatives wear out and are made new every two to four weeks, each line on its own days; true levels differ beside it.",
    make: (chance) => {
      const given = leveled(chance, market(chance, { weeks: [6, 12] }), 0.3);
      const wave = season(chance, given.days);
      return build(
        each(given, (sketch) => at(wave)(happens(chance, 0.7) ? refreshed(chance)(sketch) : sketch)),
      );
    },
  },
  {
    name: "mixed-of-all",
    says: "Levels differ, and each line has two or three of everything: old tricks and events, refusals, poor reports; conversions, clicks or reach.",
    make: (chance) => {
      const reach = happens(chance, 0.25);
      const given = leveled(
        chance,
        market(
          chance,
          reach
            ? { metrics: ["reach"], basis: "flight", believed: (draws) => filling(between(draws, 0.5, 2.5)) }
            : {
                believed: (draws) => power(between(draws, 0.5, 0.8)),
                weekly: happens(chance, 0.3) ? [1, 8] : [20, 600],
              },
        ),
        between(chance, 0.1, 0.4),
      );
      const all = weekLuck(chance, given.days, 0.15);
      return build(
        each(given, (sketch) => {
          let line = lucky(all)(sketch);
          for (let left = whole(chance, 1, 3); left > 0; left -= 1) {
            const own = pick<() => Trait>(chance, [
              () => wonder(chance, given.days),
              () => outage(chance, given.days),
              () => refreshed(chance),
              () => lastRush(chance, given.days),
            ]);
            line = (happens(chance, 0.3) ? own() : anyTrait(chance, given.days))(line);
          }
          return line;
        }),
      );
    },
  },
]);
