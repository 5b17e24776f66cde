import { expect, it } from "vitest";
import { takeResults } from "../../src/campaign/measure/take-results.ts";
import { boughtPackages } from "../../src/campaign/model/derived/bought.ts";
import type { BuyerResult } from "../../src/campaign/model/measured/result.ts";
import { advance } from "../../src/campaign/run/advance.ts";
import { makeReport, type Report, reportSchema } from "../../src/report/report.ts";
import type { RecordedCall } from "../../src/sandbox/sandbox.ts";
import { openStory, type Story } from "./story.ts";

/** Two weeks and four days, on one channel. */
const short = { flight: { start: "2027-01-18", end: "2027-02-04" }, channels: ["olv"] };
const day = 86_400_000;

function posted({ sandbox }: Story): RecordedCall[] {
  return sandbox.calls.filter(({ task }) => task === "provide_performance_feedback");
}

/** What is told, without its key. */
function subject({
  agentId,
  arguments: { media_buy_id, package_id, measurement_period },
}: RecordedCall): string {
  return JSON.stringify([agentId, media_buy_id, package_id, measurement_period]);
}

/** Buys, and lets the simulated clock come to a morning. */
async function buyAndWaitFor(story: Story, morning: string): Promise<void> {
  await story.run();
  story.sandbox.advance(1);
  await story.run();
  story.sandbox.advance((Date.parse(morning) - story.sandbox.clock.now()) / day);
  await story.run();
}

/** The index by its inputs in the report's JSON alone. */
function recomputed({ inputs }: Report["feedback"][number]): number {
  const { days, expectation, priorOutcomes, dispersion } = inputs;
  const outcomes = days.reduce((total, one) => total + one.outcomes, 0);
  const spent = days.reduce((total, one) => total + one.spend.minor, 0);
  const expected = (spent * expectation.outcomes) / expectation.spend.minor;
  return (priorOutcomes + outcomes / dispersion) / (priorOutcomes + expected / dispersion);
}

it("posts each package's weeks as they close, none twice after a lost answer, and each as its inputs say", async () => {
  await using story = await openStory({ brief: short });
  const { sandbox } = story;
  const lost = { task: "provide_performance_feedback", do: "drop", when: "after", call: 1 } as const;
  for (const slug of ["sales", "nordlicht", "kiosk"]) sandbox.faults.set(slug, { rules: [lost] });

  await buyAndWaitFor(story, "2027-01-27T08:00:00Z");
  expect(posted(story), "the first week is not final yet").toEqual([]);
  sandbox.advance(3);
  await story.run();
  const first = new Set(posted(story).map(subject));
  expect(first.size).toBeGreaterThan(0);
  expect(posted(story).length, "a lost answer is asked for again").toBeGreaterThan(first.size);
  for (const { arguments: request } of posted(story))
    expect(request["measurement_period"]).toEqual({ start: "2027-01-18", end: "2027-01-24" });

  const before = posted(story).length;
  await Promise.all([advance(await story.anotherApp().ports(story.campaignId), "end"), story.run()]);
  expect(posted(story)).toHaveLength(before);

  sandbox.advance(20);
  await Promise.all([advance(await story.anotherApp().ports(story.campaignId), "end"), story.run()]);
  await story.run();
  expect((await story.state()).ended).toMatch(/flight over/);

  const keys = new Map<string, Set<unknown>>();
  for (const call of posted(story))
    keys.set(subject(call), (keys.get(subject(call)) ?? new Set()).add(call.arguments["idempotency_key"]));
  for (const [told, some] of keys) expect(some.size, told).toBe(1);
  const periods = new Set(
    (await story.state()).feedback?.map(({ period: { start, end } }) => `${start} to ${end}`),
  );
  expect([...periods].sort()).toEqual([
    "2027-01-18 to 2027-01-24",
    "2027-01-25 to 2027-01-31",
    "2027-02-01 to 2027-02-04",
  ]);

  const { feedback } = reportSchema.parse(JSON.parse(JSON.stringify(makeReport(await story.state()))));
  expect(feedback).toHaveLength(keys.size);
  for (const one of feedback) {
    expect(one.status).toBe("done");
    expect(recomputed(one)).toBeCloseTo(one.performanceIndex, 3);
  }
});

it("tells sellers of the buyer's results, of their own alone, and judges them by those", async () => {
  await using story = await openStory({ brief: { ...short, kpi: { metric: "cpa", target: 40 } } });
  const { sandbox } = story;
  await buyAndWaitFor(story, "2027-01-29T08:00:00Z");
  expect(posted(story), "actions are the buyer's to count").toEqual([]);

  const packages = boughtPackages(await story.state());
  const results = packages.flatMap(({ lineId }, p) =>
    Array.from(
      { length: 210 },
      (_, i): BuyerResult => ({
        id: `order-${p}-${i}`,
        at: `2027-01-${18 + (i % 7)}T12:00:00.000Z`,
        // One that no seller knows.
        type: i === 0 ? "handshake" : "purchase",
        of: { lineId },
        source: "acme-web",
      }),
    ),
  );
  const [stray] = results;
  if (stray === undefined) throw new Error("something was bought");
  const journal = async () => (await story.app.ports(story.campaignId)).journal;
  const taken = await takeResults(await journal(), {
    results: [...results, { ...stray, id: "nobody's", of: {} }],
    completeTo: "2027-01-24",
  });
  expect(taken.unplaced).toEqual([{ id: "nobody's", reason: "it names no package and no buy" }]);
  await story.run();
  await story.run();

  const told = sandbox.calls.filter(({ task }) => task === "log_event");
  const sellers = new Set(packages.map(({ buyStep }) => buyStep.step.agentId));
  expect(told.map(({ agentId }) => agentId).sort()).toEqual([...sellers].sort());
  for (const { agentId, arguments: request } of told) {
    const own = packages.filter(({ buyStep }) => buyStep.step.agentId === agentId);
    expect(request["events"]).toHaveLength(210 * own.length);
  }
  const report = makeReport(await story.state());
  expect(report.results?.rejected).toHaveLength(packages.length);
  expect(report.results?.rejected[0]?.reason).toMatch(/no event type "handshake"/);
  expect(report.results?.unplaced).toEqual(taken.unplaced);
  expect(report.feedback.length).toBe(packages.length);
  for (const { inputs, packageId } of report.feedback) {
    expect(inputs).toMatchObject({ source: "buyer", metric: "purchase" });
    expect(packageId).toBeDefined();
  }

  // A correction changes no index that is told, and the report says so.
  const corrected = results.slice(0, 100).map((one) => ({ ...one, type: "refund" }));
  await takeResults(await journal(), { results: corrected, completeTo: "2027-01-24" });
  const before = posted(story).length;
  await story.run();
  expect(posted(story)).toHaveLength(before);
  const { restatedIndex, performanceIndex = 0 } = makeReport(await story.state()).feedback[0] ?? {};
  expect(restatedIndex).toBeLessThan(performanceIndex);
});
