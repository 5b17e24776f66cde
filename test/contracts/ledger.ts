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
      expect(first.append("a", { event: event(1), key: "intent/x" }).type).toBe("appended");
      expect(second.append("a", { event: event(2), key: "intent/x" })).toEqual({ type: "duplicate" });
      expect(second.read("a").map(({ event }) => event)).toEqual([event(1)]);
      first.close();
      second.close();
    });

    it("tells which campaigns have changed since a position, whoever wrote", () => {
      const first = open();
      const second = open();
      first.append("a", { event: event(1), key: "k1" });
      second.append("b", { event: event(1), key: "k1" });
      const seen = first.changed(0);
      expect(seen.campaignIds.toSorted()).toEqual(["a", "b"]);
      expect(first.changed(seen.position)).toEqual({ position: seen.position, campaignIds: [] });
      second.append("b", { event: event(2), key: "k2" });
      second.append("b", { event: event(2), key: "k2" });
      expect(first.changed(seen.position).campaignIds).toEqual(["b"]);
      expect(first.changed(first.changed(seen.position).position).campaignIds).toEqual([]);
      first.close();
      second.close();
    });

    it("knows which keys a campaign holds", () => {
      const ledger = open();
      ledger.append("a", { event: event(1), key: "end" });
      expect([ledger.holds("a", "end"), ledger.holds("a", "begun"), ledger.holds("b", "end")]).toEqual([
        true,
        false,
        false,
      ]);
      ledger.close();
    });

    it("gives two openers different numbers", () => {
      const first = open();
      const second = open();
      const sequences = Array.from({ length: 20 }, (_, n) =>
        (n % 2 === 0 ? first : second).append("a", { event: event(n), key: `k${n}` }),
      ).map((appended) => (appended.type === "appended" ? appended.stored.sequence : appended.type));
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

    it("finds nothing wrong with what it wrote", () => {
      const ledger = open();
      for (let n = 1; n <= 5; n++) ledger.append(n % 2 === 0 ? "a" : "b", { event: event(n), key: `k${n}` });
      expect(ledger.verify()).toEqual([]);
      ledger.close();
    });

    it("writes nothing that was decided before somebody else wrote", () => {
      const ledger = open();
      const other = open();
      expect(ledger.append("a", { event: event(1), key: "k1", after: 0 }).type).toBe("appended");
      expect(other.append("a", { event: event(2), key: "k2", after: 0 })).toEqual({ type: "moved" });
      expect(other.append("a", { event: event(2), key: "k2", after: 1 }).type).toBe("appended");
      expect(ledger.read("a")).toHaveLength(2);
      ledger.close();
      other.close();
    });

    it("binds a step's amount anew instead of what it had reserved", () => {
      const ledger = open();
      const bind = (key: string, minor: number) =>
        ledger.append("a", { event: event(minor), key, reserve: { stepId: "one", claims: [claim(minor)] } });
      expect(bind("k1", 60).type).toBe("appended");
      expect(bind("k2", 100).type).toBe("appended");
      expect(ledger.reservations().map((held) => held.claim.minor)).toEqual([100]);
      expect(ledger.verify()).toEqual([]);
      ledger.close();
    });

    const claim = (minor: number, cap = 100) => ({
      scope: "campaign",
      key: "a",
      currency: "EUR",
      minor,
      cap,
    });
    const reserving = (stepId: string, minor: number) => ({
      event: event(minor),
      key: `reserve/${stepId}`,
      reserve: { stepId, claims: [claim(minor)] },
    });

    it("reserves up to the cap and writes nothing beyond it", () => {
      const ledger = open();
      expect(ledger.append("a", reserving("one", 60)).type).toBe("appended");
      expect(ledger.append("b", reserving("two", 41))).toEqual({
        type: "over",
        claim: claim(41),
        claimed: 60,
      });
      expect(ledger.read("b")).toEqual([]);
      expect(ledger.append("b", reserving("three", 40)).type).toBe("appended");
      expect(ledger.reservations().map(({ stepId, state }) => [stepId, state])).toEqual([
        ["one", "reserved"],
        ["three", "reserved"],
      ]);
      ledger.close();
    });

    it("keeps what is committed and gives back what is released, once", () => {
      const ledger = open();
      ledger.append("a", reserving("one", 60));
      ledger.append("a", reserving("two", 40));
      ledger.append("a", { event: event(1), key: "end/one", settle: { stepId: "one", as: "committed" } });
      ledger.append("a", { event: event(2), key: "end/two", settle: { stepId: "two", as: "released" } });
      ledger.append("a", { event: event(3), key: "late", settle: { stepId: "one", as: "released" } });
      expect(ledger.reservations("a")).toEqual([
        { campaignId: "a", stepId: "one", state: "committed", claim: claim(60) },
      ]);
      expect(ledger.append("a", reserving("three", 41)).type).toBe("over");
      ledger.close();
    });

    it("makes spent claims smaller, never larger, and lets others have what is given back", () => {
      const ledger = open();
      ledger.append("a", reserving("one", 60));
      ledger.append("a", { event: event(1), key: "end/one", settle: { stepId: "one", as: "committed" } });
      const to = (minor: number, key: string) =>
        ledger.append("a", { event: event(minor), key, reduce: [{ stepId: "one", claims: [claim(minor)] }] });
      to(20, "smaller");
      to(90, "larger");
      to(5, "smaller");
      expect(ledger.reservations("a")).toEqual([
        { campaignId: "a", stepId: "one", state: "committed", claim: claim(20) },
      ]);
      expect(ledger.append("b", reserving("two", 80)).type).toBe("appended");
      expect(() => to(-1, "below nothing")).toThrow(RangeError);
      expect(ledger.read("a").map(({ key }) => key)).not.toContain("below nothing");
      ledger.close();
    });

    it("binds all claims of an entry or none", () => {
      const ledger = open();
      const claims = [claim(50), { ...claim(50), scope: "seller", cap: 49 }];
      expect(ledger.append("a", { event: event(1), key: "k", reserve: { stepId: "one", claims } }).type).toBe(
        "over",
      );
      expect(ledger.reservations()).toEqual([]);
      ledger.close();
    });

    it.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 0.5, 2 ** 53])("refuses to claim %s", (minor) => {
      const ledger = open();
      expect(() => ledger.append("a", reserving("one", minor))).toThrow(RangeError);
      expect(ledger.read("a")).toEqual([]);
      ledger.close();
    });

    it("writes nothing under a mark that forbids it, whoever raised it, until it is lowered", () => {
      const ledger = open();
      const other = open();
      const begin = { event: event(1), key: "begin", unless: ["stop/all", "stop/seller/x"] };
      ledger.append("desk", { event: event(0), key: "stop", raise: ["stop/seller/x"] });
      expect(other.append("a", begin)).toEqual({ type: "blocked", mark: "stop/seller/x" });
      expect(other.marks("stop/")).toEqual(["stop/seller/x"]);
      ledger.append("desk", { event: event(2), key: "go", lower: ["stop/seller/x"] });
      expect(other.append("a", begin).type).toBe("appended");
      ledger.close();
      other.close();
    });

    it("uses a snapshot only of the same code and of the same past", () => {
      const ledger = open();
      ledger.append("a", { event: event(1), key: "k1" });
      const [first] = ledger.read("a");
      const snapshot = { version: "v1", sequence: 1, hash: first?.hash ?? "", state: { n: 1 } };
      ledger.saveSnapshot("a", snapshot);
      expect(ledger.snapshot("a", "v1")).toEqual(snapshot);
      expect(ledger.snapshot("a", "v2")).toBeUndefined();
      ledger.saveSnapshot("a", { ...snapshot, hash: "of another past" });
      expect(ledger.snapshot("a", "v1")).toBeUndefined();
      ledger.close();
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
