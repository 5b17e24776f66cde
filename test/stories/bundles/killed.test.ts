import fc from "fast-check";
import { expect, it } from "vitest";
import { advance } from "../../../src/campaign/run/advance.ts";
import { simulatedClock } from "../../../src/lib/clock.ts";
import { termsDigest } from "../../../src/protocol/proposals/proposal.ts";
import { times } from "../../depth.ts";
import { openDesk } from "../buyer-behaviours/open-desk.ts";
import { sealingSeller, termsOf } from "./sealing-seller.ts";

const killed = new Error("killed");
const lives = 8;

/** Each life of the desk ends after so many entries, or runs to its end; and which answers of the seller are lost. */
const anyFate = fc.record({
  kills: fc.array(fc.option(fc.integer({ min: 1, max: 25 }), { nil: undefined }), {
    minLength: lives,
    maxLength: lives,
  }),
  losses: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
});

it("holds once and accepts what was approved alone, whenever it is killed and whatever answer is lost", async () => {
  let bought = 0;
  await fc.assert(
    fc.asyncProperty(anyFate, async ({ kills, losses }) => {
      const lost = losses.values();
      const seller = sealingSeller({ loses: () => lost.next().value === true });
      const clock = simulatedClock("2027-01-04T08:00:00Z");
      await using desk = await openDesk([seller], {}, { clock });
      const [campaignId = ""] = await desk.app.ledger.campaigns();
      for (const after of [...kills, undefined, undefined, undefined]) {
        let entries = 0;
        const ports = await desk.app.ports(campaignId, () => {
          entries += 1;
          if (entries === after) throw killed;
        });
        await advance(ports, "end").catch((cause: unknown) => {
          if (cause !== killed) throw cause;
        });
        // Calls of a life that has ended are over before the next one begins.
        desk.wire.advance(300_000);
        clock.advance(300_000);
        expect(seller.held).toBeLessThanOrEqual(1);
        expect(seller.booked.length).toBeLessThanOrEqual(1);
      }
      const accepted = desk.market.callsOf("accept_proposal");
      const digests = new Set(accepted.map((call) => call.arguments["proposal_terms_digest"]));
      expect([...digests].filter((digest) => digest !== termsDigest(termsOf()))).toEqual([]);
      expect(new Set(accepted.map((call) => call.arguments["idempotency_key"])).size).toBeLessThanOrEqual(1);
      const holds = await desk.app.ledger.reservations();
      const bound = holds.filter(({ claim }) => claim.scope === "budget");
      expect(bound.reduce((sum, { claim }) => sum + claim.minor, 0)).toBeLessThanOrEqual(1_000_000);
      bought += seller.booked.length;
      if (seller.booked.length === 1) expect(bound.some(({ claim }) => claim.minor === 400_000)).toBe(true);
    }),
    { numRuns: times(20, 200) },
  );
  expect(bought).toBeGreaterThan(times(20, 200) / 2);
}, 600_000);
