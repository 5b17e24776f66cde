import type { Chance } from "../chance.ts";
import type { Market, Sketch } from "../shapes.ts";
import { apart, between, build, each, happens, leveled, market, whole } from "../shapes.ts";
import type { Kind, World, WorldLine } from "../world.ts";

type Mean = WorldLine["mean"];

/** The world with other means for some lines. */
function remade(given: Market, world: World, mean: (line: WorldLine, sketch: Sketch) => Mean): World {
  return {
    ...world,
    lines: world.lines.map((line, index) => ({ ...line, mean: mean(line, given.sketches[index] as Sketch) })),
  };
}

/** Works through what is remembered of money spent: today's outcomes are those of the stock. */
function carriesOver(sketch: Sketch, days: number, halfLife: number): Mean {
  const keep = 0.5 ** (1 / halfLife);
  return (_day, spends) => {
    const stock = spends.reduce((sum, spend) => sum * keep + spend * (1 - keep), 0);
    return (sketch.rate * sketch.size * sketch.level * sketch.believed((stock * days) / sketch.size)) / days;
  };
}

/** A small audience that is used and comes back: at the plan's pace as much as was forecast, at any other not in proportion. */
function refills(sketch: Sketch, days: number, planned: number, use: number, back: number): Mean {
  const raw = (spends: readonly number[]) => {
    let pool = 1;
    let last = 0;
    for (const spend of spends) {
      const met = 1 - Math.exp((-use * spend * days) / planned);
      last = pool * met;
      pool = Math.min(1, pool - last + back * (1 - pool));
    }
    return last;
  };
  let usual = 0;
  const even = Array.from({ length: days }, () => planned / days);
  for (let day = 0; day < days; day += 1) usual += raw(even.slice(0, day + 1));
  const height = (sketch.rate * sketch.size * sketch.level * sketch.believed(planned / sketch.size)) / usual;
  return (_day, spends) => height * raw(spends);
}

/** Learns anew after each jump of its daily money. */
function relearns(mean: Mean, tolerance: number, length: number, rest: number): Mean {
  const jumps = (spends: readonly number[], day: number) => {
    const before = spends[day - 1] ?? 0;
    return day === 0 || Math.abs((spends[day] ?? 0) - before) > tolerance * before;
  };
  return (day, spends) => {
    for (let back = 0; back < length && back <= day; back += 1)
      if (jumps(spends, day - back)) return mean(day, spends) * rest;
    return mean(day, spends);
  };
}

/** Above a tier the seller adds to what money brings. */
function bonus(chance: Chance): (sketch: Sketch) => Sketch {
  const tier = between(chance, 1.05, 1.5);
  const more = between(chance, 0.25, 0.6);
  return (sketch) => ({
    ...sketch,
    curve: (money) => sketch.believed(money) + more * Math.max(0, money - tier),
  });
}

/** Markets that remember, and money that does not work in proportion. */
export const kinds: readonly Kind[] = apart([
  {
    name: "money-works-for-weeks",
    says: "Outcomes come of a stock of past money that halves in two days to two weeks, another time for each line; levels differ.",
    make: (chance) => {
      const given = leveled(chance, market(chance, { weeks: [6, 12], lines: [3, 9] }), 0.4);
      return remade(given, build(given), (_line, sketch) =>
        carriesOver(sketch, given.days, between(chance, 2, 14)),
      );
    },
  },
  {
    name: "audiences-refill",
    says: "Some audiences are small: used up in two weeks to what comes back daily, so that less money would bring nearly as much; the others are as forecast.",
    make: (chance) => {
      const given = leveled(chance, market(chance, { weeks: [5, 12], lines: [3, 9] }), 0.2);
      return remade(given, build(given), (line, sketch) =>
        happens(chance, 0.5)
          ? refills(
              sketch,
              given.days,
              line.planned,
              between(chance, 0.05, 0.25),
              between(chance, 0.02, 0.09),
            )
          : line.mean,
      );
    },
  },
  {
    name: "changes-restart-learning",
    says: "Levels differ; where a line's daily money jumps by more than a sixth to a third, it brings less for four to eight days.",
    make: (chance) => {
      const given = leveled(
        chance,
        market(chance, { weeks: [6, 12], lines: [3, 8] }),
        between(chance, 0.15, 0.4),
      );
      const tolerance = between(chance, 0.17, 0.33);
      return remade(given, build(given), (line) =>
        happens(chance, 0.75)
          ? relearns(line.mean, tolerance, whole(chance, 4, 8), between(chance, 0.5, 0.85))
          : line.mean,
      );
    },
  },
  {
    name: "bonus-above-a-tier",
    says: "Some sellers add to delivery above a tier beyond the plan, which no forecast tells: moving a little brings little, moving much brings more.",
    make: (chance) => {
      const given = leveled(chance, market(chance, { lines: [3, 8] }), 0.15);
      return build(each(given, (sketch) => (happens(chance, 0.45) ? bonus(chance)(sketch) : sketch)));
    },
  },
  {
    name: "too-little-to-run",
    says: "Levels differ; most lines rest whenever what is left is too little for their floor, which lies just below the plan's pace.",
    make: (chance) => {
      const given = leveled(chance, market(chance, { lines: [4, 12] }), between(chance, 0.15, 0.4));
      const world = build(given);
      return {
        ...world,
        lines: world.lines.map((line) => {
          if (happens(chance, 0.35)) return line;
          const floor = (between(chance, 0.55, 0.92) * line.planned) / given.days;
          return { ...line, spends: ({ left, daysLeft }) => (left / daysLeft < floor ? 0 : left / daysLeft) };
        }),
      };
    },
  },
]);
