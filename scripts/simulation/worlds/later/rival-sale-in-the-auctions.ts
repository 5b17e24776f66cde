import { apart, between, build, each, leveled, market, pick, whole } from "../shapes.ts";
import { at } from "../traits.ts";
import type { Kind } from "../world.ts";

export const kinds: readonly Kind[] = apart([
  {
    name: "rival-sale-in-the-auctions",
    says: "A competitor's sale takes a third to a half from all lines bought in auctions for one to two weeks and leaves the reserved ones alone; then all is as before.",
    make: (chance) => {
      const given = leveled(
        chance,
        market(chance, {
          metrics: ["conversions", "clicks"],
          lines: [4, 10],
          weeks: [4, 9],
          budget: [1_500_000, 20_000_000],
        }),
        0.07,
      );
      const from = whole(chance, 6, Math.round(given.days * 0.6));
      const to = from + whole(chance, 7, 13);
      const left = between(chance, 0.45, 0.68);
      // The shoppers who bought there are missing for some days more.
      const after = between(chance, 0.8, 0.95);
      const sale = (day: number) => (day < from ? 1 : day < to ? left : day < to + 4 ? after : 1);
      return build(
        each(given, (sketch, index) => {
          const isAuction = index % 2 === 0;
          const channel = pick(chance, isAuction ? ["display", "social"] : ["ctv", "audio", "dooh"]);
          const cpm = isAuction ? whole(chance, 200, 800) : whole(chance, 800, 2400);
          const bought = { ...sketch, name: sketch.name.replace(sketch.channel, channel), channel, cpm };
          return isAuction ? at(sale)(bought) : bought;
        }),
      );
    },
  },
]);
