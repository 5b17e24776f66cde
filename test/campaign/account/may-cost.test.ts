import fc from "fast-check";
import { expect, it } from "vitest";
import { mayCost } from "../../../src/campaign/account/may-cost.ts";
import type { CampaignEvent } from "../../../src/campaign/model/state/events.ts";
import { addDays } from "../../../src/lib/days.ts";
import { boughtEvents, buyOf, campaign, flight, type Line, reported } from "../bought-campaign.ts";

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
