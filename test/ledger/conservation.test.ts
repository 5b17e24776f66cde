import fc from "fast-check";
import { expect, it } from "vitest";
import type { CapUse } from "../../src/ledger/ledger.ts";
import { inMemory, openSqliteLedger } from "../../src/ledger/sqlite.ts";
import { times } from "../depth.ts";

const caps: Readonly<Record<string, number>> = {
  "campaign a": 500,
  "campaign b": 300,
  "seller x": 350,
  "day 1": 600,
};

/** Something that happens to one of twenty steps of two campaigns, in any order, more than once. */
const move = fc.record({
  step: fc.nat({ max: 19 }),
  does: fc.constantFrom("reserve", "commit", "release", "retry"),
  amount: fc.nat({ max: 200 }),
});

it("never lets a cap be passed at any moment, gives back what is released, and keeps what is spent", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 5, maxLength: 30 }), async (moves) => {
      const ledger = openSqliteLedger(inMemory, () => 0);
      const expected = new Map<string, { minor: number; state: "reserved" | "committed" }>();
      for (const [n, { step, does, amount }] of moves.entries()) {
        const campaign = step % 2 === 0 ? "a" : "b";
        const stepId = `step-${step}`;
        const name = `${campaign}/${stepId}`;
        const event = { type: "noted" };
        if (does === "reserve" || does === "retry") {
          const claims: CapUse[] = [`campaign ${campaign}`, "seller x", "day 1"].map((cap) => {
            const [scope = "", key = ""] = cap.split(" ");
            return { scope, key, currency: "EUR", minor: amount, cap: caps[cap] ?? 0 };
          });
          const appended = await ledger.append(campaign, {
            event,
            key: `reserve/${stepId}`,
            reserve: { stepId, claims },
          });
          if (appended.type === "appended") expected.set(name, { minor: amount, state: "reserved" });
        } else {
          const as = does === "commit" ? "committed" : "released";
          await ledger.append(campaign, { event, key: `move/${n}`, settle: { stepId, as } });
          const known = expected.get(name);
          if (known !== undefined && as === "committed") expected.set(name, { ...known, state: as });
          else if (known?.state === "reserved") expected.delete(name);
        }
        const held = new Map<string, number>();
        for (const { claim } of await ledger.reservations()) {
          const cap = `${claim.scope} ${claim.key}`;
          held.set(cap, (held.get(cap) ?? 0) + claim.minor);
        }
        for (const [cap, minor] of held) expect(minor, cap).toBeLessThanOrEqual(caps[cap] ?? 0);
      }
      const ofDay = (await ledger.reservations()).filter(({ claim }) => claim.scope === "day");
      expect(
        new Map(
          ofDay.map(({ campaignId, stepId, state, claim }) => [
            `${campaignId}/${stepId}`,
            { minor: claim.minor, state },
          ]),
        ),
      ).toEqual(expected);
      await ledger.close();
    }),
    { numRuns: times(200, 1_000) },
  );
});
