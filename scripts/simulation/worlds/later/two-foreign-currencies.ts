import { apart, between, build, each, leveled, market, shuffled, whole } from "../shapes.ts";
import type { Kind } from "../world.ts";

export const kinds: readonly Kind[] = apart([
  {
    name: "two-foreign-currencies",
    says: "Two sellers bill in money of their own: one grows dearer and one cheaper over the flight, and their spend is told at the booked rate and set right days later.",
    make: (chance) => {
      const given = leveled(
        chance,
        market(chance, {
          lines: [3, 8],
          weeks: [5, 10],
          budget: [1_500_000, 20_000_000],
          shares: 0.25,
        }),
        0.06,
      );
      const [dearer, cheaper] = shuffled(
        chance,
        given.sketches.map((_, index) => index),
      );
      const daily = between(chance, 0.004, 0.01);
      const walk = (end: number) => {
        let off = 0;
        return Array.from({ length: given.days }, (_, day) => {
          off += daily * chance.normal();
          return Math.exp((Math.log(end) * day) / given.days + off);
        });
      };
      const after = whole(chance, 4, 8);
      return build(
        each(given, (sketch, index) => {
          if (index !== dearer && index !== cheaper) return sketch;
          // Euros for one unit of its money, over those on the day of the booking.
          const rates = walk(index === dearer ? between(chance, 1.15, 1.5) : between(chance, 0.65, 0.88));
          const rate = (day: number) => rates[day] ?? 1;
          // Rates are booked each Monday.
          const booked = (day: number) => rate(day - (day % 7)) / rate(day);
          return {
            ...sketch,
            times: [(day) => 1 / rate(day)],
            views: [
              (row, age) =>
                age > after ? row : { ...row, spend: row.spend * booked(row.day), final: false },
            ],
          };
        }),
      );
    },
  },
]);
