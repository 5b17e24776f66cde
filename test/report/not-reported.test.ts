import { describe, expect, it } from "vitest";
import { orderedLines } from "../../src/campaign/account/ordered-lines.ts";
import { hasNewPrice } from "../../src/campaign/execute/match-price.ts";
import { productResultsOf } from "../../src/campaign/learn/track-record/product-results.ts";
import { findUnderDeliveries } from "../../src/campaign/learn/under-delivery/find-under-delivery.ts";
import { pacings } from "../../src/campaign/measure/outcome.ts";
import type { CampaignEvent } from "../../src/campaign/model/state/events.ts";
import { stepOf } from "../../src/campaign/model/state/state.ts";
import { dayLine } from "../../src/cli/tour.ts";
import { pacingSection } from "../../src/console/pacing-chart.ts";
import { english } from "../../src/console/words/english.ts";
import { addDays } from "../../src/lib/days.ts";
import { money } from "../../src/lib/money.ts";
import { reconcile } from "../../src/report/account/reconcile.ts";
import { makeStatement } from "../../src/report/account/statement.ts";
import { renderCsv } from "../../src/report/renderers/csv.ts";
import { renderMarkdown } from "../../src/report/renderers/markdown.ts";
import { makeReport } from "../../src/report/report.ts";
import { delivery } from "../../src/report/sections/delivery.ts";
import {
  boughtEvents,
  campaign,
  flight,
  flightDays,
  type Line,
  lineIdOf,
  reported,
} from "../campaign/bought-campaign.ts";

/** 42 days at EUR 1,000.00 and 100,000 impressions. */
const line: Line = { sellerId: "harbour.example" };
const even = { impressions: 100_000, spendMinor: 100_000 };
const stateWith = (...events: CampaignEvent[]) => campaign([...boughtEvents([line]), ...events]);
const onDays = (days: readonly number[], figure: number) => (day: number) =>
  days.includes(day) ? figure : undefined;

describe("a figure that no seller reports", () => {
  const unpaid = stateWith(reported(line, { days: 7, impressions: 100_000 }));

  it("is not 0 in the report's sentences", () => {
    const text = renderMarkdown(makeReport(unpaid)).replaceAll("\\", "");
    expect(text).toContain("1 buy delivered 700,000 impressions, 100 % of what was due, spend not reported");
    expect(text).not.toContain("for EUR 0");
    const paid = renderMarkdown(makeReport(stateWith(reported(line, { days: 7, ...even }))));
    expect(paid).toMatch(/700,000 impressions, 100 % of what was due, for EUR 7,000\.00/);
    expect(paid).not.toContain("spend not reported");
  });

  it("is not 0 on the tour", () => {
    expect(dayLine("2027-01-25", { report: makeReport(unpaid) })).toMatch(
      / - +- +700 k impressions, not reported: 7 days$/,
    );
    const paid = { report: makeReport(stateWith(reported(line, { days: 7, ...even }))) };
    expect(dayLine("2027-01-25", paid)).toMatch(/4 % +EUR 7,000 +700 k impressions$/);
    expect(dayLine("2027-01-17", { report: makeReport(stateWith()) })).toMatch(/0 % +EUR 0 +0 impressions$/);
  });

  it("is not 0 in a statement, and no days go missing from the pace", () => {
    const [january] = makeStatement([stateWith(spending({ spendMinor: 100_000 }))], "2027-01").rows;
    expect(january).toMatchObject({ delivered: undefined, spend: { minor: 700_000 } });
    expect(pacings(unpaid)).toMatchObject([{ spent: 0, planned: 0, notReported: 7 }]);
  });
});

/** Seven days with these figures alone. */
function spending(figures: { readonly spendMinor?: number }): CampaignEvent {
  const event = reported(line, { days: 7, ...even });
  if (event.type !== "delivery-reported") throw new Error("it is a report");
  return {
    ...event,
    reports: event.reports.map((one) => ({
      ...one,
      rows: one.rows.map((row) => ({ ...row, impressions: undefined, spendMinor: undefined, ...figures })),
    })),
  };
}

