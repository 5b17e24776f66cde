import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { todayText } from "../../../src/cli/text/status.ts";
import { callOperation } from "../../../src/desk/operations.ts";
import { formatPercent } from "../../../src/report/blocks/format.ts";
import { renderHtml } from "../../../src/report/renderers/html.ts";
import { type MidFlight, openMidFlight, person } from "../../desk/mid-flight.ts";
import { textOfPage } from "./figures-shown.ts";

/** A channel of it ends a week before the others. */
const brief = `${readFileSync("examples/brief-to-campaign/brief.yaml", "utf8")}
channel_flights:
  streaming_audio: { start: 2027-01-18, end: 2027-02-21 }
`;
const paused = "gletscher-video.example/gl_ctv_weather";

let flight: MidFlight;
beforeAll(async () => {
  flight = await openMidFlight({ brief, days: 19 });
}, 240_000);
afterAll(() => flight[Symbol.asyncDispose]());

const ask = async () => {
  const { desk, campaign } = flight;
  const [today] = (await callOperation("today", desk, { campaign }, person)).campaigns;
  const [live] = (await callOperation("live", desk, { campaign }, person)).campaigns;
  const { report } = await callOperation("report", desk, { campaign }, person);
  if (today === undefined || live === undefined) throw new Error("nothing runs");
  return { today, live, report };
};

async function change(
  line: string,
  requested: Parameters<typeof callOperation<"change-buy">>[2]["requested"],
): Promise<void> {
  const input = { line, requested, reason: "the client's wish", execute: true };
  const { status, reason } = await callOperation("change-buy", flight.desk, input, person);
  if (status !== "done") throw new Error(`${line} is ${status}: ${reason}`);
}

it("reckons what was due of lines that we changed alike at every door", async () => {
  const { live } = await ask();
  const [cut] = live.lines.filter(({ lineId }) => lineId !== paused);
  if (cut === undefined) throw new Error("several lines run");
  await change(paused, { verb: "pause" });
  await change(cut.lineId, {
    verb: "decrease",
    to: { ...cut.current, minor: Math.round(cut.current.minor * 0.6) },
  });
  for (let day = 0; day < 3; day++) {
    await flight.pass(1);
    const now = await ask();
    const words = todayText({
      ...(await callOperation("today", flight.desk, {}, person)),
      timeZone: "Europe/Berlin",
    });
    for (const line of now.today.lines) {
      const books = now.report.reconciliation?.lines.find(({ lineId }) => lineId === line.lineId);
      const own = now.live.lines.find(({ lineId }) => lineId === line.lineId);
      expect([line.line, own?.due, own?.delivered?.due]).toEqual([
        line.line,
        books?.due.spend,
        books?.due.impressions,
      ]);
      expect(line.due).toEqual(books?.due.spend);
      expect((line.pace ?? 0) - 1).toBeCloseTo(books?.variance.spend ?? 0, 9);
      const percent = Math.round((line.pace ?? 0) * 100);
      if (line.status === "on-pace") {
        expect([line.line, percent >= 90 && percent <= 110]).toEqual([line.line, true]);
        expect(words).toContain(`${line.line} ${formatPercent(line.pace ?? 0)}`);
      }
    }
  }
});

it("shows due beside spend in a statement, and how they differ", async () => {
  const { month, rows } = await callOperation("statement", flight.desk, { month: "2027-01" }, person);
  expect([month, rows.length > 0]).toEqual(["2027-01", true]);
  for (const { spend, due, variance } of rows)
    expect(variance).toBeCloseTo((spend?.minor ?? 0) / (due?.minor ?? 1) - 1, 9);
});

it("needs of all lines a day what those that run need together", async () => {
  const { today, live } = await ask();
  const running = today.lines.filter(({ status }) => status !== "paused");
  expect(new Set(running.map(({ end }) => end)).size).toBeGreaterThan(1);
  const needed = running.reduce((sum, { neededADay }) => sum + (neededADay?.minor ?? 0), 0);
  expect(today.neededADay?.minor).toBe(needed);
  expect(live.totals.map((total) => total.needed?.minor)).toEqual([needed]);
  expect(today.lines.find(({ status }) => status === "paused")?.neededADay).toBeUndefined();
});

it("has no day behind it among the next ones", async () => {
  const { live } = await ask();
  const day = new Date(flight.clock.now()).toISOString().slice(0, 10);
  expect(live.next.filter(({ date }) => date < day)).toEqual([]);
});

it("says at the end what was paused, and what stays unspent, to whoever pays too", async () => {
  flight.sandbox.advance(32);
  await flight.pass(2);
  const { report, today } = await ask();
  const { budget, spent } = report.headline.money ?? {};
  const left = Math.round(((budget?.minor ?? 0) - (spent?.minor ?? 0)) / 100).toLocaleString("en-GB");
  const page = textOfPage(await renderHtml(report, { edition: "client" })).replaceAll(/\s+/g, " ");
  expect(page).toContain(`EUR ${left} of the budget stays unspent`);
  expect(page).toMatch(
    /Weather channel CTV of Gletscher Video: paused from \d+ \w+; EUR [\d,.]+ of it is not spent/,
  );
  expect(todayText({ ...(await callOperation("today", flight.desk, {}, person)), timeZone: "UTC" })).toMatch(
    /ended 28 Feb · EUR [\d,]+ of [\d,]+ spent · EUR [\d,]+ of [\d,]+ budget unspent/,
  );
  expect(today.status).toBe("over");
});
