import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { capUsesOf, type Spending } from "../../../src/campaign/govern/policies/claims.ts";
import { explainCap } from "../../../src/campaign/govern/policies/explain.ts";
import { fromDecimal, money } from "../../../src/lib/money.ts";
import { policyFrom } from "./policy-text.ts";

const capped = (caps: string, mode = "enforce") =>
  policyFrom(`version: 1\nname: Caps\nmode: ${mode}\ncaps:\n${caps}`, "caps.yaml");
const spending: Spending = {
  amount: fromDecimal(1_000, "EUR"),
  campaignId: "spring-1",
  planId: "plan-1",
  seller: { names: ["a.example"], marks: ["a.example"] },
  day: "2027-01-18",
  runId: "run-1",
  brandDomain: "acme.example",
};
const table = { date: "2027-01-04", source: "test", base: "EUR", rates: { USD: 1.085, JPY: 160.3 } };

describe("a step's claims", () => {
  it.each([
    ["plan", "plan-1"],
    ["campaign", "spring-1"],
    ["seller", "a.example"],
    ["day", "2027-01-18"],
    ["run", "run-1"],
    ["brand", "acme.example"],
  ])("per %s add up by %s", (per, key) => {
    expect(capUsesOf([capped(`  - per: ${per}\n    amount: "5,000 EUR"\n`)], spending)).toEqual([
      { scope: per, key, currency: "EUR", minor: 100_000, cap: 500_000 },
    ]);
  });

  it("per call are decided at once: no other call adds to them", () => {
    const cap = capped('  - per: call\n    amount: "1,000 EUR"\n');
    expect(capUsesOf([cap], spending)).toEqual([]);
    expect(capUsesOf([cap], { ...spending, amount: fromDecimal(1_000.01, "EUR") })).toEqual({
      refused: "caps.yaml (cap per call): A call may cost at most EUR 1,000.00. This one costs EUR 1,000.01.",
    });
  });

  it("are made for the named sellers alone, and add up apart", () => {
    const caps =
      '  - per: day\n    amount: "9 EUR"\n  - per: day\n    amount: "5 EUR"\n    sellers: [b.example, a.example]\n';
    expect(capUsesOf([capped(caps)], spending)).toMatchObject([
      { key: "2027-01-18", cap: 900 },
      { key: "2027-01-18 at a.example, b.example", cap: 500 },
    ]);
    expect(
      capUsesOf([capped(caps)], { ...spending, seller: { names: ["c.example"], marks: ["c.example"] } }),
    ).toMatchObject([{ cap: 900 }]);
  });

  it("of equal caps in two files are one, of the lower", () => {
    const files = ["7", "5", "6"].map((amount) => capped(`  - per: day\n    amount: "${amount} EUR"\n`));
    expect(capUsesOf(files, spending)).toMatchObject([{ cap: 500 }]);
  });

  it("are not made by a file in shadow mode, nor for what is free", () => {
    const caps = '  - per: day\n    amount: "5 USD"\n';
    expect(capUsesOf([capped(caps, "shadow")], spending)).toEqual([]);
    expect(capUsesOf([capped(caps)], { ...spending, amount: money(0, "EUR") })).toEqual([]);
  });

  it("in another currency are never too low", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000_000_000 }),
        fc.constantFrom("USD", "JPY"),
        (minor, currency) => {
          const claims = capUsesOf(
            [capped(`  - per: day\n    amount: "1 ${currency}"\n`)],
            { ...spending, amount: money(minor, "EUR") },
            table,
          );
          if ("refused" in claims) throw new Error(claims.refused);
          const exact = currency === "USD" ? (minor * 1085) / 1000 : (minor * 1603) / 1000;
          expect(claims[0]?.minor).toBeGreaterThanOrEqual(Math.floor(exact));
          expect(claims[0]?.minor).toBeLessThanOrEqual(Math.ceil(exact) + 1);
        },
      ),
    );
  });

  it.each([
    [{ amount: { minor: Number.NaN, currency: "EUR" } }, "cannot be counted"],
    [{ amount: { minor: Number.POSITIVE_INFINITY, currency: "EUR" } }, "cannot be counted"],
    [{ amount: { minor: 2 ** 60, currency: "EUR" } }, "cannot be counted"],
    [{ amount: { minor: 0.5, currency: "EUR" } }, "cannot be counted"],
    [{ amount: { minor: -1, currency: "EUR" } }, "below zero"],
    [{ amount: { minor: 1, currency: "XQZ" } }, "not a currency"],
    [{ amount: { minor: 1, currency: "GBP" } }, "the cap is in JPY, the call in GBP"],
    [{ amount: { minor: Number.MAX_SAFE_INTEGER, currency: "EUR" } }, "too large"],
    [{ runId: undefined }, "the run of the call is not known"],
  ] as const)("are refused where they cannot be counted: %j", (change, reason) => {
    const caps = capped('  - per: run\n    amount: "5 JPY"\n');
    const rates = { ...table, rates: { JPY: 1603 } };
    expect(capUsesOf([caps], { ...spending, ...change }, rates)).toEqual({
      refused: expect.stringContaining(reason),
    });
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])("are refused by a rate of %s", (JPY) => {
    const caps = capped('  - per: day\n    amount: "5 JPY"\n');
    expect(capUsesOf([caps], spending, { ...table, rates: { JPY } })).toHaveProperty("refused");
  });

  it("in a sandbox add up with nothing outside of it", () => {
    const caps = [capped('  - per: day\n    amount: "9 EUR"\n')];
    const [real, sandboxed, other] = [undefined, "one", "two"].map((world) =>
      capUsesOf(caps, { ...spending, world }),
    );
    expect(real).toMatchObject([{ key: spending.day }]);
    expect(sandboxed).toMatchObject([{ key: `${spending.day} in sandbox one` }]);
    expect(other).not.toEqual(sandboxed);
  });

  it("per seller add up by everything that the seller is known by", () => {
    const caps = '  - per: seller\n    amount: "9 EUR"\n    sellers: [B.Example.]\n';
    const seller = { names: ["a.example", "b.example"], marks: ["a.example", "https://both.example"] };
    expect(capUsesOf([capped(caps)], { ...spending, seller })).toMatchObject([
      { key: "a.example at b.example", cap: 900 },
      { key: "https://both.example at b.example", cap: 900 },
    ]);
  });

  it("have caps that are explained", () => {
    const caps = ["call", "plan", "campaign", "seller", "day", "run", "brand"].map(
      (per) => `  - per: ${per}\n    amount: "5,000 EUR"\n`,
    );
    const named = '  - per: day\n    amount: "5,000 EUR"\n    sellers: [a.example, b.example]\n';
    const sentences = capped([...caps, named].join("")).rules.caps.map(explainCap);
    expect(sentences.join("\n")).toMatchSnapshot();
  });
});
