import { afterAll, beforeAll, expect, it } from "vitest";
import { statusText, todayText } from "../../src/cli/text/status.ts";
import { type AnswerOf, callOperation } from "../../src/desk/operations.ts";
import { todaySchema } from "../../src/report/today/today.ts";
import { type MidFlight, openMidFlight, person } from "./mid-flight.ts";

type Campaign = AnswerOf<"today">["campaigns"][number];

let flight: MidFlight;
beforeAll(async () => {
  flight = await openMidFlight();
}, 120_000);
afterAll(() => flight[Symbol.asyncDispose]());

async function today(): Promise<AnswerOf<"today"> & { readonly only: Campaign }> {
  const answer = await callOperation("today", flight.desk, {}, person);
  todaySchema.parse(answer);
  const [only] = answer.campaigns;
  if (only === undefined) throw new Error("a campaign runs");
  return { ...answer, only };
}

it("has the figures of the report, and what follows from them", async () => {
  const { only, today: day } = await today();
  const { report } = await callOperation("report", flight.desk, {}, person);
  const { campaigns } = await callOperation("status", flight.desk, {}, person);
  const minor = (amounts: readonly ({ readonly minor: number } | undefined)[]) =>
    amounts.reduce((sum, amount) => sum + (amount?.minor ?? 0), 0);
  expect(only.spent?.minor).toBe(minor(report.delivery.buys.map(({ delivered }) => delivered.spend)));
  expect(only.spent).toEqual(report.headline.money?.spent);
  expect(campaigns[0]?.pacing).toMatchObject([
    { budget: only.budget, planned: only.due, spent: only.spent, notReported: 0 },
  ]);
  expect([day, only.day, only.days, only.figuresTo]).toEqual(["2027-02-03", 16, 42, "2027-02-02"]);
  expect(only.neededADay?.minor).toBe(minor(only.lines.map(({ neededADay }) => neededADay)));
  for (const { neededADay, budget, spent } of only.lines)
    expect(neededADay?.minor).toBe(Math.round((budget.minor - (spent?.minor ?? 0)) / 26));
  const daily = report.delivery.buys.flatMap((buy) => buy.daily.filter(({ date }) => date === "2027-02-02"));
  expect(only.yesterday?.minor).toBe(minor(daily.map(({ spend }) => spend)));
  for (const { landing, budget, spent } of only.lines)
    expect(landing?.minor).toSatisfy((at: number) => at >= (spent?.minor ?? 0) && at <= budget.minor);
});

it("names lines that are behind with what stays unspent, the most money first, and what to do", async () => {
  const { only } = await today();
  const risks = only.behind.map(({ atRisk }) => atRisk?.minor ?? 0);
  expect(risks).toEqual(risks.toSorted((one, other) => other - one));
  expect(only.behind.map(({ line }) => line)).toContain("Weather channel CTV");
  for (const { text, todo } of only.behind) {
    expect(text).toMatch(/^EUR [\d,]+ of [\d,]+ due \(\d+ %\)\. At the last week's EUR [\d,]+ a day/);
    expect(todo).toMatch(/vendor/);
  }
});

it("is one line of status", async () => {
  const { only, campaigns } = await today();
  const all = await callOperation("status", flight.desk, {}, person);
  const text = statusText(all, { onSandbox: true, today: campaigns });
  expect(text).toContain(
    `Live, day 16 of 42 · EUR 82,740 of 244,277 · pace 89 % · ${only.behind.length} lines behind`,
  );
});

it("shows a pause as idle money with who did it and why, and as the seller's fault nowhere", async () => {
  const line = "gletscher-video.example/gl_ctv_weather";
  const input = { line, requested: { verb: "pause" as const }, reason: "new spot", execute: true };
  await callOperation("change-buy", flight.desk, input, person);
  await flight.pass(3);
  const { only, timeZone } = await today();
  const paused = only.lines.find(({ lineId }) => lineId === line);
  const left = (paused?.budget.minor ?? 0) - (paused?.spent?.minor ?? 0);
  expect(only.idle).toMatchObject([
    {
      lineId: line,
      vendor: "Gletscher Video",
      text: "paused by kim on 3 Feb",
      reason: "new spot",
      atRisk: { minor: left, currency: "EUR" },
      todo: "resume, or place it elsewhere",
    },
  ]);
  expect(only.idleMoney.minor).toBe(left);
  expect(only.behind.map(({ lineId }) => lineId)).not.toContain(line);
  const since = await callOperation("today", flight.desk, { since: "2027-02-03T00:00:00Z" }, person);
  expect(since.campaigns[0]?.changed).toMatchObject([
    { who: "person", by: "kim", line: "Weather channel CTV", text: "paused", reason: "new spot" },
  ]);
  const text = todayText({ ...since, timeZone });
  expect(text).toMatch(
    /IDLE +Weather channel CTV, Gletscher Video: paused by kim on 3 Feb, “new spot”\. EUR [\d,]+ not working -> /,
  );
  expect(text).toContain("The desk moved nothing. No vendor changed anything.");
});

it("keeps what has ended in sight for a week, and for as long as a claim is open", async () => {
  const morning = () => callOperation("live", flight.desk, {}, person);
  expect((await morning()).finished).toEqual([]);
  flight.sandbox.advance(26);
  await flight.pass(1);
  for (let day = 0; day < 12 && (await morning()).campaigns.length > 0; day++) await flight.pass(1);
  const { campaigns, finished } = await morning();
  expect(campaigns).toEqual([]);
  expect(finished).toMatchObject([{ campaign: flight.campaign, end: "2027-02-28" }]);
  const open = finished[0]?.cases ?? [];
  expect(open.map(({ kind }) => kind)).toContain("final");
  const { only, timeZone, ...rest } = await today();
  expect(only.claims.map(({ lineId }) => lineId)).toEqual(open.map(({ lineId }) => lineId));
  expect(todayText({ ...rest, campaigns: [only], timeZone })).toMatch(
    /CLAIM +\S[^\n]+: [\d,]+ impressions short, \d+ % of the order -> send the claim/,
  );
  flight.sandbox.advance(60);
  expect((await morning()).finished.map(({ cases }) => cases)).toEqual([open]);
});
