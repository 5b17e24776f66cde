import { expect, it } from "vitest";
import { openJournal } from "../../src/campaign/model/state/journal.ts";
import { type CampaignTurn, liveCampaigns, turn } from "../../src/campaign/run/turn.ts";
import { simulatedClock } from "../../src/lib/clock.ts";
import { brief, buysAt, openStory } from "./story.ts";

it("takes every campaign as far as it goes, and tells the fault of one without stopping the others", async () => {
  await using story = await openStory();
  const { app, sandbox } = story;
  const other = await app.begin({
    ...brief,
    name: "Other",
    brand: { domain: "nordwind.example", name: "Nordwind" },
  });
  const broken = await app.begin({ ...brief, name: "Broken" });
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
  await using story = await openStory();
  const { app, sandbox } = story;
  const look = async () => (await turn(app))[0]?.nextPoll;
  expect(await look()).toMatchObject({ at: "2027-01-04T08:01:00.000Z" });
  sandbox.advance(1 / 6);
  expect(await look()).toMatchObject({ at: "2027-01-04T12:24:00.000Z" });
  sandbox.advance(1);
  expect(await look()).toEqual({ at: "2027-01-19T00:00:00.000Z", reason: "the flight has not begun" });
  sandbox.advance(20);
  expect(await look()).toEqual({ at: "2027-01-26T00:00:00.000Z", reason: "the flight is running" });
});

it("leaves an ended campaign alone, and does nothing twice when two take turns at once", async () => {
  await using story = await openStory();
  const { app, sandbox } = story;
  const both = () => Promise.all([turn(app), turn(story.anotherApp())]);
  await both();
  sandbox.advance(1);
  await both();
  const references = buysAt(sandbox);
  expect(new Set(references).size).toBe(references.length);
  sandbox.advance(60);
  await both();
  expect((await openJournal(app.ledger, story.campaignId)).state().ended).toMatch(/flight over/);
  expect(await liveCampaigns(app.ledger)).toEqual([]);
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
  await using story = await openStory();
  expect(await turn(story.app, { signal: AbortSignal.abort() })).toEqual([]);
  expect(story.sandbox.calls).toEqual([]);
});

it("waits for no campaign whose seller hangs, gives it no second turn meanwhile, and cuts nothing off", async () => {
  await using story = await openStory();
  const { app, sandbox } = story;
  const nordwind = { domain: "nordwind.example", name: "Nordwind" };
  const buying = await app.begin({ ...brief, name: "Buying", brand: nordwind });
  const asking = await Promise.all(
    ["One", "Two", "Three", "Four"].map((name) => app.begin({ ...brief, name })),
  );
  const hanging = new Set([buying, ...asking]);
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const asked: string[] = [];
  const deadlines: (() => void)[] = [];
  const ports: typeof app.ports = async (id, observe) => {
    const opened = await app.ports(id, observe);
    const over = () => deadlines[asked.indexOf(id)]?.();
    asked.push(id);
    if (!hanging.has(id)) return opened;
    return {
      ...opened,
      read: async (...call) => {
        if (id !== buying && call[1] === "get_products") {
          over();
          await answered;
        }
        return opened.read(...call);
      },
      mutate: async (...call) => {
        // What is under way when nobody waits any more is sent, answered and recorded all the same.
        over();
        await answered;
        return opened.mutate(...call);
      },
    };
  };
  const late: CampaignTurn[] = [];
  const underWay = new Map<string, Promise<unknown>>();
  const clock = {
    ...simulatedClock(0),
    // A campaign's deadline comes when its seller hangs: they are begun in the order in which they are asked.
    sleep: () => new Promise<void>((resolve) => deadlines.push(resolve)),
  };
  const patience = {
    clock,
    deadlineMs: 60_000,
    underWay,
    slow: new Set<string>(),
    late: (turned: CampaignTurn) => void late.push(turned),
  };
  const first = await turn({ ledger: app.ledger, ports }, { patience });
  expect(first.filter(({ goesOn }) => goesOn).map(({ campaignId }) => campaignId)).toEqual(
    expect.arrayContaining([...hanging]),
  );
  expect(first.find(({ goesOn }) => goesOn)?.waiting).toEqual([
    { type: "agent", stepId: "turn", reason: expect.stringContaining("longer than 60 s and goes on") },
  ]);
  expect(patience.slow).toEqual(hanging);
  const honest = first.find(({ campaignId }) => campaignId === story.campaignId);
  expect(honest?.recorded["step-begun"]).toBeGreaterThan(0);
  expect(asked).toHaveLength(6);
  const second = await turn({ ledger: app.ledger, ports }, { patience, only: hanging });
  expect(second.every(({ goesOn }) => goesOn)).toBe(true);
  expect(asked).toHaveLength(6);
  const under = [...underWay.values()];
  answer();
  await Promise.all(under);
  expect(new Set(late.map(({ campaignId }) => campaignId))).toEqual(hanging);
  expect(underWay.size).toBe(0);
  expect(late.find(({ campaignId }) => campaignId === buying)?.recorded["step-begun"]).toBeGreaterThan(0);
  expect(buysAt(sandbox).some((reference) => reference.startsWith(buying))).toBe(true);
  expect(new Set(buysAt(sandbox)).size).toBe(buysAt(sandbox).length);
}, 180_000);
