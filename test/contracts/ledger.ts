import { describe, expect, it } from "vitest";
import { type CapUse, type Entry, type Ledger, nameScope, noCap } from "../../src/ledger/ledger.ts";

/** What every ledger must do. `open` opens the same storage each time it is called within a test. */
export function ledgerContract(name: string, open: () => Ledger): void {
  const event = (n: number) => ({ type: "noted", n });

  describe(`a ledger in ${name}`, () => {
    it("numbers a campaign's entries from 1 without gaps and gives them back in order", async () => {
      const ledger = open();
      for (let n = 1; n <= 3; n++) await ledger.append("a", { event: event(n), key: `k${n}` });
      await ledger.append("b", { event: event(9), key: "k1" });
      expect((await ledger.read("a")).map(({ sequence, event }) => [sequence, event])).toEqual([
        [1, event(1)],
        [2, event(2)],
        [3, event(3)],
      ]);
      expect((await ledger.read("b")).map(({ sequence }) => sequence)).toEqual([1]);
      await ledger.close();
    });

    it("writes an entry with a key once, whoever comes second", async () => {
      const first = open();
      const second = open();
      expect((await first.append("a", { event: event(1), key: "intent/x" })).type).toBe("appended");
      expect(await second.append("a", { event: event(2), key: "intent/x" })).toEqual({ type: "duplicate" });
      expect((await second.read("a")).map(({ event }) => event)).toEqual([event(1)]);
      await first.close();
      await second.close();
    });

    it("tells which campaigns have changed since a position, whoever wrote", async () => {
      const first = open();
      const second = open();
      await first.append("a", { event: event(1), key: "k1" });
      await second.append("b", { event: event(1), key: "k1" });
      const seen = await first.changed(0);
      expect(seen.campaignIds.toSorted()).toEqual(["a", "b"]);
      expect(await first.changed(seen.position)).toEqual({ position: seen.position, campaignIds: [] });
      await second.append("b", { event: event(2), key: "k2" });
      await second.append("b", { event: event(2), key: "k2" });
      expect((await first.changed(seen.position)).campaignIds).toEqual(["b"]);
      expect((await first.changed((await first.changed(seen.position)).position)).campaignIds).toEqual([]);
      await first.close();
      await second.close();
    });

    it("gives entries of all campaigns after a position, in the order in which they were written", async () => {
      const first = open();
      const second = open();
      await first.append("a", { event: event(1), key: "k1" });
      await second.append("b", { event: event(2), key: "k1" });
      await first.append("a", { event: event(3), key: "k3" });
      const all = await second.after(0, 10);
      expect(all.map(({ campaignId, sequence, event }) => [campaignId, sequence, event])).toEqual([
        ["a", 1, event(1)],
        ["b", 1, event(2)],
        ["a", 2, event(3)],
      ]);
      expect(await first.after(all[0]?.position ?? 0, 1)).toEqual([all[1]]);
      expect((await first.changed(0)).position).toBe(all[2]?.position);
      expect(await first.after(all[2]?.position ?? 0, 10)).toEqual([]);
      await first.close();
      await second.close();
    });

    it("knows which keys a campaign holds", async () => {
      const ledger = open();
      await ledger.append("a", { event: event(1), key: "end" });
      await ledger.append("b", { event: event(2), key: "begun" });
      expect(await ledger.holders(["a", "b", "nobody"], "end")).toEqual(new Set(["a"]));
      expect(await ledger.holders(["a"], "begun")).toEqual(new Set());
      expect(await ledger.holders([], "begun")).toEqual(new Set());
      await ledger.close();
    });

    it("gives two openers different numbers", async () => {
      const first = open();
      const second = open();
      const all = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          (n % 2 === 0 ? first : second).append("a", { event: event(n), key: `k${n}` }),
        ),
      );
      const sequences = all.map((appended) =>
        appended.type === "appended" ? appended.stored.sequence : appended.type,
      );
      expect(new Set(sequences)).toEqual(new Set(Array.from({ length: 20 }, (_, n) => n + 1)));
      await first.close();
      await second.close();
    });

    it("keeps what was appended when it is opened again", async () => {
      const before = open();
      await before.append("a", { event: event(1), key: "k" });
      await before.close();
      const after = open();
      expect(await after.read("a")).toHaveLength(1);
      expect(await after.campaigns()).toEqual(["a"]);
      await after.close();
    });

    it("finds nothing wrong with what it wrote", async () => {
      const ledger = open();
      for (let n = 1; n <= 5; n++)
        await ledger.append(n % 2 === 0 ? "a" : "b", { event: event(n), key: `k${n}` });
      expect(await ledger.verify()).toEqual([]);
      await ledger.close();
    });

    it("writes nothing that was decided before somebody else wrote", async () => {
      const ledger = open();
      const other = open();
      expect((await ledger.append("a", { event: event(1), key: "k1", after: 0 })).type).toBe("appended");
      expect(await other.append("a", { event: event(2), key: "k2", after: 0 })).toEqual({ type: "moved" });
      expect((await other.append("a", { event: event(2), key: "k2", after: 1 })).type).toBe("appended");
      expect(await ledger.read("a")).toHaveLength(2);
      await ledger.close();
      await other.close();
    });

    it("binds a step's amount anew instead of what it had reserved", async () => {
      const ledger = open();
      const bind = (key: string, minor: number) =>
        ledger.append("a", { event: event(minor), key, reserve: { stepId: "one", claims: [claim(minor)] } });
      expect((await bind("k1", 60)).type).toBe("appended");
      expect((await bind("k2", 100)).type).toBe("appended");
      expect((await ledger.reservations()).map((held) => held.claim.minor)).toEqual([100]);
      expect(await ledger.verify()).toEqual([]);
      await ledger.close();
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

    it("reserves up to the cap and writes nothing beyond it", async () => {
      const ledger = open();
      expect((await ledger.append("a", reserving("one", 60))).type).toBe("appended");
      expect(await ledger.append("b", reserving("two", 41))).toEqual({
        type: "over",
        claim: claim(41),
        claimed: 60,
      });
      expect(await ledger.read("b")).toEqual([]);
      expect((await ledger.append("b", reserving("three", 40))).type).toBe("appended");
      expect((await ledger.reservations()).map(({ stepId, state }) => [stepId, state])).toEqual([
        ["one", "reserved"],
        ["three", "reserved"],
      ]);
      await ledger.close();
    });

    it("counts what is bound under a cap that was written in another currency before, by what that is worth", async () => {
      const ledger = open();
      const inDollars = (stepId: string, minor: number, worth?: Entry["worth"]) => {
        const dollars = { ...claim(minor), currency: "USD", cap: 200 };
        return {
          event: event(minor),
          key: `${stepId} ${minor}`,
          reserve: { stepId, claims: [dollars] },
          worth,
        };
      };
      const twice = (minor: number) => 2 * minor;
      await ledger.append("a", reserving("one", 60));
      expect(await ledger.append("b", inDollars("two", 81, twice))).toMatchObject({
        type: "over",
        claimed: 120,
      });
      // What nobody can tell fills the cap.
      expect(await ledger.append("b", inDollars("two", 1))).toMatchObject({ type: "over", claimed: 200 });
      expect((await ledger.append("b", inDollars("two", 80, twice))).type).toBe("appended");
      expect((await ledger.append("a", inDollars("one", 120, twice))).type).toBe("appended");
      const inEuros = { ...reserving("three", 1), worth: (minor: number) => minor / 2 };
      expect(await ledger.append("c", inEuros)).toMatchObject({ type: "over", claimed: 100 });
      await ledger.close();
    });

    it("counts under a cap what was bound before it stood, each step once, in whatever currencies", async () => {
      const ledger = open();
      const binding = (stepId: string, claims: readonly CapUse[], worth?: Entry["worth"]) => ({
        event: event(1),
        key: `reserve/${stepId}`,
        reserve: { stepId, claims },
        worth,
      });
      const kept = (minor: number, name: string): CapUse[] => [
        claim(minor, noCap),
        { ...claim(minor, noCap), scope: nameScope, key: name },
      ];
      const dollars = { ...claim(20), currency: "USD" };
      await ledger.append("a", binding("one", [...kept(60, "x.example"), dollars]));
      await ledger.append("b", binding("two", kept(30, "y.example")));
      expect(await ledger.append("c", binding("three", [claim(11)]))).toMatchObject({ claimed: 90 });
      const pounds = { ...claim(10, 99), currency: "GBP" };
      const same = (minor: number) => minor;
      expect(await ledger.append("c", binding("three", [pounds], same))).toMatchObject({ claimed: 90 });
      const some = (minor: number, ...names: string[]): CapUse[] => [
        { ...claim(minor), key: `a at ${names.join(", ")}`, among: { key: "a", names } },
        ...kept(minor, names[0] ?? ""),
      ];
      const at = (stepId: string, claims: readonly CapUse[]) =>
        ledger.append("c", binding(stepId, claims, same));
      expect(await at("four", some(41, "x.example"))).toMatchObject({ type: "over", claimed: 60 });
      expect(await at("four", some(11, "x.example", "y.example"))).toMatchObject({ claimed: 90 });
      expect((await at("four", some(10, "y.example"))).type).toBe("appended");
      expect(await at("five", some(61, "y.example"))).toMatchObject({ type: "over", claimed: 40 });
      expect(await at("five", some(1, "z.example", "y.example"))).toMatchObject({ type: "appended" });
      expect(await ledger.verify()).toEqual([]);
      await ledger.close();
    });

    it("has nothing left under a cap that is written after steps were bound whose amounts nobody can count", async () => {
      const ledger = open();
      const uncapped = claim(60, noCap);
      for (const campaign of ["a", "b"]) {
        const reserve = { stepId: "one", claims: [uncapped] };
        await ledger.append(campaign, { event: event(1), key: "k", reserve });
        const grow = [{ stepId: "one", claims: [{ ...uncapped, minor: noCap }] }];
        await ledger.append(campaign, { event: event(2), key: "grown", grow });
      }
      const bind = (one: CapUse, worth: Entry["worth"]) =>
        ledger.append("c", {
          event: event(1),
          key: "k",
          reserve: { stepId: "one", claims: [one] },
          worth,
        });
      const never = () => {
        throw new Error("no amount");
      };
      expect(await bind(claim(1), never)).toMatchObject({ type: "over", claimed: noCap });
      const dollars = { ...claim(1), currency: "USD" };
      expect(await bind(dollars, never)).toMatchObject({ type: "over", claimed: dollars.cap });
      expect(await ledger.verify()).toEqual([]);
      await ledger.close();
    });

    it("lets no two bind past a cap that one of them does not know", async () => {
      const ledger = open();
      const other = open();
      const places = Array.from({ length: 10 }, (_, n) => ({ ...claim(60), key: `${n}` }));
      const bind = (on: Ledger, campaign: string, claims: CapUse[]) =>
        on.append(campaign, { event: event(1), key: "k", reserve: { stepId: "one", claims } });
      const ends = await Promise.all(
        places.flatMap((place, n) => [
          bind(ledger, `a${n}`, [
            { ...place, cap: noCap },
            { ...place, key: `other ${n}` },
          ]),
          bind(other, `b${n}`, [place, { ...place, key: `other ${n}`, cap: noCap }]),
        ]),
      );
      // Whichever came second got the first.
      expect(ends.filter(({ type }) => type === "appended")).toHaveLength(10);
      expect(ends.filter(({ type }) => type === "over")).toHaveLength(10);
      await ledger.close();
      await other.close();
    });

    it("keeps what is committed and gives back what is released, once", async () => {
      const ledger = open();
      await ledger.append("a", reserving("one", 60));
      await ledger.append("a", reserving("two", 40));
      await ledger.append("a", {
        event: event(1),
        key: "end/one",
        settle: { stepId: "one", as: "committed" },
      });
      await ledger.append("a", {
        event: event(2),
        key: "end/two",
        settle: { stepId: "two", as: "released" },
      });
      await ledger.append("a", { event: event(3), key: "late", settle: { stepId: "one", as: "released" } });
      expect(await ledger.reservations("a")).toEqual([
        { campaignId: "a", stepId: "one", state: "committed", claim: claim(60) },
      ]);
      expect((await ledger.append("a", reserving("three", 41))).type).toBe("over");
      await ledger.close();
    });

    it("makes spent claims smaller, never larger, and lets others have what is given back", async () => {
      const ledger = open();
      await ledger.append("a", reserving("one", 60));
      await ledger.append("a", {
        event: event(1),
        key: "end/one",
        settle: { stepId: "one", as: "committed" },
      });
      const to = (minor: number, key: string) =>
        ledger.append("a", { event: event(minor), key, reduce: [{ stepId: "one", claims: [claim(minor)] }] });
      await to(20, "smaller");
      await to(90, "larger");
      await to(5, "smaller");
      expect(await ledger.reservations("a")).toEqual([
        { campaignId: "a", stepId: "one", state: "committed", claim: claim(20) },
      ]);
      expect((await ledger.append("b", reserving("two", 80))).type).toBe("appended");
      await expect(to(-1, "below nothing")).rejects.toThrow(RangeError);
      expect((await ledger.read("a")).map(({ key }) => key)).not.toContain("below nothing");
      await ledger.close();
    });

    it("binds all claims of an entry or none", async () => {
      const ledger = open();
      const claims = [claim(50), { ...claim(50), scope: "seller", cap: 49 }];
      expect(
        (await ledger.append("a", { event: event(1), key: "k", reserve: { stepId: "one", claims } })).type,
      ).toBe("over");
      expect(await ledger.reservations()).toEqual([]);
      await ledger.close();
    });

    it.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 0.5, 2 ** 53])(
      "refuses to claim %s",
      async (minor) => {
        const ledger = open();
        await expect(ledger.append("a", reserving("one", minor))).rejects.toThrow(RangeError);
        expect(await ledger.read("a")).toEqual([]);
        await ledger.close();
      },
    );

    it("writes nothing under a mark that forbids it, whoever raised it, until it is lowered", async () => {
      const ledger = open();
      const other = open();
      const begin = { event: event(1), key: "begin", unless: ["stop/all", "stop/seller/x"] };
      await ledger.append("desk", { event: event(0), key: "stop", raise: ["stop/seller/x"] });
      expect(await other.append("a", begin)).toEqual({ type: "blocked", mark: "stop/seller/x" });
      expect(await other.marks("stop/")).toEqual(["stop/seller/x"]);
      await ledger.append("desk", { event: event(2), key: "go", lower: ["stop/seller/x"] });
      expect((await other.append("a", begin)).type).toBe("appended");
      await ledger.close();
      await other.close();
    });

    it("uses a snapshot only of the same code and of the same past", async () => {
      const ledger = open();
      await ledger.append("a", { event: event(1), key: "k1" });
      const [first] = await ledger.read("a");
      const snapshot = { version: "v1", sequence: 1, hash: first?.hash ?? "", state: { n: 1 } };
      await ledger.saveSnapshot("a", snapshot);
      expect(await ledger.snapshot("a", "v1")).toEqual(snapshot);
      expect(await ledger.snapshot("a", "v2")).toBeUndefined();
      await ledger.saveSnapshot("a", { ...snapshot, hash: "of another past" });
      expect(await ledger.snapshot("a", "v1")).toBeUndefined();
      await ledger.close();
    });

    it("chains each entry to the one before it", async () => {
      const ledger = open();
      await ledger.append("a", { event: event(1), key: "k1" });
      await ledger.append("a", { event: event(1), key: "k2" });
      const [one, two] = await ledger.read("a");
      expect(one?.hash).toMatch(/^[0-9a-f]{64}$/);
      expect(two?.hash).not.toBe(one?.hash);
      await ledger.close();
    });

    it("reads only what came after a number", async () => {
      const ledger = open();
      for (let n = 1; n <= 5; n++) await ledger.append("a", { event: event(n), key: `k${n}` });
      expect((await ledger.read("a", 3)).map(({ sequence }) => sequence)).toEqual([4, 5]);
      await ledger.close();
    });
  });
}
