import fc from "fast-check";
import { expect, it } from "vitest";
import { mayCost } from "../../../src/campaign/account/may-cost.ts";
import type { CampaignEvent } from "../../../src/campaign/model/state/events.ts";
import { addDays } from "../../../src/lib/days.ts";
import {
  boughtEvents,
  buyOf,
  campaign,
  flight,
  flightDays,
  type Line,
  reported,
} from "../bought-campaign.ts";

/** 42 days at EUR 1,000.00. */
const line: Line = { sellerId: "harbour.example" };
const daily = 100_000;
const buy = { sellerId: "harbour.example", mediaBuyId: buyOf(line).mediaBuyId };
const costAfter = (days: number, events: readonly CampaignEvent[]) =>
  mayCost(buy, campaign([...boughtEvents([line]), ...events]), Date.parse(addDays(flight.start, days)) - 1);

it("is what is reported and what was ordered for each day that is not, whichever rows are absent", () => {
  const some = fc.array(fc.constantFrom("reported", "absent", "no spend"), { minLength: 1, maxLength: 42 });
  fc.assert(
    fc.property(
      some,
      fc.array(fc.integer({ min: 0, max: 3 * daily }), { minLength: 42, maxLength: 42 }),
      (days, spends) => {
        const report = reported(line, {
          days: days.length,
          impressions: (day) => (days[day] === "absent" ? undefined : 1),
          spendMinor: (day) => (days[day] === "reported" ? spends[day] : undefined),
          final: false,
        });
        const cost = costAfter(days.length, [report]);
        const missing = days.flatMap((one, day) => (one === "reported" ? [] : [addDays(flight.start, day)]));
        expect(cost?.days).toEqual(missing);
        expect(cost?.reported).toBe(
          days.reduce((sum, one, day) => sum + (one === "reported" ? (spends[day] ?? 0) : 0), 0),
        );
        expect(cost?.unreported).toBeGreaterThanOrEqual(missing.length * daily);
        expect(cost?.unreported).toBeLessThanOrEqual(missing.length * daily + 1);
        expect(cost?.final).toBe(false);
      },
    ),
  );
});

it("counts the largest figure that a day ever had until its last one is final", () => {
  const of = (spendMinor: number, final: boolean) =>
    reported(line, { days: 1, impressions: 1, spendMinor, final });
  expect(costAfter(1, [of(daily, false), of(10, false)])?.reported).toBe(daily);
  expect(costAfter(1, [of(daily, true), of(10, false)])?.reported).toBe(daily);
  expect(costAfter(1, [of(daily, false), of(10, false), of(10, true)])?.reported).toBe(10);
  expect(costAfter(1, [of(10, true), of(daily, false)])?.reported).toBe(daily);
});

it("counts a larger figure for the day and the package alone that had it", () => {
  const first = [10, 70, 30];
  const then = (day: number) => (first[day] ?? 0) / 10;
  const of = (spendMinor: (day: number) => number | undefined) =>
    reported(line, { days: 3, impressions: 1, spendMinor, final: false });
  expect(costAfter(3, [of((day) => first[day]), of(then)])?.reported).toBe(110);
  expect(
    costAfter(3, [of((day) => first[day]), of((day) => (day === 1 ? then(day) : first[day]))])?.reported,
  ).toBe(110);
});

it("counts all that is reported and billed, whichever is more, and is final with the last day alone", () => {
  const whole = (spendMinor: number): CampaignEvent => {
    const event = reported(line, { days: flightDays, impressions: 1, spendMinor: daily });
    if (event.type !== "delivery-reported") throw new Error("it is a report");
    const inAll = { spendMinor, unknown: [], outside: [] };
    return { ...event, reports: event.reports.map((one) => ({ ...one, inAll })) };
  };
  const billed = (minor: number, currency = "EUR"): CampaignEvent => ({
    type: "invoice-entered",
    invoices: [{ ...buy, number: "1", amount: { minor, currency }, by: "kim" }],
  });
  const all = flightDays * daily;
  expect(costAfter(flightDays, [whole(all)])).toMatchObject({ reported: all, final: false });
  expect(costAfter(flightDays, [whole(2 * all)])?.reported).toBe(2 * all);
  // Rounding explains as many cents as there are rows.
  expect(costAfter(flightDays, [whole(all + 10)])?.reported).toBe(all);
  expect(costAfter(flightDays, [whole(all / 2)])?.reported).toBe(all);
  expect(costAfter(flightDays, [whole(all), billed(3 * all)])?.reported).toBe(3 * all);
  expect(costAfter(flightDays, [whole(all), billed(3 * all, "USD")])?.reported).toBe(all);
  expect(costAfter(flightDays, [billed(5)])).toMatchObject({ reported: 5, unreported: all, final: false });
  const over = mayCost(
    buy,
    campaign([...boughtEvents([line]), whole(all)]),
    Date.parse(addDays(flight.start, flightDays)),
  );
  expect(over).toMatchObject({
    final: true,
    days: [],
    unreported: 0,
    over: Date.parse(addDays(flight.end, 1)),
  });
  expect(mayCost({ ...buy, mediaBuyId: "none" }, campaign(boughtEvents([line])), 0)).toBeUndefined();
  // Before its flight nothing can have been spent.
  expect(costAfter(-3, [])).toMatchObject({ reported: 0, unreported: 0, days: [], final: false });
});

it("takes nothing that is reported in another currency for what the buy has cost", () => {
  const event = reported(line, { days: 2, impressions: 1, spendMinor: daily });
  if (event.type !== "delivery-reported") throw new Error("it is a report");
  const inDollars = { ...event, reports: event.reports.map((one) => ({ ...one, currency: "USD" })) };
  expect(costAfter(2, [inDollars])).toMatchObject({ reported: 0, unreported: 2 * daily, final: false });
  expect(costAfter(2, [event])).toMatchObject({ reported: 2 * daily, unreported: 0 });
});
