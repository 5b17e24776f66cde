import { describe, expect, it } from "vitest";
import { readPolicyFile } from "../../src/campaign/govern/files/policy-file.ts";
import { type Money, money } from "../../src/lib/money.ts";
import { makeStatement } from "../../src/report/account/statement.ts";
import { rawSeller } from "../canned/raw-agents.ts";
import { openHostileDesk } from "./hostile/desk.ts";

/** One euro is 160 yen and a third of a dinar. */
const exchange = {
  date: "2027-01-04",
  source: "a table",
  base: "EUR",
  rates: { JPY: 160, KWD: 0.333, USD: 1.1 },
};
const digits: Readonly<Record<string, number>> = { EUR: 2, USD: 2, JPY: 0, KWD: 3 };
const perEuro: Readonly<Record<string, number>> = { EUR: 1, ...exchange.rates };
/** Worth of ten euros, as a price for a thousand. */
const prices: Readonly<Record<string, number>> = { EUR: 10, USD: 11, JPY: 1_600, KWD: 3.333 };

function minorOf(amount: number, currency: string): number {
  return Math.round(amount * 10 ** (digits[currency] ?? 2));
}

function euros(minor: number, currency: string): number {
  return minor / 10 ** (digits[currency] ?? 2) / (perEuro[currency] ?? 1);
}

function capsOnly(cap: string) {
  const reading = readPolicyFile(
    `version: 1\nname: Caps\nrules: []\ncaps:\n  - { per: brand, amount: "${cap}" }\n`,
    "caps.yaml",
  );
  if (reading.type === "invalid") throw new Error(reading.problems.join("\n"));
  return [reading.policy];
}

const budgets: readonly Money[] = [money(3_000_000, "EUR"), money(4_800_000, "JPY"), money(9_990_000, "KWD")];

describe.each(budgets)("a brief of $minor minor units of $currency", (budget) => {
  it.each(["EUR", "JPY", "KWD"])(
    "buys offers in %s as ordered: to the minor unit, inside the budget, and reads back what is spent",
    async (currency) => {
      const seller = rawSeller("shop", { currency, price: prices[currency] ?? 1 });
      const desk = await openHostileDesk([seller], { brief: { budget }, app: { exchange } });
      await using _desk = desk;
      await desk.run();
      const { step, status, check } = await desk.orderAt("shop");
      expect([status, check?.question]).toEqual(["done", undefined]);
      const [buy] = seller.books;
      const sent = buy?.packages.map((one) => one.budget) ?? [];
      // What went over the wire is whole minor units, and what is bound.
      for (const one of sent) expect(minorOf(one, currency) / 10 ** (digits[currency] ?? 2)).toBe(one);
      expect(sent.reduce((sum, one) => sum + minorOf(one, currency), 0)).toBe(step.amount.minor);
      expect(step.amount.currency).toBe(currency);
      expect(await desk.boundAt("shop")).toBe(step.planAmount.minor);
      expect(step.planAmount.minor).toBeLessThanOrEqual(budget.minor);
      // Bound is never less than what it comes to, and no more than a unit of either currency beyond.
      const worth = euros(step.amount.minor, currency);
      const bound = euros(step.planAmount.minor, budget.currency);
      expect(bound - worth).toBeGreaterThan(-1e-6);
      expect(bound - worth).toBeLessThan(0.02 + euros(1, currency) + euros(1, budget.currency));
    },
  );
});

it.each([
  ["JPY", "JPY"],
  ["KWD", "KWD"],
  ["JPY", "EUR"],
  ["KWD", "JPY"],
])(
  "reports, statement and pacing of a buy in %s for a brief in %s add up to the minor unit",
  async (currency, own) => {
    const budget = budgets.find((one) => one.currency === own);
    if (budget === undefined) throw new Error("there is no such brief");
    const sellers: ReturnType<typeof rawSeller>[] = [];
    const desk = await openHostileDesk(
      ({ now }) => {
        sellers.push(rawSeller("shop", { currency, price: prices[currency] ?? 1, now }));
        return sellers;
      },
      { brief: { budget, flight: { start: "2027-01-18", end: "2027-01-31" } }, app: { exchange } },
    );
    await using _desk = desk;
    await desk.run();
    for (const day of ["2027-01-21", "2027-01-28", "2027-02-04"]) {
      desk.clock.advance(Date.parse(`${day}T08:00:00Z`) - desk.clock.now());
      await desk.run();
    }
    const state = await desk.state();
    const { step, check } = await desk.orderAt("shop");
    expect(check?.question).toBeUndefined();
    const rows = state.delivery.flatMap((one) => one.rows);
    expect(rows.map(({ date }) => date).toSorted()[0]).toBe("2027-01-18");
    const spent = rows.reduce((sum, { spendMinor = 0 }) => sum + spendMinor, 0);
    // The seller spreads its budget over the days, and leaves out what is no whole unit.
    expect(spent).toBeLessThanOrEqual(step.amount.minor);
    expect(step.amount.minor - spent).toBeLessThan(14);
    const statement = makeStatement([state], "2027-01");
    expect(statement.rows.map(({ spend }) => spend)).toMatchObject([{ currency }]);
    expect(statement.rows[0]?.spend?.minor).toBe(spent);
    expect(JSON.stringify(statement)).not.toContain("NaN");
    expect(await desk.boundAt("shop")).toBe(step.planAmount.minor);
  },
);

