import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  accountStates,
  creativeStates,
  isTerminal,
  type Machine,
  mayMove,
  mediaBuyStates,
  taskStates,
} from "../../src/protocol/records/states.ts";

const machines: readonly Machine[] = [mediaBuyStates, taskStates, creativeStates, accountStates];
const ends: Readonly<Record<string, readonly string[]>> = {
  "media buy": ["completed", "rejected", "canceled"],
  task: ["completed", "failed", "rejected", "canceled"],
  creative: [],
  account: ["rejected", "closed"],
};

describe.each(machines.map((machine) => [machine.name, machine] as const))(
  "the states of a %s",
  (name, machine) => {
    const states = Object.keys(machine.next);

    it("end where nothing comes after", () => {
      expect(states.filter((state) => isTerminal(machine, state))).toEqual(ends[name]);
    });

    it("lead to states that it knows, and never to themselves", () => {
      for (const [from, next] of Object.entries(machine.next))
        for (const to of next) {
          expect(states).toContain(to);
          expect(to).not.toBe(from);
        }
    });

    it("keep what nobody knows: never terminal, and possible after anything that has not ended", () => {
      const known = new Set(states);
      const unknown = fc.string().filter((state) => !known.has(state));
      fc.assert(
        fc.property(unknown, fc.constantFrom(...states), (strange, state) => {
          expect(isTerminal(machine, strange)).toBe(false);
          expect(mayMove(machine, strange, state)).toBe(true);
          expect(mayMove(machine, state, strange)).toBe(!isTerminal(machine, state));
        }),
      );
    });
  },
);

it.each([
  ["pending", "active", true],
  ["pending_start", "active", true],
  ["active", "paused", true],
  ["paused", "active", true],
  ["active", "rejected", false],
  ["canceled", "active", false],
  ["completed", "canceled", false],
  ["active", "active", true],
])("a media buy that is %s may become %s: %s", (from, to, may) => {
  expect(mayMove(mediaBuyStates, from, to)).toBe(may);
});
