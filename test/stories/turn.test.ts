import { expect, it } from "vitest";
import { openJournal } from "../../src/campaign/journal.ts";
import { liveCampaigns, turn } from "../../src/campaign/turn.ts";
import { brief, buysAt, openStory, patient } from "./story.ts";

it("takes every campaign as far as it goes, and tells the fault of one without stopping the others", async () => {
  await using story = await openStory(patient);
  const { app, sandbox } = story;
  const other = app.begin({
    ...brief,
    name: "Other",
    brand: { domain: "nordwind.example", name: "Nordwind" },
  });
  const broken = app.begin({ ...brief, name: "Broken" });
  const turns = await turn({
    ledger: app.ledger,
    ports: (id, observe) => {
      if (id === broken) throw new Error("its disk is gone");
      return app.ports(id, observe);
    },
  });
  expect(turns.map(({ campaignId, fault }) => [campaignId, fault])).toEqual([
    [broken, "its disk is gone"],
    [other, undefined],
    [story.campaignId, undefined],
  ]);
  expect(turns[2]?.recorded["plan-made"]).toBe(1);
  const bought = buysAt(sandbox);
  expect(new Set(bought).size).toBe(bought.length);
  expect(bought.some((reference) => reference.startsWith(other))).toBe(true);
  expect(bought.some((reference) => reference.startsWith(story.campaignId))).toBe(true);
}, 180_000);

it("says when to look again: at a seller's people soon and ever more seldom, then when the next day is over", async () => {
  await using story = await openStory(patient);
  const { app, sandbox } = story;
  const look = async () => (await turn(app))[0]?.nextLook;
  expect(await look()).toMatchObject({ at: "2027-01-04T08:01:00.000Z" });
  sandbox.advance(1 / 6);
  expect(await look()).toMatchObject({ at: "2027-01-04T12:24:00.000Z" });
  sandbox.advance(1);
  expect(await look()).toEqual({ at: "2027-01-19T00:00:00.000Z", reason: "the flight has not begun" });
  sandbox.advance(20);
  expect(await look()).toEqual({ at: "2027-01-26T00:00:00.000Z", reason: "the flight is running" });
});

it("leaves an ended campaign alone, and does nothing twice when two take turns at once", async () => {
  await using story = await openStory(patient);
  const { app, sandbox } = story;
  const both = () => Promise.all([turn(app), turn(story.anotherApp())]);
  await both();
  sandbox.advance(1);
  await both();
  const references = buysAt(sandbox);
  expect(new Set(references).size).toBe(references.length);
  sandbox.advance(60);
  await both();
  expect(openJournal(app.ledger, story.campaignId).state().ended).toMatch(/flight over/);
  expect(liveCampaigns(app.ledger)).toEqual([]);
  const feedback = sandbox.calls.filter(({ task }) => task === "provide_performance_feedback");
  const keys = new Set(feedback.map(({ arguments: request }) => request["idempotency_key"]));
  const told = feedback.map(({ arguments: { media_buy_id, package_id, measurement_period } }) =>
    JSON.stringify([media_buy_id, package_id, measurement_period]),
  );
  expect(keys.size).toBeGreaterThan(0);
  expect(keys.size).toBe(new Set(told).size);
  const before = sandbox.calls.length;
  expect(await turn(app)).toEqual([]);
  expect(sandbox.calls.length).toBe(before);
});

it("begins with no further campaign once it is to stop", async () => {
  await using story = await openStory(patient);
  expect(await turn(story.app, { signal: AbortSignal.abort() })).toEqual([]);
  expect(story.sandbox.calls).toEqual([]);
});
