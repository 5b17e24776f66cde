import type { Kind } from "../world.ts";
import { between, factor, ground, line, shuffled, world } from "./kit.ts";

export const kinds: readonly Kind[] = [
  {
    name: "one-channel-overrated",
    says: "All lines of one channel bring seven tenths of their forecast and all of another a quarter more, each with a little of its own; the third channel keeps its word.",
    make: (chance) => {
      const given = ground(chance, {
        metric: "completed_views",
        lines: [6, 14],
        weeks: [4, 9],
        budget: [100_000, 1_800_000],
        cost: [1.5, 3.5],
      });
      const channels = ["olv", "ctv", "social"] as const;
      const order = shuffled(chance, 3);
      const worths = [between(chance, 0.62, 0.76), between(chance, 1.18, 1.38), 1];
      const lines = given.places.map((place) => {
        const channel = channels[place.index % 3] ?? "olv";
        const worth = (worths[order[place.index % 3] ?? 2] ?? 1) * factor(chance, 0.05);
        return line(
          given,
          { ...place, channel, name: `${place.name.split(" ")[0]} ${channel}` },
          { worth: () => worth },
        );
      });
      return world(given, lines);
    },
  },
];
