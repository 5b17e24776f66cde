import { expect, it } from "vitest";
import { orderedLines } from "../../src/campaign/account/ordered-lines.ts";
import type { CampaignEvent } from "../../src/campaign/model/state/events.ts";
import { mayBePlaced } from "../../src/campaign/model/state/not-placed.ts";
import { reduce } from "../../src/campaign/model/state/reducer.ts";
import { isOrder } from "../../src/campaign/model/step/kinds.ts";
import type { Step } from "../../src/campaign/model/step/step.ts";
import { inEachBurst } from "../../src/campaign/plan/cells.ts";
import { poseProblem } from "../../src/campaign/plan/problem.ts";
import { liveLines } from "../../src/campaign/reallocate/live-lines.ts";
import { takersOf } from "../../src/campaign/reallocate/money-alerts.ts";
import { openDesk } from "../../src/index.ts";
import { eachDay } from "../../src/lib/days.ts";
import { type Money, money } from "../../src/lib/money.ts";
import { formatLongDay } from "../../src/report/blocks/format.ts";
import { insertionOrders } from "../../src/report/documents/insertion-orders.ts";
import { makeReport } from "../../src/report/report.ts";
import { done } from "../campaign/bought-campaign.ts";
import { openStory } from "./story.ts";

const flights = [
  { start: "2027-01-11", end: "2027-01-17", share: 0.6 },
  { start: "2027-01-25", end: "2027-01-31", share: 0.4 },
];

it("orders each burst by itself, and no money runs between them", async () => {
  await using story = await openStory({
    policies: [],
    brief: { flight: { start: "2027-01-11", end: "2027-01-31" }, flights, budget: money(6_000_000, "EUR") },
  });
  await story.run();
  const { plan } = await story.state();
  const orders = story.sandbox.calls.filter(({ task }) => task === "create_media_buy");
  const times = orders.map(({ arguments: sent }) => [sent["start_time"], sent["end_time"]].join(" "));
  expect(new Set(times)).toEqual(
    new Set(["2027-01-11T00:00:00Z 2027-01-18T00:00:00Z", "2027-01-25T00:00:00Z 2027-02-01T00:00:00Z"]),
  );
  const total = plan?.total.minor ?? 0;
  const amountIn = (start: string) =>
    (plan?.lines ?? [])
      .filter(({ flight }) => flight?.start === start)
      .reduce((sum, { amount }) => sum + amount.minor, 0);
  for (const { start, share } of flights) expect(amountIn(start) / total).toBeCloseTo(share, 4);
  for (const { period } of orderedLines(await story.state()))
    expect(flights.some(({ start, end }) => period.start >= start && period.end <= end)).toBe(true);

  const state = await story.state();
  const { brief, offers = [], ranking = { rows: [] }, exchange } = state;
  if (brief === undefined) throw new Error("the story has no brief");
  const { problem } = poseProblem(inEachBurst({ brief, offers, ranking, exchange }));
  const looking = { problem, day: "2027-01-14", periodDays: 7, outcomesOf: () => undefined };
  for (const { line } of liveLines(state, looking))
    expect(line.least < line.most, `${line.lineId} may change in the first burst`).toBe(
      line.lineId.endsWith("/2027-01-11"),
    );

  const papers = await insertionOrders(makeReport(await story.state()));
  const placed = new Set(
    orders.map(({ agent, arguments: sent }) => `${agent} ${String(sent["start_time"])}`),
  );
  expect(papers).toHaveLength(placed.size);
  for (const { start, end } of flights)
    expect(
      papers.some(({ page }) =>
        page.includes(`${formatLongDay(start)} to ${formatLongDay(end)}, both inclusive`),
      ),
    ).toBe(true);

  await using desk = await openDesk({
    settings: { home: story.home },
    caller: { name: "kim" },
    clock: story.sandbox.clock,
  });
  const rows = (plan?.lines ?? []).map(({ lineId, amount }, i) => ({
    where: `plan.xlsx, row ${i + 2}`,
    line: lineId,
    amount: amount.minor / 100,
    currency: "EUR",
  }));
  const askedFor = (amounts: typeof rows) => desk.whatIf({ campaign: story.campaignId, amounts });
  expect((await askedFor(rows)).edited).toEqual({ changes: [], rejected: [], broken: [] });
  const [first, second] = rows;
  if (first === undefined || second === undefined) throw new Error("the first package runs in two bursts");
  const less = (row: typeof first) => ({ ...row, amount: row.amount * 0.9 });
  const whole = await askedFor([less(first), less(second), ...rows.slice(2)]);
  expect(whole.edited?.changes.map(({ line }) => line)).toEqual([first.line, second.line]);
  const half = await askedFor([less(first), ...rows.slice(1)]);
  expect(half.edited?.changes.map(({ line }) => line)).toEqual([first.line]);
  expect(half.edited?.broken).toEqual(whole.edited?.broken);
  const over = [first, { ...second, amount: second.amount + 5_000 }, ...rows.slice(2)];
  const { edited } = await askedFor(over);
  expect(edited?.broken.map(({ text }) => text).join("\n")).toMatch(
    /the burst 2\S+ to 2\S+ gets EUR .*, more than EUR \S+: its [\d.]+ % of the budget\. Lower a line of it, or raise its share/,
  );

  const report = makeReport(state);
  const { periods = [], lines = [] } = report.plan?.calendar ?? {};
  const spent = periods.map((_, i) => lines.reduce((sum, { amounts }) => sum + (amounts[i]?.minor ?? 0), 0));
  expect(periods.map(({ start }, i) => [start, (spent[i] ?? 0) > 0])).toEqual([
    ["2027-01-11", true],
    ["2027-01-18", false],
    ["2027-01-25", true],
  ]);
  expect(report.brief?.asks).toContain(
    "In bursts, with nothing between them: 2027-01-11 to 2027-01-17 (60 %), 2027-01-25 to 2027-01-31 (40 %).",
  );

  for (let day = 0; day < 40; day++) {
    story.sandbox.advance(1);
    await story.run();
  }
  const dates = (await story.state()).delivery.flatMap(({ rows }) => rows.map(({ date }) => date));
  expect(dates.length).toBeGreaterThan(0);
  expect(dates.filter((date) => !flights.some(({ start, end }) => date >= start && date <= end))).toEqual([]);
  expect((await story.state()).ended).toMatch(/flight over/);
});

