import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { liveBuys } from "../../../src/campaign/account/live-buys.ts";
import { assessIndex } from "../../../src/campaign/learn/performance-index/assess-index.ts";
import { findUnderDeliveries } from "../../../src/campaign/learn/under-delivery/find-under-delivery.ts";
import { pacings } from "../../../src/campaign/measure/outcome.ts";
import { outcomesOf } from "../../../src/campaign/measure/outcomes-of.ts";
import { alertsOf } from "../../../src/campaign/measure/pacing/alerts-of.ts";
import type { DeliveryRow } from "../../../src/campaign/model/measured/delivery.ts";
import type { CampaignEvent } from "../../../src/campaign/model/state/events.ts";
import { renderMarkdown } from "../../../src/report/renderers/markdown.ts";
import { makeReport } from "../../../src/report/report.ts";
import { boughtEvents, campaign, type Line, reported } from "../bought-campaign.ts";

/** 42 days at EUR 1,000.00 and 100,000 impressions. */
const line: Line = { sellerId: "harbour.example" };
const other: Line = { sellerId: "kiosk.example" };
const even = { impressions: 100_000, spendMinor: 100_000 };

type Report = Extract<CampaignEvent, { type: "delivery-reported" }>;

/** The report with its rows changed; undefined takes one out. */
function changed(
  event: CampaignEvent,
  change: (row: DeliveryRow, i: number) => DeliveryRow | undefined,
): Report {
  if (event.type !== "delivery-reported") throw new Error("it is a report");
  return {
    ...event,
    reports: event.reports.map((report) => ({
      ...report,
      rows: report.rows.flatMap((row, i) => change(row, i) ?? []),
    })),
  };
}

const without = (event: CampaignEvent, ...days: readonly number[]) =>
  changed(event, (row, i) => (days.includes(i) ? undefined : row));

const textOf = (events: readonly CampaignEvent[]) =>
  renderMarkdown(makeReport(campaign(events))).replaceAll("\\", "");

describe("a day without a report", () => {
  it("is neither in the sums nor in what they are compared with", () => {
    const state = campaign([...boughtEvents([line]), without(reported(line, { days: 7, ...even }), 2, 3)]);
    expect(outcomesOf(state)).toMatchObject([
      {
        delivered: {
          impressions: 500_000,
          spendMinor: 500_000,
          notReported: { impressions: 2, clicks: 7, spend: 2 },
        },
        planned: { impressions: 500_000, spendMinor: 500_000 },
      },
    ]);
    expect(pacings(state)).toMatchObject([{ spent: 500_000, planned: 500_000, pace: "on", notReported: 2 }]);
    const daily = outcomesOf(state)[0]?.daily ?? [];
    expect(daily.map(({ impressions }) => impressions)).toEqual([
      1e5,
      1e5,
      undefined,
      undefined,
      1e5,
      1e5,
      1e5,
    ]);
  });

  it("is a stop where it is reported with nothing", () => {
    const zero = (day: number) => (day > 2 ? 0 : 100_000);
    const state = campaign([
      ...boughtEvents([line]),
      reported(line, { days: 7, impressions: zero, spendMinor: zero }),
    ]);
    expect(outcomesOf(state)).toMatchObject([
      {
        delivered: { impressions: 300_000, notReported: { impressions: 0 } },
        planned: { impressions: 700_000 },
      },
    ]);
    expect(pacings(state).flatMap(alertsOf)).toMatchObject([
      { kind: "delivery stopped", rung: "2027-01-21" },
    ]);
  });

  it("is named wherever there is a sum", () => {
    const events = [...boughtEvents([line]), without(reported(line, { days: 7, ...even }), 2, 3)];
    const text = textOf(events);
    expect(text.match(/not reported: 2 days/g)?.length).toBeGreaterThanOrEqual(4);
    expect(makeReport(campaign(events)).headline.money).toMatchObject({
      spent: { minor: 500_000 },
      spentNotReported: 2,
    });
    expect(textOf([...boughtEvents([line]), reported(line, { days: 7, ...even, clicks: 3 })])).not.toMatch(
      /not reported/,
    );
  });

  it("leaves impressions that are never reported out of the sum of others", () => {
    const unseen = changed(reported(line, { days: 3, impressions: 0, spendMinor: 133_333 }), (row) => ({
      ...row,
      impressions: undefined,
    }));
    const events = [
      ...boughtEvents([line, other]),
      unseen,
      reported(other, { days: 3, impressions: 100_000, spendMinor: 150_000 }),
    ];
    expect(makeReport(campaign(events)).headline.summary.join(" ")).toContain(
      "2 buys delivered 300,000 impressions (1 of 2 buys), 100 % of what was due for the 1 with a plan of impressions, for EUR 8,499.99 (2 of 2 buys)",
    );
  });
});

const kinds = (events: readonly CampaignEvent[]) => {
  const state = campaign(events);
  return {
    alerts: pacings(state)
      .flatMap(alertsOf)
      .map(({ kind }) => kind),
    claims: findUnderDeliveries(state).length,
    indices: assessIndex(state, liveBuys(state)).feedback.length,
  };
};

it("lets nothing arise of rows that are taken out, and is as if never gone when they are put back", () => {
  const taken = fc.uniqueArray(fc.nat(41), { maxLength: 41 });
  const figure = fc.constantFrom("row", "impressions", "spendMinor");
  fc.assert(
    fc.property(taken, figure, fc.integer({ min: 1, max: 42 }), (days, gone, length) => {
      const full = reported(line, { days: length, ...even });
      const thin =
        gone === "row"
          ? without(full, ...days)
          : changed(full, (row, i) => (days.includes(i) ? { ...row, [gone]: undefined } : row));
      const [before, after] = [
        kinds([...boughtEvents([line]), full]),
        kinds([...boughtEvents([line]), thin]),
      ];
      expect(after.claims).toBe(0);
      expect(after.alerts.filter((kind) => kind !== "budget" && kind !== "spend anomaly")).toEqual([]);
      expect(after.indices).toBeLessThanOrEqual(before.indices);
      const back = campaign([...boughtEvents([line]), thin, full]);
      const never = campaign([...boughtEvents([line]), full]);
      expect(outcomesOf(back)).toEqual(outcomesOf(never));
      expect(back.delivery[0]?.rows).toEqual(never.delivery[0]?.rows);
    }),
    { numRuns: 60 },
  );
});
