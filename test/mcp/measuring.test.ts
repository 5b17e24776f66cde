import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type AnswerOf, callOperation } from "../../src/desk/operations.ts";
import { mondayOf } from "../../src/lib/days.ts";
import { channelNames } from "../../src/lib/english.ts";
import { formatMinor, formatMoney, type Money, money } from "../../src/lib/money.ts";
import { mcpServer } from "../../src/mcp/server.ts";
import { type MidFlight, openMidFlight, person } from "../desk/mid-flight.ts";

type Answer = Readonly<Record<string, unknown>>;
type Row = Readonly<Record<string, unknown>>;
type Report = AnswerOf<"report">["report"];

let flight: MidFlight;
let client: Client;
let report: Report;
const paused = "gletscher-video.example/gl_ctv_weather";
beforeAll(async () => {
  flight = await openMidFlight();
  const input = { line: paused, requested: { verb: "pause" as const }, reason: "new spot", execute: true };
  await callOperation("change-buy", flight.desk, input, person);
  await flight.pass(2);
  const open = () =>
    Promise.resolve({
      ...flight.desk,
      app: flight.desk.app,
      dry: flight.desk.dry,
      [Symbol.asyncDispose]: () => Promise.resolve(),
    });
  const [here, there] = InMemoryTransport.createLinkedPair();
  client = new Client({ name: "an assistant", version: "1" });
  await mcpServer({ open, version: "0", person: "sam" }).connect(there);
  await client.connect(here);
  // What `report --format json` writes.
  ({ report } = await callOperation("report", flight.desk, {}, person));
}, 180_000);
afterAll(async () => {
  await client.close();
  await flight[Symbol.asyncDispose]();
});

async function call(name: string, given: Record<string, unknown> = {}): Promise<Answer> {
  const { structuredContent, isError, content } = await client.callTool({ name, arguments: given });
  expect(isError ?? false, JSON.stringify(content)).toBe(false);
  return z.record(z.string(), z.unknown()).parse(structuredContent);
}

/** The rows of all pages. */
async function rowsOf(name: string, given: Record<string, unknown> = {}): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: unknown; ; ) {
    const answer = await call(name, { ...given, ...(cursor !== undefined && { cursor }) });
    const some = z.array(z.record(z.string(), z.unknown())).parse(answer["rows"]);
    expect(some.length).toBeLessThanOrEqual(10);
    rows.push(...some);
    expect(answer["total_rows"]).toBeGreaterThanOrEqual(rows.length);
    cursor = answer["cursor"];
    if (cursor === undefined) {
      expect(answer["total_rows"]).toBe(rows.length);
      return rows;
    }
  }
}

const eur = (minor: number) => formatMoney(money(minor, "EUR"));
const minorIn = (amounts: readonly (Money | undefined)[]) =>
  amounts.reduce((sum, one) => sum + (one?.minor ?? 0), 0);
const packages = () =>
  report.delivery.buys.flatMap((buy) => buy.packages.map((one) => ({ ...one, sellerId: buy.sellerId })));
const daily = () => report.delivery.buys.flatMap((buy) => buy.daily);
const total = async () =>
  z.array(z.record(z.string(), z.unknown())).parse((await call("delivery"))["totals"])[0] ?? {};
const lineRow = async (lineId: string) =>
  (await rowsOf("delivery")).find((row) => row["untrusted_line"] === lineId);
const channelsOf = (lineId: string | undefined) =>
  channelNames(report.plan?.lines.find((line) => line.lineId === lineId)?.channels ?? []);
const most = <One>(all: readonly One[], of: (one: One) => number): One | undefined =>
  all.toSorted((one, other) => of(other) - of(one))[0];
const spentOf = (row: Row | undefined) => Number(String(row?.["spent"]).replaceAll(/[^\d.]/g, "")) || 0;