it("orders a channel for days of its own alone, and reads, shows and edits it so", async () => {
  const radio = { start: "2027-01-11", end: "2027-01-17" };
  await using story = await openStory({
    policies: [],
    brief: {
      flight: { start: "2027-01-11", end: "2027-01-31" },
      channels: ["olv", "streaming_audio"],
      channelFlights: { streaming_audio: radio },
      budget: money(6_000_000, "EUR"),
    },
  });
  await story.run();
  const state = await story.state();
  const { plan } = state;
  const isAudio = ({ channels }: { channels: readonly string[] }) => channels.includes("streaming_audio");
  const audio = plan?.lines.filter(isAudio) ?? [];
  expect(audio.map(({ flight }) => flight)).toEqual(audio.map(() => radio));
  expect(audio.length).toBeGreaterThan(0);
  const orders = story.sandbox.calls.filter(({ task }) => task === "create_media_buy");
  const times = orders.map(({ arguments: sent }) => [sent["start_time"], sent["end_time"]].join(" "));
  expect(new Set(times)).toEqual(
    new Set(["2027-01-11T00:00:00Z 2027-01-18T00:00:00Z", "2027-01-11T00:00:00Z 2027-02-01T00:00:00Z"]),
  );
  expect(
    state.steps.filter(({ step: { task } }) => task === "create_media_buy").map(({ check }) => check?.made),
  ).toEqual(orders.map(() => true));
  const periods = orderedLines(state).map(({ lineId, period }) => [lineId, period.end]);
  for (const { lineId } of audio) expect(Object.fromEntries(periods)[lineId]).toBe(radio.end);

  const report = makeReport(state);
  expect(report.brief?.asks).toContain(
    "On days of their own alone: streaming audio 2027-01-11 to 2027-01-17.",
  );
  const papers = await insertionOrders(report);
  expect(
    papers.some(({ page }) =>
      page.includes(`${formatLongDay(radio.start)} to ${formatLongDay(radio.end)}, both`),
    ),
  ).toBe(true);
  await using desk = await openDesk({
    settings: { home: story.home },
    caller: { name: "kim" },
    clock: story.sandbox.clock,
  });
  const amounts = (plan?.lines ?? []).map(({ lineId, amount }, i) => ({
    where: `row ${i + 2}`,
    line: lineId,
    amount: amount.minor / 100 - (lineId === audio[0]?.lineId ? 100 : 0),
    currency: "EUR",
  }));
  const { edited } = await desk.whatIf({ campaign: story.campaignId, amounts });
  expect(edited).toMatchObject({ rejected: [], broken: [] });
  expect(edited?.changes.map(({ line }) => line)).toEqual([audio[0]?.lineId]);
});

