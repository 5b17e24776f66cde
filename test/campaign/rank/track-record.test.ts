import fc from "fast-check";
import { expect, test } from "vitest";
import type { TrackRecord } from "../../../src/campaign/model/learned/track-record.ts";
import { rank } from "../../../src/campaign/rank/rank.ts";
import { times } from "../../depth.ts";
import { anyMarket, context, offer, sellers } from "./arbitraries.ts";

const often = { numRuns: times(200, 2_000) };

function record(sellerId: string, standing: number): TrackRecord {
  return {
    sellerId,
    agentUrl: `https://${sellerId}/mcp`,
    campaigns: 3,
    buys: 12,
    answers: { asked: 3, answered: 3, late: 0, failed: 0 },
    price: { packages: 12, drift: 0.01 },
    delivery: { packages: 12, average: 0.96, mean: 0.97, low: 0.9, high: 1.02 },
    reports: { buys: 12, faulty: 1, faults: [{ kind: "late", buys: 1 }] },
    approvals: { asked: 0, agreed: 0, refused: 0 },
    stops: { asked: 0, obeyed: 0 },
    standing,
  };
}

const anyStanding = fc.double({ min: -1, max: 1, noNaN: true });
const anyRecords = fc
  .tuple(...sellers.map(({ id }) => fc.option(anyStanding.map((standing) => record(id, standing)))))
  .map((records) => records.flatMap((one) => one ?? []));

test("with records too, adding an offer and the order in which they come in change no other row", () => {
  fc.assert(
    fc.property(anyMarket, anyRecords, fc.nat(), ({ brief, offers }, trackRecords, pick) => {
      const where = context({ brief, trackRecords });
      const picked = offers[pick % Math.max(1, offers.length)];
      const all = rank(offers, where);
      const others = offers.filter((other) => other !== picked);
      const left = all.rows.filter(({ offerId }) => offerId !== picked?.id);
      expect(JSON.stringify(rank(others, where).rows)).toBe(JSON.stringify(left));
      expect(JSON.stringify(rank(offers.toReversed(), where))).toBe(JSON.stringify(all));
    }),
    often,
  );
});

test("a better record never scores or stands lower, and moves no offer of another seller", () => {
  fc.assert(
    fc.property(anyMarket, anyRecords, anyStanding, anyStanding, ({ brief, offers }, records, a, b) => {
      const [seller = ""] = sellers.map(({ id }) => id);
      const rest = records.filter(({ sellerId }) => sellerId !== seller);
      const ranked = (standing: number) =>
        rank(offers, context({ brief, trackRecords: [...rest, record(seller, standing)] })).rows;
      const [worse, better] = [ranked(Math.min(a, b)), ranked(Math.max(a, b))];
      for (const [place, row] of worse.entries()) {
        const now = better.findIndex(({ offerId }) => offerId === row.offerId);
        const isItsOwn = row.offerId.startsWith(`${seller}/`);
        if (!isItsOwn) expect(better[now]).toEqual(row);
        else {
          expect(better[now]?.score).toBeGreaterThanOrEqual(row.score);
          const ahead = (rows: typeof worse, at: number) =>
            rows.slice(0, at).filter(({ offerId }) => !offerId.startsWith(`${seller}/`)).length;
          expect(ahead(better, now)).toBeLessThanOrEqual(ahead(worse, place));
        }
      }
    }),
    often,
  );
});

test("a seller that nobody knows is ranked as it was, and a record that says nothing moves nothing", () => {
  const offers = [offer(), offer({ sellerId: "birch.example", deliveryType: "non_guaranteed" })];
  const scores = (trackRecords: readonly TrackRecord[]) =>
    rank(offers, context({ trackRecords })).rows.map(({ offerId, score }) => [offerId, score]);
  expect(scores([record("birch.example", 0)])).toEqual(scores([]));
  expect(rank(offers, context())).toEqual(rank(offers, context({ trackRecords: [] })));
});

test("the score says what of a record counted", () => {
  const offers = [offer({ deliveryType: "non_guaranteed" })];
  const [row] = rank(offers, context({ trackRecords: [record("apex.example", 0.5)] })).rows;
  const part = row?.parts.find(({ criterion }) => criterion === "certainty");
  expect(part?.value).toBe(0.7);
  expect(part?.reason).toContain(
    "record +0.50 of 1 from 3 earlier campaigns with 12 buys, 96 % delivered of what was ordered",
  );
});
