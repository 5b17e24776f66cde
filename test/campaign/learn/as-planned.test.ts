import { describe, expect, it } from "vitest";
import { type KpiMetric, kpiMetrics, measuredBy, type RateMetric } from "../../../src/brief/kpi.ts";
import { liveBuys } from "../../../src/campaign/account/live-buys.ts";
import { assessIndex } from "../../../src/campaign/learn/performance-index/assess-index.ts";
import { recordsOf } from "../../../src/campaign/learn/track-record/records-of.ts";
import { findUnderDeliveries } from "../../../src/campaign/learn/under-delivery/find-under-delivery.ts";
import { pacings } from "../../../src/campaign/measure/outcome.ts";
import { alertsOf } from "../../../src/campaign/measure/pacing/alerts-of.ts";
import type { BuyerResult } from "../../../src/campaign/model/measured/result.ts";
import type { Offer } from "../../../src/campaign/model/offers/offer.ts";
import type { CampaignEvent } from "../../../src/campaign/model/state/events.ts";
import type { CampaignState } from "../../../src/campaign/model/state/state.ts";
import { addDays } from "../../../src/lib/days.ts";
import { money } from "../../../src/lib/money.ts";
import { type Change, honestDays } from "../account/honest-seller.ts";
import {
  boughtEvents,
  buyOf,
  campaign,
  flight,
  type Line,
  lineIdOf,
  reported,
  update,
} from "../bought-campaign.ts";

/** Two lines of EUR 42,000.00 each at a CPM of EUR 10.00, over six weeks. */
const [first, second]: readonly [Line, Line] = [{}, { sellerId: "pier.example" }];
const budget = 4_200_000;
const value = 80;
/** What an impression leads to, exactly. */
const rates: Readonly<Partial<Record<RateMetric, number>>> & {
  readonly clicks: number;
  readonly completed_views: number;
  readonly conversions: number;
} = {
  clicks: 0.002,
  completed_views: 0.7,
  viewable_impressions: 0.65,
  conversions: 0.0005,
  purchases: 0.0005,
  leads: 0.0005,
  installs: 0.0005,
  registrations: 0.0005,
  subscriptions: 0.0005,
  store_visits: 0.0005,
  sales_value: 0.0005 * value,
};
/** The type of the buyer's own results that a KPI counts. */
const types: Readonly<Partial<Record<string, string>>> = {
  conversions: "purchase",
  purchases: "purchase",
  leads: "lead",
  installs: "app_install",
  registrations: "sign_up",
  subscriptions: "subscribe",
  store_visits: "store_visit",
  sales_value: "purchase",
};
/** KPIs of which no one can know how they come out by the day and line. */
const unknown: readonly KpiMetric[] = [
  "reach",
  "grp",
  "trp",
  "viewable_impressions",
  "viewability",
  "views",
  "engagements",
  "follows",
  "saves",
  "profile_visits",
  "downloads",
  "reach_n",
  "trials",
  "lift",
];

const moves: Readonly<Record<string, readonly (readonly [Line, Change])[]>> = {
  "nothing changed": [],
  "one line raised, one cut": [
    [first, { at: "2027-01-29T00:00:00Z", budget: 3_400_000 }],
    [second, { at: "2027-01-29T00:00:00Z", budget: 5_000_000 }],
  ],
  "one line paused and let run again": [
    [first, { at: "2027-01-30T00:00:00Z", paused: true }],
    [first, { at: "2027-02-04T00:00:00Z", paused: false }],
  ],
  "dates moved": [
    [first, { at: "2027-01-30T00:00:00Z", end: "2027-03-04" }],
    [second, { at: "2027-02-02T00:00:00Z", end: "2027-02-21" }],
  ],
  "raised twice and paused": [
    [second, { at: "2027-01-25T00:00:00Z", budget: 4_600_000 }],
    [second, { at: "2027-02-01T00:00:00Z", paused: true }],
    [second, { at: "2027-02-03T00:00:00Z", paused: false }],
    [second, { at: "2027-02-10T00:00:00Z", budget: 5_200_000 }],
  ],
};

/** As the plan has it: the cost, the share or the count that follows from these rates. */
function targetOf(metric: KpiMetric): number {
  const { unit, counts } = measuredBy(metric);
  const rate =
    counts === undefined || counts === "reach" || counts === "impressions" ? 1 : (rates[counts] ?? 0);
  if (metric === "cpm") return 10;
  if (unit === "cost") return 0.01 / rate;
  if (unit === "times") return value * rates.conversions * 100;
  return unit === "rate" ? rate : Math.round(2 * budget * rate);
}