it("offers freed money to no line whose burst is over, and to its product's next burst", async () => {
  await using story = await openStory({
    policies: [],
    brief: { flight: { start: "2027-01-11", end: "2027-01-31" }, flights, budget: money(6_000_000, "EUR") },
  });
  await story.run();
  const bought = await story.state();
  const first = orderedLines(bought).filter(({ period }) => period.start === "2027-01-11");
  const reports = first.map(({ sellerId, mediaBuyId, packageId, lineId, ordered: { budget } }) => ({
    sellerId,
    mediaBuyId,
    currency: budget.currency,
    period: { start: "2027-01-11", end: "2027-01-17" },
    source: "poll" as const,
    findings: [],
    rows: eachDay("2027-01-11", "2027-01-17").map((date) => ({
      packageId,
      lineId,
      date,
      impressions: 10_000,
      spendMinor: Math.floor(budget.minor / 7),
      final: true,
      basis: "stated" as const,
    })),
  }));
  const [cut] = first;
  const order = bought.steps.find(
    ({ step }) => isOrder(step) && step.lineIds.includes(cut?.lineId ?? ""),
  )?.step;
  if (cut === undefined || order === undefined) throw new Error("it is bought");
  const { mediaBuyId, packageId, ordered } = cut;
  const less = (amount: Money) =>
    money(amount.minor - Math.floor(ordered.budget.minor / 10), amount.currency);
  const after = less(ordered.budget);
  const free = { amount: money(0, "EUR"), planAmount: money(0, "EUR") };
  const step: Step = {
    ...order,
    ...free,
    id: "change/cut",
    task: "update_media_buy",
    lineIds: [cut.lineId],
    arguments: {
      media_buy_id: mediaBuyId,
      updates: { packages: [{ package_id: packageId, budget: after.minor / 100 }] },
    },
    change: {
      requested: { verb: "decrease", to: after },
      subject: { mediaBuyId, packageId, bought: order },
      askedBy: ["kim"],
      askedAt: "2027-01-13T08:00:00Z",
      differences: [{ field: "budget", packageId, before: ordered.budget, after }],
    },
  };
  const kept = [{ stepId: order.id, amount: less(order.amount), planAmount: less(order.planAmount) }];
  const events: CampaignEvent[] = [
    ...done(step, {}),
    { type: "change-checked", stepId: step.id, made: true, findings: [], kept },
    { type: "delivery-reported", reports },
  ];
  const freed = reduce(
    bought,
    events.map((event, i) => ({
      campaignId: bought.id,
      sequence: bought.sequence + 1 + i,
      at: "2027-01-18T06:00:00.000Z",
      event,
    })),
  );
  expect(mayBePlaced(freed)?.amount.minor).toBeGreaterThan(100);
  expect(takersOf(freed, "2027-01-17")).not.toEqual([]);
  for (const today of [undefined, "2027-01-18"]) {
    const takers = takersOf(freed, today);
    expect(takers.length).toBeGreaterThan(0);
    for (const { lineId, to } of takers) {
      const [whole, start] = [lineId.slice(0, -11), lineId.slice(-10)];
      expect(start).toBe("2027-01-25");
      expect(first.map((one) => one.lineId)).toContain(`${whole}/2027-01-11`);
      const line = orderedLines(freed).find((one) => one.lineId === lineId);
      expect(to.minor).toBeGreaterThan(line?.ordered.budget.minor ?? Infinity);
    }
  }
});
