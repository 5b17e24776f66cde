import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noteTrackRecords } from "../../../src/campaign/learn/note-track-records.ts";
import { recordsOf, worstAt } from "../../../src/campaign/learn/track-record/records-of.ts";
import { scoreOf } from "../../../src/campaign/learn/track-record/score-of.ts";
import type { TrackRecord } from "../../../src/campaign/model/learned/track-record.ts";
import type { CampaignEvent } from "../../../src/campaign/model/state/events.ts";
import {
  boughtEvents,
  campaign,
  flight,
  flightDays,
  type Line,
  lineIdOf,
  reported,
} from "../bought-campaign.ts";

const line: Line = {};
const usual = { days: flightDays, impressions: 100_000, spendMinor: 100_000 };

function recordAfter(...reports: readonly Parameters<typeof reported>[1][]): TrackRecord {
  const states = reports.map((report, i) =>
    campaign([...boughtEvents([line]), reported(line, report)], `c${i}`),
  );
  const [record] = recordsOf(states);
  if (record === undefined) throw new Error("nothing was seen");
  return record;
}

describe("the record of a seller", () => {
  it("counts its campaigns, buys and answers", () => {
    expect(recordAfter(usual, usual, usual)).toMatchObject({
      sellerId: "harbour.example",
      agentUrl: "https://harbour.example/mcp",
      campaigns: 3,
      buys: 3,
      answers: { asked: 3, answered: 3, late: 0, failed: 0, medianMs: 500 },
    });
  });

  it("leans towards as ordered while little was seen", () => {
    const half = { ...usual, impressions: 50_000, spendMinor: 50_000 };
    const once = recordAfter(half).delivery;
    const often = recordAfter(half, half, half, half, half, half).delivery;
    expect(once.mean).toBeCloseTo((3 + 0.5) / 4);
    expect(often.mean).toBeCloseTo((3 + 6 * 0.5) / 9);
    for (const { low, mean, high } of [once, often]) {
      expect(low).toBeLessThan(mean);
      expect(mean).toBeLessThan(high);
    }
  });

  it("is of the days that were reported: a line that is half over and on pace is as ordered", () => {
    expect(recordAfter({ ...usual, days: 21 }).delivery.mean).toBeCloseTo(1);
    expect(recordAfter({ ...usual, days: 3 }).delivery.packages).toBe(0);
  });

  it("shows how the price that was paid drifted from the price of the order", () => {
    expect(recordAfter({ ...usual, spendMinor: 110_000 }).price).toEqual({
      packages: 1,
      drift: expect.closeTo(0.1),
    });
  });

  it("names faults of reports by kind, once for each buy, and takes a sandbox for none", () => {
    const findings = [
      { kind: "equal split", text: "" },
      { kind: "of a sandbox", text: "" },
    ] as const;
    const { reports } = recordAfter(usual, { ...usual, findings }, { ...usual, findings });
    expect(reports).toEqual({ buys: 3, faulty: 2, faults: [{ kind: "equal split", buys: 2 }] });
  });

  it("shows how long its people took, and how often they said no", () => {
    const [begun, found, quoted, ranked, planned, proposed, sent, answered] = boughtEvents([line]);
    const before = [begun, found, quoted, ranked, planned, proposed, sent].flatMap((event) => event ?? []);
    if (answered?.type !== "step-answered") throw new Error("the last event is the answer");
    const { stepId, receipt } = answered;
    const pending: CampaignEvent = { ...answered, receipt: { ...receipt, status: "pending", payload: {} } };
    const no: CampaignEvent = { type: "step-failed", stepId, code: "REJECTED", reason: "", effect: "none" };
    const states = [answered, no].map((end, i) =>
      campaign(
        [
          ...before,
          { at: "2027-01-17T09:00:00Z", events: [pending] },
          { at: "2027-01-17T15:00:00Z", events: [end] },
        ],
        `c${i}`,
      ),
    );
    expect(recordsOf(states)[0]?.approvals).toEqual({ asked: 2, agreed: 1, refused: 1, medianHours: 6 });
  });

  it("is of whoever is called at one address", () => {
    const here = campaign(boughtEvents([line]), "here");
    const there = {
      ...campaign(boughtEvents([line]), "there"),
      sellers: [{ ...(here.sellers?.[0] ?? fail()), agentUrl: "https://elsewhere.example/mcp" }],
    };
    expect(recordsOf([here, there]).map(({ agentUrl, buys }) => [agentUrl, buys])).toEqual([
      ["https://elsewhere.example/mcp", 0],
      ["https://harbour.example/mcp", 1],
    ]);
  });
});

