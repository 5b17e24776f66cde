import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { placeResults } from "../../../src/campaign/measure/place-results.ts";
import { eventSteps } from "../../../src/campaign/measure/results/event-steps.ts";
import {
  ahead,
  resultsFileSchema,
  resultsOfFile,
} from "../../../src/campaign/measure/results/results-file.ts";
import { takeResults } from "../../../src/campaign/measure/take-results.ts";
import type { CampaignEvent } from "../../../src/campaign/model/state/events.ts";
import { openJournal } from "../../../src/campaign/model/state/journal.ts";
import type { CampaignState } from "../../../src/campaign/model/state/state.ts";
import { openSqliteLedger } from "../../../src/ledger/sqlite.ts";
import { boughtCampaign, following, resultsOf, taken } from "../learn/measured-campaign.ts";

const row = { id: "order-1", time: "2027-03-02T01:30:00+02:00", type: "purchase", lineId: "s1" };

function resultsIn(rows: readonly object[], rest: object = {}) {
  return resultsOfFile(resultsFileSchema.parse({ results: rows, ...rest }));
}

describe("results in a file", () => {
  it("are taken in UTC, with amounts in minor units", () => {
    const { results, completeTo } = resultsIn([{ ...row, value: 49.9, currency: "EUR" }], {
      event_source_id: "acme-web",
      complete_to: "2027-03-07",
    });
    expect(results).toEqual([
      {
        id: "order-1",
        at: "2027-03-01T23:30:00.000Z",
        type: "purchase",
        value: { minor: 4990, currency: "EUR" },
        of: { lineId: "s1" },
        source: "acme-web",
      },
    ]);
    expect(completeTo).toBe("2027-03-07");
  });

  it("are complete to the day before the last one where the file does not say", () => {
    const rows = [
      { ...row, time: "2027-03-09T23:59:00Z" },
      { ...row, id: "order-2" },
    ];
    expect(resultsIn(rows).completeTo).toBe("2027-03-08");
  });

  it.each([
    [{ ...row, value: 10 }, /a value and its currency/],
    [{ ...row, value: -1, currency: "EUR" }, /./],
    [{ ...row, value: 1, currency: "EURO" }, /not an ISO 4217/],
    [{ ...row, time: "2027-03-02 01:30" }, /./],
    [{ ...row, type: "Purchase!" }, /lower case/],
    [{ ...row, price: 10 }, /price/],
  ])("are refused with a reason: %j", (wrong, reason) => {
    const parsed = resultsFileSchema.safeParse({ results: [wrong] });
    expect(parsed.success ? "" : parsed.error.message).toMatch(reason);
  });

  it.each([
    ["today", "2027-03-02", []],
    ["the next day, where a clock is ahead", "2027-03-03", []],
    ["the year 2099", "2099-01-01", ["results[0].time"]],
  ])("are of days that have been: %s", (_, day, places) => {
    const now = Date.parse("2027-03-02T12:00:00Z");
    const file = { results: [{ ...row, time: `${day}T01:00:00Z` }] };
    expect(ahead(resultsFileSchema.parse(file), now).map(({ place }) => place)).toEqual(places);
  });

  it("are not complete to a day that is to come", () => {
    const now = Date.parse("2027-03-07T12:00:00Z");
    const file = (complete_to: string) => resultsFileSchema.parse({ results: [row], complete_to });
    expect(ahead(file("2027-03-07"), now)).toEqual([]);
    expect(ahead(file("2027-03-08"), now).map(({ place }) => place)).toEqual(["complete_to"]);
  });

  it("name each id once", () => {
    expect(resultsFileSchema.safeParse({ results: [row, row] }).success).toBe(false);
  });
});

describe("what a result belongs to", () => {
  const placeOf = (of: object, state = boughtCampaign()) => {
    const [result] = resultsOf("s1", 1);
    if (result === undefined) throw new Error("there is one");
    const { placed, unplaced } = placeResults(following(state, taken([{ ...result, of }])));
    const [first] = placed;
    return first === undefined ? unplaced[0]?.reason : [first.mediaBuyId, first.packageId];
  };

  it("is found by lineId, package, buy or the buyer's own reference", () => {
    expect(placeOf({ lineId: "s2" })).toEqual(["mb-apex", "pkg-2"]);
    expect(placeOf({ packageId: "pkg-2" })).toEqual(["mb-apex", "pkg-2"]);
    expect(placeOf({ mediaBuyId: "mb-birch", packageId: "pkg-1" })).toEqual(["mb-birch", "pkg-1"]);
    expect(placeOf({ mediaBuyId: "mb-apex" })).toEqual(["mb-apex", undefined]);
    expect(placeOf({ buyerRef: "spring-1/buy/apex.example/EUR" })).toEqual(["mb-apex", undefined]);
    expect(placeOf({ buyerRef: "s3" })).toEqual(["mb-birch", "pkg-1"]);
  });

  it("is the one package of a buy that has no other", () => {
    expect(placeOf({ mediaBuyId: "mb-birch" })).toEqual(["mb-birch", "pkg-1"]);
  });

  it("is not guessed", () => {
    expect(placeOf({})).toMatch(/names no package/);
    expect(placeOf({ lineId: "s9" })).toMatch(/nothing that was bought/);
    expect(placeOf({ lineId: "s1", mediaBuyId: "mb-birch" })).toMatch(/nothing that was bought/);
    expect(placeOf({ packageId: "pkg-1" })).toMatch(/several buys .* name the media buy/);
  });
});

