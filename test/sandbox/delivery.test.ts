import fc from "fast-check";
import { expect, test } from "vitest";
import { simulatedClock } from "../../src/lib/clock.ts";
import { sellers } from "../../src/sandbox/inventory/sellers.ts";
import { mediaBuyBook } from "../../src/sandbox/media-buys/book.ts";
import { reportDelivery } from "../../src/sandbox/media-buys/report.ts";
import { connect, key, order, start } from "./connect.ts";

const daily = { granularity: "daily" };

test("delivery grows by day and stays within the budget", async () => {
  const sandbox = await start();
  const { call } = await connect(sandbox, "/sales/mcp");
  const { media_buy_id } = await call("create_media_buy", order());
  const report = () => call("get_media_buy_delivery", { media_buy_id, ...daily });
  expect((await report()).delivery.impressions).toBe(0);
  const seen: number[] = [];
  for (let day = 0; day < 20; day++) {
    sandbox.advance(1);
    seen.push((await report()).delivery.impressions ?? 0);
  }
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  const { delivery, timeseries = [], by_package = [] } = await report();
  expect(timeseries.map((one) => one.date)).toEqual(
    [11, 12, 13, 14, 15, 16, 17].map((date) => `2027-01-${date}`),
  );
  expect(delivery.spend?.amount).toBeGreaterThan(5000 * 0.7);
  expect(delivery.spend?.amount).toBeLessThanOrEqual(5000);
  expect(by_package).toMatchObject([{ product_id: "hb_display_ros", impressions: delivery.impressions }]);
});

test("a date range is inclusive at both ends", async () => {
  const sandbox = await start();
  const { call } = await connect(sandbox, "/sales/mcp");
  const { media_buy_id } = await call("create_media_buy", order());
  sandbox.advance(30);
  const date_range = { start: "2027-01-12", end: "2027-01-13" };
  const { timeseries = [], delivery } = await call("get_media_buy_delivery", {
    media_buy_id,
    date_range,
    ...daily,
  });
  expect(timeseries.map((one) => one.date)).toEqual(["2027-01-12", "2027-01-13"]);
  const added = timeseries.reduce((sum, one) => sum + (one.impressions ?? 0), 0);
  expect(delivery.impressions).toBe(added);
});

test("a paused buy delivers nothing until it is resumed", async () => {
  const sandbox = await start();
  const { call } = await connect(sandbox, "/sales/mcp");
  const { media_buy_id } = await call("create_media_buy", order());
  const set = (status: string) =>
    call("update_media_buy", { idempotency_key: key(), media_buy_id, updates: { status } });
  sandbox.advance(9);
  await set("paused");
  sandbox.advance(2);
  await set("active");
  sandbox.advance(30);
  const { timeseries = [] } = await call("get_media_buy_delivery", { media_buy_id, ...daily });
  const paused = timeseries.filter(({ impressions }) => impressions === 0);
  expect(paused.map(({ date }) => date)).toEqual(["2027-01-13", "2027-01-14"]);
  expect(timeseries).toHaveLength(7);
});

test("video and audio report completions, display does not", async () => {
  const sandbox = await start();
  const { call } = await connect(sandbox, "/sales/mcp");
  const packages = [
    { product_id: "hb_ctv_ros", pricing_option_id: "cpm_eur", budget: 5000 },
    { product_id: "hb_display_ros", pricing_option_id: "cpm_eur", budget: 5000 },
  ];
  const { media_buy_id } = await call("create_media_buy", order({ packages }));
  sandbox.advance(30);
  const { by_package = [] } = await call("get_media_buy_delivery", { media_buy_id });
  expect(by_package[0]?.completion_rate).toBeGreaterThan(0.8);
  expect(by_package[0]?.completion_rate).toBeLessThanOrEqual(1);
  expect(by_package[1]).not.toHaveProperty("completion_rate");
});

const priced = sellers
  .filter((one) => one.approval === undefined)
  .flatMap((profile) =>
    profile.listings.flatMap((listing) => listing.pricing.map((option) => ({ profile, listing, option }))),
  );

