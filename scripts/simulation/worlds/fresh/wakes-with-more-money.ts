import type { Kind } from "../world.ts";
import { between, ground, line, shares, shuffled, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "wakes-with-more-money",
    says: "One line brings what was forecast up to its plan, and with a third to a half more money it wakes and all of it brings a fifth to a third more; another brings seven tenths of its forecast.",
    make: (chance) => {
      const given = ground(chance, {
        metric: "completed_views",
        lines: [4, 7],
        weeks: [6, 10],
        budget: [60_000, 700_000],
        cost: [1.5, 3.5],
        shares: (source, count) => shares(source, count, 0.25, between(source, 0.14, 0.22)),
      });
      const order = shuffled(chance, given.places.length);
      const poor = between(chance, 0.62, 0.74);
      const bend = between(chance, 1.25, 1.4);
      const lift = between(chance, 0.2, 0.32);
      const last = order.find((index) => index !== 0);
      const woken = (x: number) => 1 / (1 + Math.exp((bend - x) / 0.06));
      const lines = given.places.map((place) => {
        if (place.index === last) return line(given, place, { worth: () => poor });
        if (place.index !== 0) return line(given, place);
        return line(given, place, {
          curve: (x) => (place.curve(x) * (1 + lift * woken(x))) / (1 + lift * woken(1)),
        });
      });
      return world(
        given,
        order.flatMap((index) => lines[index] ?? []),
      );
    },
  },
];