/** What a person asks an assistant, what it finds with tools alone, and what the report has. */
const questions: readonly (readonly [
  question: string,
  found: () => Promise<unknown>,
  expected: () => unknown,
])[] = [
  [
    "How much is spent in all?",
    async () => (await total())["spent"],
    () => report.headline.money && formatMoney(report.headline.money.spent),
  ],
  [
    "How many impressions so far?",
    async () => (await total())["impressions"],
    () => packages().reduce((sum, one) => sum + (one.impressions ?? 0), 0),
  ],
  [
    "How many clicks?",
    async () => (await total())["clicks"],
    () => sumIf(packages().map(({ clicks }) => clicks)),
  ],
  [
    "What is the CPM overall?",
    async () => (await total())["cpm"],
    () =>
      formatMinor(
        (minorIn(packages().map(({ spend }) => spend)) * 1000) /
          packages().reduce((sum, one) => sum + (one.impressions ?? 0), 0),
        "EUR",
      ),
  ],
  [
    "How much was due by now?",
    async () => (await total())["due"],
    async () => eur((await pacing()).planned.minor),
  ],
  [
    "What is the pace overall?",
    async () => (await total())["pace"],
    async () => (await pacing()).spent.minor / (await pacing()).planned.minor,
  ],
  [
    "Up to which day are there figures?",
    async () => (await call("delivery"))["as_of"],
    () =>
      daily()
        .filter(({ spend }) => spend)
        .map(({ date }) => date)
        .sort()
        .at(-1),
  ],
  ["How many lines run?", async () => (await call("delivery"))["total_rows"], () => packages().length],
  [
    "What did the weather line spend?",
    async () => (await lineRow(paused))?.["spent"],
    () =>
      eur(
        minorIn(
          packages()
            .filter(({ lineId }) => lineId === paused)
            .map(({ spend }) => spend),
        ),
      ),
  ],
  [
    "How many impressions has the weather line?",
    async () => (await lineRow(paused))?.["impressions"],
    () => packages().find(({ lineId }) => lineId === paused)?.impressions,
  ],
  [
    "What was signed for the weather line?",
    async () => (await lineRow(paused))?.["signed"],
    () =>
      report.plan &&
      formatMoney(report.plan.lines.find(({ lineId }) => lineId === paused)?.budget ?? money(0, "EUR")),
  ],
  [
    "Which line spent most?",
    async () => most(await rowsOf("delivery"), spentOf)?.["untrusted_line"],
    () => most(packages(), ({ spend }) => spend?.minor ?? 0)?.lineId,
  ],
  [
    "Which line brought most impressions?",
    async () => most(await rowsOf("delivery"), (row) => Number(row["impressions"] ?? 0))?.["untrusted_line"],
    () => most(packages(), (one) => one.impressions ?? 0)?.lineId,
  ],
  [
    "Which days have no figures?",
    async () => (await rowsOf("delivery")).reduce((sum, row) => sum + Number(row["days_not_reported"]), 0),
    () => packages().reduce((sum, one) => sum + one.notReported.spend, 0),
  ],
  [
    "How many sellers deliver?",
    async () => (await rowsOf("delivery", { by: "seller" })).length,
    () => new Set(packages().map(({ sellerId }) => sellerId)).size,
  ],
  [
    "What did Gletscher spend?",
    async () =>
      (await rowsOf("delivery", { by: "seller" })).find(
        (row) => row["seller"] === "gletscher-video.example",
      )?.["spent"],
    () =>
      eur(
        minorIn(
          packages()
            .filter(({ sellerId }) => sellerId === "gletscher-video.example")
            .map(({ spend }) => spend),
        ),
      ),
  ],
  [
    "Which seller spent most?",
    async () => most(await rowsOf("delivery", { by: "seller" }), spentOf)?.["seller"],
    () => most(report.delivery.buys, ({ delivered }) => delivered.spend?.minor ?? 0)?.sellerId,
  ],
  [
    "What went to CTV?",
    async () =>
      (await rowsOf("delivery", { by: "channel" })).find((row) => row["channel"] === "CTV")?.["spent"],
    () =>
      eur(
        minorIn(
          packages()
            .filter(({ lineId }) => channelsOf(lineId) === "CTV")
            .map(({ spend }) => spend),
        ),
      ),
  ],
  [
    "How many channels deliver?",
    async () => (await rowsOf("delivery", { by: "channel" })).length,
    () => new Set(packages().map(({ lineId }) => channelsOf(lineId))).size,
  ],
  [
    "What was spent on 25 January?",
    async () => (await rowsOf("delivery", { by: "day", from: "2027-01-25", to: "2027-01-25" }))[0]?.["spent"],
    () =>
      eur(
        minorIn(
          daily()
            .filter(({ date }) => date === "2027-01-25")
            .map(({ spend }) => spend),
        ),
      ),
  ],
  [
    "What in the week of 25 January?",
    async () =>
      (await rowsOf("delivery", { by: "week" })).find((row) => row["week"] === "2027-01-25")?.["spent"],
    () =>
      eur(
        minorIn(
          daily()
            .filter(({ date }) => mondayOf(date) === "2027-01-25")
            .map(({ spend }) => spend),
        ),
      ),
  ],
  [
    "Which day was the best?",
    async () => most(await rowsOf("delivery", { by: "day" }), spentOf)?.["day"],
    () =>
      most([...new Set(daily().map(({ date }) => date))], (day) =>
        minorIn(
          daily()
            .filter(({ date }) => date === day)
            .map(({ spend }) => spend),
        ),
      ),
  ],
  [
    "Do the days add up to the total?",
    async () =>
      eur(
        Math.round(
          (await rowsOf("delivery", { by: "day" })).reduce((sum, row) => sum + 100 * spentOf(row), 0),
        ),
      ),
    () => report.headline.money && formatMoney(report.headline.money.spent),
  ],
  [
    "Which lines are paused?",
    async () =>
      (await rowsOf("list_buys")).filter((row) => row["paused"] === true).map((row) => row["untrusted_line"]),
    () => [paused],
  ],
  [
    "What does each line have at its seller?",
    async () => new Set((await rowsOf("list_buys")).map((row) => row["budget"])),
    () => new Set(report.plan?.lines.map((line) => formatMoney(line.changed?.budget ?? line.budget))),
  ],
  [
    "Who paused it, and why?",
    async () =>
      (await rowsOf("changes"))
        .filter((row) => row["what"] === "paused")
        .map((row) => [row["by"], row["untrusted_reason"]]),
    () => [["kim", "new spot"]],
  ],
  [
    "How many formats are ready?",
    async () => (await rowsOf("creatives", { status: "ready" })).length,
    () =>
      report.creatives.coverage.flatMap(({ formats }) => formats).filter(({ status }) => status === "ready")
        .length,
  ],
  [
    "Which lines have no creative?",
    async () => (await rowsOf("creatives", { status: "missing" })).length,
    () =>
      report.creatives.coverage.flatMap(({ formats }) => formats).filter(({ status }) => status === "missing")
        .length,
  ],
  [
    "What do sellers owe us?",
    async () => (await rowsOf("claims")).map((row) => row["owed"]),
    () => (report.underDeliveries ?? []).map(({ owed }) => owed),
  ],
  [
    "What was spent in January?",
    async () =>
      z
        .array(z.record(z.string(), z.unknown()))
        .parse((await call("statement", { month: "2027-01" }))["totals"])[0]?.["spent"],
    () =>
      eur(
        minorIn(
          daily()
            .filter(({ date }) => date < "2027-02-01")
            .map(({ spend }) => spend),
        ),
      ),
  ],
  [
    "How does the campaign stand?",
    async () =>
      String(
        z.array(z.looseObject({ stands: z.string() })).parse((await call("campaign_status"))["campaigns"])[0]
          ?.stands,
      )
        .split(" · ")
        .slice(0, 1),
    () => ["Live, day 18 of 42"],
  ],
  [
    "What is the headline?",
    async () => JSON.parse(String((await call("report", { section: "headline" }))["untrusted_json"])),
    () => JSON.parse(JSON.stringify(report.headline)),
  ],
];

