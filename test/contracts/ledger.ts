import { describe, expect, it } from "vitest";
import type { Ledger } from "../../src/ledger/ledger.ts";

/** What every ledger must do. `open` opens the same storage each time it is called within a test. */
export function ledgerContract(name: string, open: () => Ledger): void {
  const event = (n: number) => ({ type: "noted", n });

  describe(`a ledger in ${name}`, () => {
    it("numbers a campaign's entries from 1 without gaps and gives them back in order", () => {
      const ledger = open();
      for (let n = 1; n <= 3; n++) ledger.append("a", { event: event(n), key: `k${n}` });
      ledger.append("b", { event: event(9), key: "k1" });
      expect(ledger.read("a").map(({ sequence, event }) => [sequence, event])).toEqual([
        [1, event(1)],
        [2, event(2)],
        [3, event(3)],
      ]);
      expect(ledger.read("b").map(({ sequence }) => sequence)).toEqual([1]);
      ledger.close();
    });

    it("writes an entry with a key once, whoever comes second", () => {
      const first = open();
      const second = open();
      expect(first.append("a", { event: event(1), key: "intent/x" })?.sequence).toBe(1);
      expect(second.append("a", { event: event(2), key: "intent/x" })).toBeUndefined();
      expect(second.read("a").map(({ event }) => event)).toEqual([event(1)]);
      first.close();
      second.close();
    });

    it("gives two openers different numbers", () => {
      const first = open();
      const second = open();
      const sequences = Array.from({ length: 20 }, (_, n) =>
        (n % 2 === 0 ? first : second).append("a", { event: event(n), key: `k${n}` }),
      ).map((stored) => stored?.sequence);
      expect(sequences).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
      first.close();
      second.close();
    });

    it("keeps what was appended when it is opened again", () => {
      const before = open();
      before.append("a", { event: event(1), key: "k" });
      before.close();
      const after = open();
      expect(after.read("a")).toHaveLength(1);
      expect(after.campaigns()).toEqual(["a"]);
      after.close();
    });

    it("chains each entry to the one before it", () => {
      const ledger = open();
      ledger.append("a", { event: event(1), key: "k1" });
      ledger.append("a", { event: event(1), key: "k2" });
      const [one, two] = ledger.read("a");
      expect(one?.hash).toMatch(/^[0-9a-f]{64}$/);
      expect(two?.hash).not.toBe(one?.hash);
      ledger.close();
    });

    it("reads only what came after a number", () => {
      const ledger = open();
      for (let n = 1; n <= 5; n++) ledger.append("a", { event: event(n), key: `k${n}` });
      expect(ledger.read("a", 3).map(({ sequence }) => sequence)).toEqual([4, 5]);
      ledger.close();
    });
  });
}