it.each<[string, number, string, boolean]>([
  ["4,800,000 JPY", 4_800_000, "JPY", true],
  ["4,799,999 JPY", 4_800_000, "JPY", false],
  ["9,990.000 KWD", 9_990_000, "KWD", true],
  ["9,989.999 KWD", 9_990_000, "KWD", false],
  ["9,990.001 KWD", 4_800_000, "JPY", true],
  ["9,989.999 KWD", 4_800_000, "JPY", false],
])(
  "a cap of %s holds a plan of %i minor units of %s to its last minor unit (fits: %s)",
  async (cap, minor, currency, fits) => {
    const seller = rawSeller("shop", { currency, price: prices[currency] ?? 1, impressions: 1e9 });
    const desk = await openHostileDesk([seller], {
      brief: { budget: money(minor, currency) },
      app: { exchange, policies: capsOnly(cap) },
    });
    await using _desk = desk;
    await desk.run();
    const { status, reason, step } = await desk.orderAt("shop");
    expect(step.planAmount.minor).toBe(minor);
    expect([status, seller.orders.length]).toEqual(fits ? ["done", 1] : ["refused", 0]);
    if (!fits) expect(reason).toMatch(/the cap per brand/);
  },
);

describe("an offer in yen", () => {
  it.each([
    ["with decimals in its price", { fixed_price: 1_600.5 }],
    ["with decimals in its least spend", { min_spend_per_package: 1_000_000.75 }],
    [
      "as an auction with decimals in its floor",
      { pricing_model: "cpm-auction", fixed_price: undefined, floor: 1_500.4 },
    ],
  ])("%s is bought in whole yen or not at all, never under what it asks", async (_, pricing) => {
    const seller = rawSeller("shop", { currency: "JPY", price: 1_600, pricing });
    const desk = await openHostileDesk([seller], { app: { exchange } });
    await using _desk = desk;
    await desk.run();
    for (const order of seller.orders)
      for (const one of order["packages"] as readonly {
        readonly budget: number;
        readonly bid_price?: number;
      }[]) {
        expect(Number.isInteger(one.budget)).toBe(true);
        // A price of 1,000 impressions is no amount: it may have decimals.
        expect(one.bid_price ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(1_500.4);
      }
    const bound = (await desk.app.ledger.reservations()).filter(({ claim }) => claim.scope === "budget");
    expect(bound.reduce((sum, { claim }) => sum + claim.minor, 0)).toBeLessThanOrEqual(3_000_000);
    expect(seller.orders.length).toBeLessThanOrEqual(1);
  });

  it("that is booked for a hundred times as much, as if yen had cents, is asked about and stays bound", async () => {
    const seller = rawSeller("shop", {
      currency: "JPY",
      price: 1_600,
      answers: ({ book }) => ({
        create_media_buy: (order) => {
          const buy = book(order);
          buy.packages = buy.packages.map((one) => ({ ...one, budget: one.budget * 100 }));
          return { payload: { ...buy } };
        },
      }),
    });
    const desk = await openHostileDesk([seller], { app: { exchange } });
    await using _desk = desk;
    await desk.run();
    const { check, step } = await desk.orderAt("shop");
    expect(check?.question?.isMoney).toBe(true);
    expect(await desk.boundAt("shop")).toBeGreaterThanOrEqual(step.planAmount.minor * 99);
  });

  it.each([
    ["of a day long past", { ...exchange, date: "2026-11-01" }],
    ["without yen", { ...exchange, rates: { USD: 1.1 } }],
  ])("buys nothing for a brief in euros by rates %s", async (_, rates) => {
    const seller = rawSeller("shop", { currency: "JPY", price: 1_600 });
    const desk = await openHostileDesk([seller], { app: { exchange: rates } });
    await using _desk = desk;
    await desk.run();
    expect(seller.orders).toEqual([]);
  });
});