function sumIf(counts: readonly (number | undefined)[]): number | undefined {
  const known = counts.filter((count) => count !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, count) => sum + count, 0);
}

async function pacing() {
  const [first] = (await callOperation("status", flight.desk, {}, person)).campaigns[0]?.pacing ?? [];
  if (first === undefined) throw new Error("something is bought");
  return first;
}

describe("an assistant after the start", () => {
  it.each(questions)("answers: %s", async (_, found, expected) => {
    const answer = await found();
    expect(answer).toBeDefined();
    expect(answer).toEqual(await expected());
  });

  it("says of a wrong id that it is not found, which there are and which is nearest", async () => {
    const wrong = `${flight.campaign.slice(0, -1)}x`;
    for (const name of [
      "delivery",
      "list_buys",
      "creatives",
      "claims",
      "changes",
      "report",
      "campaign_status",
    ]) {
      const answer = await client.callTool({ name, arguments: { campaign_id: wrong } });
      const [text] = z.array(z.object({ text: z.string() })).parse(answer.content);
      expect(answer.isError, name).toBe(true);
      expect(JSON.parse(text?.text ?? ""), name).toEqual({
        code: "not-found",
        refused: `there is no campaign ${wrong}`,
        known_ids: [flight.campaign],
        nearest: flight.campaign,
      });
    }
  });

  it("refuses days of a line, which the report does not have, and names the sections that there are", async () => {
    const days = await client.callTool({ name: "delivery", arguments: { by: "line", from: "2027-01-20" } });
    expect([days.isError, JSON.stringify(days.content)]).toEqual([
      true,
      expect.stringContaining("by: day or week"),
    ]);
    const { sections } = await call("report");
    expect(sections).toEqual(expect.arrayContaining(["headline", "plan", "delivery"]));
    const section = await client.callTool({ name: "report", arguments: { section: "deliveries" } });
    expect(JSON.stringify(section.content)).toContain("there is no section deliveries");
  });

  it("gets a long section in parts of at most 4 kB", async () => {
    let json = "";
    for (let cursor: unknown; ; ) {
      const part = await call("report", { section: "offers", ...(cursor !== undefined && { cursor }) });
      expect(JSON.stringify(part).length).toBeLessThan(6_000);
      json += String(part["untrusted_json"]);
      cursor = part["cursor"];
      if (cursor === undefined) break;
    }
    expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(report.offers)));
  });

  it("has its tools in under 6,000 tokens", async () => {
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(20);
    expect(JSON.stringify(tools).length / 4).toBeLessThan(6_000);
  });
});