describe("what came of a product's impressions", () => {
  const harbour = { sellerId: "harbour.example" };
  const bought = (id: string, events: readonly CampaignEvent[] = []) =>
    campaign([...boughtEvents([line]), reported(line, { ...usual, clicks: 200 }), ...events], id);
  const results = (type: string, count: number, value?: number): CampaignEvent => ({
    type: "results-taken",
    results: Array.from({ length: count }, (_, i) => ({
      id: `${type} ${i}`,
      at: "2027-02-01T10:00:00Z",
      type,
      ...(value !== undefined && { value: { minor: value, currency: "EUR" } }),
      of: { lineId: lineIdOf(line) },
    })),
    completeTo: flight.end,
  });
  const days = flightDays * 100_000;

  it("is by reports, and by the buyer's own count of what it counts at all", () => {
    const [record] = recordsOf([
      bought("a", [results("purchase", 30, 5_000), results("store_visit", 40)]),
      bought("b", [results("purchase", 20, 5_000)]),
      bought("c"),
    ]);
    const own = { productId: "spots" };
    expect(record?.results).toEqual([
      { ...own, metric: "clicks", impressions: 3 * days, units: 600 * flightDays, count: 600 * flightDays },
      { ...own, metric: "conversions", impressions: 2 * days, units: 50, count: 50 },
      {
        ...own,
        metric: "sales_value",
        impressions: 2 * days,
        units: 2_500,
        count: 50,
        currency: "EUR",
      },
      { ...own, metric: "store_visits", impressions: days, units: 40, count: 40 },
    ]);
  });

  it("is noted with a campaign, of the real ones for a real one and of a sandbox's for one of a sandbox", async () => {
    const states = ["a", "SANDBOX-b", "SANDBOX-c"].map((id) => bought(id));
    const noted = async (id: string) => {
      const events: CampaignEvent[] = [];
      const begun = campaign(boughtEvents([line]).slice(0, 3), id);
      await noteTrackRecords({
        journal: {
          state: () => begun,
          record: async (event) => {
            events.push(event);
            return true;
          },
        },
        others: { states: async () => states },
      });
      return events.flatMap((event) => (event.type === "track-record-noted" ? event.records : []));
    };
    expect(await noted("new")).toMatchObject([{ ...harbour, campaigns: 1 }]);
    expect(await noted("SANDBOX-new")).toMatchObject([{ ...harbour, campaigns: 2 }]);
  });
});

const count = fc.integer({ min: 0, max: 40 });
const anyRecord = fc.record({
  packages: count,
  delivered: fc.double({ min: 0, max: 1.5, noNaN: true }),
  drift: fc.double({ min: -0.5, max: 0.5, noNaN: true }),
  buys: count,
  faulty: fc.double({ min: 0, max: 1, noNaN: true }),
  asked: count,
  answered: fc.double({ min: 0, max: 1, noNaN: true }),
});

function record(of: typeof anyRecord extends fc.Arbitrary<infer Value> ? Value : never) {
  return {
    sellerId: "harbour.example",
    agentUrl: "",
    campaigns: 1,
    buys: of.buys,
    answers: { asked: of.asked, answered: of.asked * of.answered, late: 0, failed: 0 },
    price: { packages: of.packages, drift: of.drift },
    delivery: { packages: of.packages, average: of.delivered, mean: of.delivered, low: 0, high: 2 },
    reports: { buys: of.buys, faulty: of.buys * of.faulty, faults: [] },
    approvals: { asked: 0, agreed: 0, refused: 0 },
    stops: { asked: 0, obeyed: 0 },
  };
}

it("a score lies between -1 and 1, is 0 of nothing seen, and no part that is better makes it less", () => {
  fc.assert(
    fc.property(anyRecord, anyRecord, (a, b) => {
      const score = scoreOf(record(a));
      expect(Math.abs(score)).toBeLessThanOrEqual(1);
      const better = {
        ...a,
        delivered: Math.max(a.delivered, b.delivered),
        drift: Math.min(a.drift, b.drift),
        faulty: Math.min(a.faulty, b.faulty),
        answered: Math.max(a.answered, b.answered),
      };
      expect(scoreOf(record(better))).toBeGreaterThanOrEqual(score);
      expect(scoreOf(record({ ...a, packages: 0, buys: 0, asked: 0 }))).toBe(0);
    }),
  );
});

it("follows a seller to another name at its address where it is bad, and no name brings a good one", () => {
  const bad = { ...recordAfter(usual), sellerId: "bad.example", standing: -0.5 };
  const good = { ...recordAfter(usual), agentUrl: "https://good.example/mcp", standing: 0.5 };
  expect(worstAt(["new.example", "https://harbour.example"], [good, bad])).toBe(bad);
  expect(worstAt(["good.example", "https://elsewhere.example"], [good, bad])).toBeUndefined();
});

function fail(): never {
  throw new Error("the campaign has a seller");
}
