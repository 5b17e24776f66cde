import { expect, it } from "vitest";
import { noBrowser } from "../../chromium.ts";
import { changes, openFlight, passUndecided } from "./campaign-in-flight.ts";
import { type Door, doors, figuresAtDoors } from "./figures-at-doors.ts";

/** How many figures are found at each door in the end, those of a line counted once: where a door says it otherwise, it is looked for in vain. */
const found: Readonly<Record<Door, number>> = {
  report: 17,
  live: 28,
  status: 8,
  terminal: 29,
  html: 26,
  pdf: 22,
  md: 21,
  xlsx: 24,
  csv: 24,
  console: 39,
  tools: 24,
};

/** `spent` of whichever line. */
const kindOf = (figure: string) => figure.replace(/^[^:]+\/[^:]+:/, "a line:");

it.skipIf(noBrowser !== undefined)(
  "has each figure of a campaign in mid-flight alike at every door, after changes of either side",
  async () => {
    await using flight = await openFlight();
    let at: Record<string, number> = {};
    for (const [name, make] of changes) {
      await make(flight);
      await passUndecided(flight, 2);
      const { figures, shown } = await figuresAtDoors(flight);
      expect(new Set([...figures.keys()].map(kindOf)).size).toBeGreaterThanOrEqual(40);
      for (const door of doors) {
        const differ = shown[door].flatMap(({ figure, value, within }) => {
          const is = figures.get(figure) ?? "not known";
          const isSame =
            typeof is === "number" && typeof value === "number"
              ? Math.abs(value - is) <= within
              : is === value;
          return isSame ? [] : [`${figure} is ${is}, shown as ${value}`];
        });
        expect([name, door, differ]).toEqual([name, door, []]);
      }
      at = Object.fromEntries(
        doors.map((door) => [door, new Set(shown[door].map(({ figure }) => kindOf(figure))).size]),
      );
    }
    expect(at).toEqual(found);
  },
);