test("no sequence of events spends more than a package's budget or delivers beyond its forecast", () => {
  const begin = Date.parse("2027-01-04T08:00:00Z");
  const day = 86_400_000;
  fc.assert(
    fc.property(
      fc.constantFrom(...priced),
      fc.record({
        budget: fc.double({ min: 1, max: 40, noNaN: true }),
        bid: fc.double({ min: 1, max: 3, noNaN: true }),
        days: fc.integer({ min: 1, max: 60 }),
        steps: fc.array(fc.integer({ min: 0, max: 20 * 24 }), { maxLength: 8 }),
        change: fc.double({ min: -0.5, max: 2, noNaN: true }),
        seed: fc.integer(),
      }),
      ({ profile, listing, option }, { budget, bid, days, steps, change, seed }) => {
        const clock = simulatedClock(begin);
        const book = mediaBuyBook({ profile, clock, seed });
        let total = Math.ceil((option.min_spend_per_package ?? 100) * budget);
        const bought = book.create(
          {
            idempotency_key: "",
            packages: [
              {
                product_id: listing.product_id,
                pricing_option_id: option.pricing_option_id,
                budget: total,
                ...(option.floor !== undefined && { bid_price: option.floor * bid }),
              },
            ],
            start_time: "asap",
            end_time: new Date(begin + days * day).toISOString(),
          },
          "buyer",
        );
        const media_buy_id = bought.media_buy_id ?? "";
        for (const [i, hours] of steps.entries()) {
          clock.advance(hours * 3_600_000);
          const budget_change = Math.round(total * change);
          if (i === 2 && budget_change !== 0) {
            try {
              book.update({ idempotency_key: "", media_buy_id, updates: { budget_change } }, "buyer");
              total += budget_change;
            } catch {
              // Refused below the minimum, below what is spent, or after the end: the budget stays.
            }
          }
          const { delivery } = reportDelivery(book.find(media_buy_id, "buyer"), { media_buy_id });
          expect(delivery.spend?.amount).toBeLessThanOrEqual(total);
          expect(delivery.impressions).toBeLessThanOrEqual(Math.floor((listing.weekly[1] * days) / 7));
        }
      },
    ),
    { numRuns: 300 },
  );
});

test("how often a buy is read does not change what it delivers", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...priced),
      fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 10 }),
      (one, looks) => {
        const { profile, listing, option } = one;
        const run = (hours: readonly number[]) => {
          const clock = simulatedClock("2027-01-04T08:00:00Z");
          const book = mediaBuyBook({ profile, clock, seed: 1 });
          const { media_buy_id = "" } = book.create(
            {
              idempotency_key: "",
              packages: [
                {
                  product_id: listing.product_id,
                  pricing_option_id: option.pricing_option_id,
                  budget: 30_000,
                  ...(option.floor !== undefined && { bid_price: option.floor * 2 }),
                },
              ],
              start_time: "2027-01-06T12:00:00Z",
              end_time: "2027-01-26T06:00:00Z",
            },
            "buyer",
          );
          for (const step of hours) {
            clock.advance(step * 3_600_000);
            book.find(media_buy_id, "buyer");
          }
          return reportDelivery(book.find(media_buy_id, "buyer"), { media_buy_id, granularity: "daily" });
        };
        const all = looks.reduce((sum, hours) => sum + hours, 0);
        expect(run(looks)).toEqual(run([all]));
      },
    ),
    { numRuns: 100 },
  );
});

test("packages end between a fifth under and the whole of their budget", () => {
  for (const { profile, listing, option } of priced.filter(
    (one) => one.option.pricing_model !== "flat-fee",
  )) {
    const clock = simulatedClock("2027-01-04T08:00:00Z");
    const book = mediaBuyBook({ profile, clock, seed: 1 });
    const budget = option.min_spend_per_package ?? 500;
    const { media_buy_id = "" } = book.create(
      {
        idempotency_key: "",
        packages: [
          {
            product_id: listing.product_id,
            pricing_option_id: option.pricing_option_id,
            budget,
            ...(option.floor !== undefined && { bid_price: option.floor * 1.5 }),
          },
        ],
        start_time: "2027-01-11T00:00:00Z",
        end_time: "2027-02-08T00:00:00Z",
      },
      "buyer",
    );
    clock.advance(60 * 86_400_000);
    const { delivery } = reportDelivery(book.find(media_buy_id, "buyer"), { media_buy_id });
    expect((delivery.spend?.amount ?? 0) / budget).toBeGreaterThan(0.75);
  }
});