describe("a price", () => {
  const half = { days: 6, impressions: 100_000, spendMinor: onDays([0, 1, 2], 100_000) };

  it("is of days that have both figures", () => {
    expect(reconcile(stateWith(reported(line, half))).lines[0]?.variance.price).toBeCloseTo(0);
    const dear = reported(line, { ...half, spendMinor: onDays([0, 1, 2], 200_000) });
    expect(reconcile(stateWith(dear)).lines[0]?.variance.price).toBeCloseTo(1);
  });

  it("that is twice the agreed one is seen, whatever days have no spend", () => {
    const asked = (spendMinor: number) => {
      const state = stateWith(
        reported(line, { ...half, spendMinor: onDays([0, 1, 2], spendMinor), final: false }),
      );
      const priced = {
        ...state,
        offers: state.offers?.map((one) => ({ ...one, price: money(1000, "EUR") })),
      };
      const order = stepOf(priced, `buy/${lineIdOf(line)}`);
      return order !== undefined && hasNewPrice(order, priced);
    };
    expect([asked(100_000), asked(200_000)]).toEqual([false, true]);
  });
});

it("owes nothing, where its seller owes no impressions, for spend that is not reported", () => {
  const loose: Line = { ...line, guaranteed: false };
  const found = (spendMinor?: number | ((day: number) => number | undefined)) =>
    findUnderDeliveries(
      campaign([
        ...boughtEvents([loose]),
        reported(loose, {
          days: flightDays,
          impressions: 80_000,
          ...(spendMinor !== undefined && { spendMinor }),
        }),
      ]),
    ).length;
  const somePaid = (day: number) => (day < 30 ? 100_000 : undefined);
  expect([found(80_000), found(), found(somePaid), found(100_000)]).toEqual([1, 0, 0, 0]);
});

it("counts the buyer's results of days with impressions alone", () => {
  const results = (day: number): CampaignEvent => ({
    type: "results-taken",
    results: Array.from({ length: 10 }, (_, i) => ({
      id: `purchase ${day} ${i}`,
      at: `${addDays(flight.start, day)}T10:00:00Z`,
      type: "purchase",
      of: { lineId: lineIdOf(line) },
    })),
    completeTo: addDays(flight.start, 5),
  });
  const report = reported(line, { days: 6, impressions: onDays([0, 1, 2], 100_000), spendMinor: 100_000 });
  const state = stateWith(report, results(1), results(4));
  const own = productResultsOf(state, orderedLines(state)).filter(({ metric }) => metric === "conversions");
  expect(own).toMatchObject([{ impressions: 300_000, units: 10 }]);
});

it("draws what was delivered beside a plan for the same buys", () => {
  const report = makeReport(stateWith(reported(line, { days: 7, ...even })));
  const [buy] = report.delivery.buys;
  if (buy === undefined) throw new Error("it is bought");
  const daily = buy.daily.map((day) => ({ ...day, plannedImpressions: undefined }));
  const page = (buys: (typeof report)["delivery"]["buys"]) =>
    String(pacingSection({ delivery: { ...report.delivery, buys } }, english));
  expect(page([buy, { ...buy, mediaBuyId: "unplanned", daily }])).toContain("700 k delivered by");
  expect(page([buy])).toContain("700 k delivered by");
});

it("shows a restated day as it was first reported beside what stands", () => {
  const of = (impressions: number, spendMinor: number): CampaignEvent =>
    reported(line, { days: 1, impressions, spendMinor, final: false });
  const state = campaign([
    ...boughtEvents([line]),
    reported(line, { days: 3, ...even, final: false }),
    { at: "2027-01-22T08:00:00.000Z", events: [of(90_000, 90_000)] },
    { at: "2027-01-26T08:00:00.000Z", events: [of(118_000, 118_000)] },
  ]);
  const report = makeReport(state);
  expect(report.delivery.buys[0]?.daily.map(({ spend, first }) => [spend?.minor, first])).toEqual([
    [
      118_000,
      {
        impressions: 100_000,
        spend: money(100_000, "EUR"),
        restatedAt: "2027-01-26T08:00:00.000Z",
      },
    ],
    [100_000, undefined],
    [100_000, undefined],
  ]);
  expect(renderMarkdown(report).replaceAll("\\", "")).toContain(
    "2027-01-18: first 100,000 impressions, EUR 1,000.00; since 2027-01-26 118,000 impressions, EUR 1,180.00",
  );
  const [sheet] = [delivery.sheet?.(report)].flat();
  expect(sheet && renderCsv(sheet)).toContain("First impressions");
  const same = makeReport(stateWith(reported(line, { days: 3, ...even })));
  expect(renderMarkdown(same)).not.toContain("Restated days");
});
