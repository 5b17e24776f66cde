import { afterEach, describe, expect, it } from "vitest";
import { outcomesOf } from "../../../src/campaign/measure/outcomes-of.ts";
import { dayMs } from "../../../src/lib/days.ts";
import { reconcile } from "../../../src/report/account/reconcile.ts";
import { makeStatement } from "../../../src/report/account/statement.ts";
import { statementMarkdown } from "../../../src/report/account/statement-markdown.ts";
import { makeReport } from "../../../src/report/report.ts";
import type { CannedSeller, JsonObject } from "../../canned/market.ts";
import { cooperativeSeller, product } from "./cooperative-seller.ts";
import { type BehaviourDesk, openDesk } from "./open-desk.ts";

const versioned = { status: "completed", adcp_version: "3.1" };
let desk: BehaviourDesk;
afterEach(() => desk[Symbol.asyncDispose]());

/** Answers every question about delivery with what it has counted so far, whatever days it is asked for. */
function blindSeller(slug: string, counted: () => JsonObject, date_range_support: string): CannedSeller {
  const reporting_capabilities = {
    available_reporting_frequencies: ["daily"],
    expected_delay_minutes: 0,
    timezone: "UTC",
    supports_webhooks: false,
    available_metrics: ["impressions", "spend"],
    date_range_support,
  };
  return cooperativeSeller(slug, {
    get_products: () => ({
      payload: {
        ...versioned,
        cache_scope: "account",
        products: [product(slug, { reporting_capabilities })],
      },
    }),
    get_media_buy_delivery: ({ media_buy_ids }) => ({
      payload: {
        ...versioned,
        reporting_period: { start: "2027-01-18T00:00:00Z", end: "2027-03-01T00:00:00Z" },
        currency: "EUR",
        media_buy_deliveries: (media_buy_ids as string[]).map((media_buy_id) => ({
          media_buy_id,
          status: "active",
          totals: counted(),
          by_package: [],
        })),
      },
    }),
  });
}

async function runAt(day: string): Promise<void> {
  desk.clock.advance(Date.parse(`${day}T08:00:00Z`) - desk.clock.now());
  await desk.run();
}

const asked = () => desk.market.callsOf("get_media_buy_delivery").length;

describe.each([
  ["says that it tells lifetime totals alone", "lifetime_only", 1],
  // Once for the days since the beginning, then two days alone: by then it is plain that it heeds no dates.
  ["says that it takes dates and heeds none", "date_range", 3],
])("a seller that %s", (_, support, first) => {
  it("is measured by its totals, as a whole, with the fewest calls", async () => {
    let counted: JsonObject = { impressions: 0, spend: 0 };
    desk = await openDesk([blindSeller("blind", () => counted, support)]);
    await desk.run();
    counted = { impressions: 100_000, spend: 1_000 };
    await runAt("2027-01-25");
    expect(asked()).toBe(first);
    expect(outcomesOf(await desk.state())).toMatchObject([
      { delivered: { impressions: 100_000, spendMinor: 100_000 }, daily: [], final: false },
    ]);
    const [buy] = (await desk.state()).delivery;
    expect(buy?.findings.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
      "reported as a whole: its seller reports no days: the figures are for 2027-01-18 to 2027-01-24 as a whole",
    ]);

    counted = { impressions: 990_000, spend: 9_900 };
    await runAt("2027-02-10");
    expect(asked()).toBe(first + 1);
    await runAt("2027-02-10");
    expect(asked()).toBe(first + 1);
    counted = { impressions: 1_000_000, spend: 10_000 };
    await runAt("2027-03-05");

    const state = await desk.state();
    expect(state.delivery[0]?.rows).toMatchObject([
      { from: "2027-01-18", date: "2027-02-28", impressions: 1_000_000, spendMinor: 1_000_000, final: true },
    ]);
    const [line] = reconcile(state).lines;
    expect(line).toMatchObject({
      reported: { days: 42, finalDays: 42, impressions: 1_000_000, spend: { minor: 1_000_000 } },
      open: [],
      flags: [],
    });
    expect(JSON.stringify(makeReport(state))).toContain("for 2027-01-18 to 2027-02-28 as a whole");
    const months = ["2027-01", "2027-02"].map((month) => makeStatement([state], month).rows[0]);
    expect(months).toMatchObject([
      {
        asWhole: { from: "2027-01-18", to: "2027-02-28" },
        open: ["reported for 2027-01-18 to 2027-02-28 as a whole, and counted with the last of these days"],
      },
      { spend: { minor: 1_000_000 }, delivered: 1_000_000, open: [] },
    ]);
    expect(months[0]).not.toHaveProperty("spend");
    const january = makeStatement([state], "2027-01");
    expect(january.totals).toMatchObject([{ rows: 1, open: 1 }]);
    expect(statementMarkdown(january)).toContain("reported for 2027-01-18 to 2027-02-28 as a whole |");
    expect(statementMarkdown(january)).not.toMatch(/\b0(\.00)? \|/);
    expect(months[1]?.variance).toBeUndefined();
    // One index, of all its flight.
    expect(state.feedback).toMatchObject([{ period: { start: "2027-01-18", end: "2027-02-28" } }]);
    expect(state.ended).toMatch(/^flight over, measured/);
  });
});

describe("a seller that tells of a fully spent buy nothing at all", () => {
  it("is an alert once the figures should be there", async () => {
    desk = await openDesk([
      cooperativeSeller("mute", {
        get_media_buy_delivery: () => ({ error: { code: "SERVICE_UNAVAILABLE" } }),
      }),
    ]);
    await desk.run();
    desk.clock.advance(60 * dayMs);
    await desk.run();
    await desk.run();
    const told = (await desk.state()).alerts.filter(({ kind }) => kind === "not measured");
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toMatch(/mute.example has reported no figures: EUR 10,000.00 may be spent/);
  });
});