describe("taking results", () => {
  it("writes each version of one down once, whoever imports it", async () => {
    using desk = openDesk();
    const first = resultsIn([row, { ...row, id: "order-2" }]);
    expect(await takeResults(await desk.journal(), first)).toMatchObject({
      imported: 2,
      restated: 0,
      unchanged: 0,
    });
    expect(await takeResults(await desk.journal(), first)).toMatchObject({
      imported: 0,
      restated: 0,
      unchanged: 2,
    });
    const corrected = resultsIn([{ ...row, value: 5, currency: "EUR" }]);
    expect(await takeResults(await desk.journal(), corrected)).toMatchObject({ imported: 0, restated: 1 });
    expect(await takeResults(await desk.journal(), resultsIn([row]))).toMatchObject({
      imported: 0,
      restated: 1,
    });
    const { rows, restated } = (await desk.journal()).state().results ?? { rows: [], restated: [] };
    expect(rows.map(({ id, value }) => [id, value])).toEqual([
      ["order-1", undefined],
      ["order-2", undefined],
    ]);
    expect(restated.map(({ row: { value } }) => value?.minor)).toEqual([undefined, 500]);
    expect((await desk.events()).filter(({ type }) => type === "results-taken")).toHaveLength(3);
  });

  it("takes a later day of completeness with no new result, and never an earlier one", async () => {
    using desk = openDesk();
    await takeResults(await desk.journal(), resultsIn([row], { complete_to: "2027-03-07" }));
    await takeResults(await desk.journal(), resultsIn([row], { complete_to: "2027-03-14" }));
    await takeResults(await desk.journal(), resultsIn([row], { complete_to: "2027-03-10" }));
    expect((await desk.journal()).state().results?.completeTo).toBe("2027-03-14");
  });

  it("parts what is very much into several entries, and calls a day complete with the last of them", async () => {
    using desk = openDesk();
    const many = Array.from({ length: 10_001 }, (_, i) => ({ ...row, id: `order-${i}` }));
    await takeResults(await desk.journal(), resultsIn(many));
    const entries = (await desk.events()).filter((event) => event.type === "results-taken");
    expect(entries.map(({ results, completeTo }) => [results.length, completeTo])).toEqual([
      [10_000, undefined],
      [1, "2027-02-28"],
    ]);
  });
});

describe("events for sellers", () => {
  const campaign = boughtCampaign({}, ["log_event"]);
  const results = [...resultsOf("s1", 3), ...resultsOf("s3", 2)].map((one) => ({
    ...one,
    source: "acme-web",
  }));
  const propose = (state: CampaignState) => eventSteps(state);
  const proposed = (state: CampaignState) =>
    following(state, ...propose(state).map((step): CampaignEvent => ({ type: "step-proposed", step })));

  it("send each seller the results of its own buys, and each once", () => {
    const state = following(campaign, taken(results));
    expect(propose(state).map(({ agentId, arguments: { events } }) => [agentId, idsOf(events)])).toEqual([
      ["apex.example", results.slice(0, 3).map(({ id }) => id)],
      ["birch.example", results.slice(3).map(({ id }) => id)],
    ]);
    const known = proposed(state);
    expect(propose(known)).toEqual([]);
    const [another] = resultsOf("s1", 1).map((one) => ({ ...one, source: "acme-web" }));
    if (another === undefined) throw new Error("there is one");
    expect(propose(following(known, taken([another])))).toMatchObject([
      {
        agentId: "apex.example",
        arguments: { event_source_id: "acme-web", events: [{ event_id: another.id }] },
      },
    ]);
  });

  it("keep a step's id whenever they are made, so that no batch is sent as two", () => {
    const state = following(campaign, taken(results));
    expect(propose(state).map(({ id }) => id)).toEqual(propose(state).map(({ id }) => id));
  });

  it("hold at most 10,000 results each", () => {
    const many = resultsOf("s1", 10_001).map((one) => ({ ...one, source: "acme-web" }));
    const sizes = propose(following(campaign, taken(many))).map(
      ({ arguments: { events } }) => idsOf(events).length,
    );
    expect(sizes).toEqual([10_000, 1]);
  });

  it("are not made of results without an event source, without a place, or of sellers that take none", () => {
    expect(propose(following(campaign, taken(resultsOf("s1", 3))))).toEqual([]);
    expect(propose(following(campaign, taken(results.map((one) => ({ ...one, of: {} })))))).toEqual([]);
    expect(propose(following(boughtCampaign(), taken(results)))).toEqual([]);
  });
});

function idsOf(events: unknown): string[] {
  return Array.isArray(events) ? events.map(({ event_id }: { event_id: string }) => event_id) : [];
}

/** A ledger on disk; each `journal()` is another process's view of it. */
function openDesk() {
  const folder = mkdtempSync(join(tmpdir(), "flightdesk-results-"));
  const ledger = openSqliteLedger(join(folder, "ledger.db"), () => Date.parse("2027-03-10T08:00:00Z"));
  return {
    journal: () => openJournal(ledger, "spring-1"),
    // Entries of a campaign are campaign events.
    events: async () => (await ledger.read("spring-1", 0)).map(({ event }) => event as CampaignEvent),
    [Symbol.dispose]: async () => {
      await ledger.close();
      rmSync(folder, { recursive: true });
    },
  };
}
