import type { Kind } from "../world.ts";
import { between, breakDay, broken, factor, ground, line, promptly, weighty, whole, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "gone-before-it-is-told",
    says: "All sellers tell their days three to six days late, each in its own time; one line breaks down overnight and has been gone for most of a week before anybody can know.",
    make: (chance) => {
      const given = ground(chance, {
        metric: "completed_views",
        lines: [4, 8],
        weeks: [5, 10],
        budget: [60_000, 900_000],
        cost: [1.5, 3.5],
        dispersion: [2, 6],
      });
      const fails = weighty(chance, given, 0.1);
      const day = breakDay(chance, given.days, 0, 0.55);
      const after = broken(day, between(chance, 0.03, 0.12));
      const lines = given.places.map((place) => {
        const off = factor(chance, 0.08);
        return line(given, place, {
          worth: (now) => off * (place.index === fails ? after(now) : 1),
          tells: promptly(whole(chance, 3, 6)),
        });
      });
      return world(given, lines, { collapse: { line: fails, day } });
    },
  },
];