function played(metric: KpiMetric, ours: (typeof moves)[string], isForecast: boolean): CampaignState {
  const { counts } = measuredBy(metric);
  const kpi = { metric, target: targetOf(metric) };
  const events = boughtEvents([first, second], { kpi, budget: money(2 * budget, "EUR") }).map((event) =>
    event.type === "offers-quoted"
      ? { ...event, offers: event.offers.map((one) => forecast(one, isForecast)) }
      : event,
  );
  const days = [first, second].map((line) => {
    const changes = ours.flatMap(([of, change]) => (of === line ? [change] : []));
    return { line, days: honestDays({ ...flight, budget }, changes) };
  });
  const type = counts && types[counts];
  const results = type === undefined ? [] : days.flatMap((one) => resultsIn(one, type));
  const last =
    days
      .flatMap((one) => [...one.days.keys()])
      .sort()
      .at(-1) ?? flight.end;
  return campaign([
    ...events,
    ...ours.map(([line, change], i) => ({ at: change.at, events: made(line, change, `change/${i}`) })),
    { at: `${addDays(last, 1)}T12:00:00Z`, events: days.map(reportOf) },
    ...(results.length > 0
      ? [
          {
            at: `${addDays(last, 2)}T12:00:00Z`,
            events: [{ type: "results-taken", results, completeTo: last } as const],
          },
        ]
      : []),
  ]);
}

function forecast(offer: Offer, isForecast: boolean): Offer {
  if (!isForecast) return offer;
  const known = Object.fromEntries(
    Object.entries(rates).map(([name, mid]) => [name, { low: mid, mid, high: mid }]),
  );
  return { ...offer, rates: known };
}

interface Days {
  readonly line: Line;
  readonly days: ReadonlyMap<string, number>;
}

function reportOf({ line, days }: Days): CampaignEvent {
  const dates = [...days.keys()];
  const figures = (day: number) => Math.round(days.get(dates[day] ?? "") ?? 0);
  const event = reported(line, { days: dates.length, impressions: figures, spendMinor: figures });
  if (event.type !== "delivery-reported") throw new Error("it is a report");
  const reports = event.reports.map((report) => ({
    ...report,
    rows: report.rows.map((row) => {
      const count = row.impressions ?? 0;
      return {
        ...row,
        clicks: Math.round(count * rates.clicks),
        completionRate: rates.completed_views,
        conversions: Math.round(count * rates.conversions),
      };
    }),
  }));
  return { ...event, reports };
}

function resultsIn({ line, days }: Days, type: string): BuyerResult[] {
  return [...days].flatMap(([day, spend]) =>
    Array.from({ length: Math.round(spend * rates.conversions) }, (_, i) => ({
      id: `${lineIdOf(line)} ${day} ${i}`,
      at: `${day}T10:00:00.000Z`,
      type,
      value: money(value * 100, "EUR"),
      of: { lineId: lineIdOf(line) },
    })),
  );
}

function made(line: Line, { budget: to, end, paused }: Change, id: string): CampaignEvent[] {
  const { packageId } = buyOf(line);
  const own = {
    package_id: packageId,
    ...(to !== undefined && { budget: to / 100 }),
    ...(paused !== undefined && { paused }),
  };
  const updates = { ...(end && { end_time: `${addDays(end, 1)}T00:00:00Z` }), packages: [own] };
  return update(line, updates, { id, readBack: true });
}

describe.each(Object.entries(moves))("a world as planned, %s", (_, ours) => {
  it.each(kpiMetrics)("has an index of 1.00 by %s, no alert, no claim and a neutral record", (metric) => {
    for (const isForecast of [true, false]) {
      const state = played(metric, ours, isForecast);
      const { feedback, withheld, alerts } = assessIndex(state, liveBuys(state));
      for (const { performanceIndex } of feedback)
        expect(Math.abs(performanceIndex - 1)).toBeLessThanOrEqual(0.05);
      expect(alerts).toEqual([]);
      if (unknown.includes(metric)) {
        expect(feedback).toEqual([]);
        expect(withheld.length).toBeGreaterThan(0);
      } else expect(feedback.length).toBeGreaterThan(8);
      expect(findUnderDeliveries(state)).toEqual([]);
      const kinds = pacings(state)
        .flatMap(alertsOf)
        .map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind !== "budget")).toEqual([]);
      for (const { delivery } of recordsOf([state]))
        expect(Math.abs((delivery.average ?? 1) - 1)).toBeLessThanOrEqual(0.05);
    }
  });
});
