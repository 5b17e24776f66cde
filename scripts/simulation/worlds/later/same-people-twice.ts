import { apart, between, build, each, factor, filling, market, whole } from "../shapes.ts";
import type { Kind } from "../world.ts";

export const kinds: readonly Kind[] = apart([
  {
    name: "same-people-twice",
    says: "New people reached are what counts, as a panel measures them: two or three lines reach the same people, who run out as the flight goes on; the rest have their own.",
    make: (chance) => {
      const given = market(chance, {
        metrics: ["reach"],
        lines: [3, 8],
        weeks: [3, 8],
        budget: [1_500_000, 20_000_000],
        basis: "flight",
        shares: 0.25,
        known: 0.06,
        believed: (own) => filling(between(own, 0.6, 1.2)),
      });
      const shared = given.sketches.length > 4 ? whole(chance, 2, 3) : 2;
      const overlap = between(chance, 0.5, 0.85);
      const depth = between(chance, 1.5, 3);
      const world = build(
        each(given, (sketch) => ({
          ...sketch,
          level: factor(chance, 0.06),
          dispersion: between(chance, 3, 25),
        })),
      );
      // The others of the group are taken to go on as planned.
      const met = (day: number) => overlap * (1 - Math.exp((-depth * (day + 0.5)) / given.days));
      return {
        ...world,
        lines: world.lines.map((line, index) =>
          index < shared ? { ...line, mean: (day, spends) => line.mean(day, spends) * (1 - met(day)) } : line,
        ),
      };
    },
  },
]);
