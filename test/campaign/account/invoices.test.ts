import { expect, it } from "vitest";
import { billedBeyond, billedWords } from "../../../src/campaign/account/invoices.ts";
import type { Invoice } from "../../../src/campaign/model/measured/invoice.ts";
import type { CampaignEvent } from "../../../src/campaign/model/state/events.ts";
import { money } from "../../../src/lib/money.ts";
import { boughtEvents, buyOf, campaign, flightDays, type Line, reported } from "../bought-campaign.ts";

/** 42 days at EUR 1,000.00. */
const line: Line = {};
const buy = { sellerId: "harbour.example", mediaBuyId: buyOf(line).mediaBuyId };
const ordered = 4_200_000;

const invoice = (minor: number, values: Partial<Invoice> = {}): Invoice => ({
  ...buy,
  number: `INV-${minor}`,
  amount: money(minor, "EUR"),
  by: "kim",
  ...values,
});
const daily = (values: Partial<Parameters<typeof reported>[1]> = {}) =>
  reported(line, { days: flightDays, impressions: 1, spendMinor: 100_000, ...values });

function beyond(invoices: readonly Invoice[], report = daily()) {
  const entered: CampaignEvent = { type: "invoice-entered", invoices };
  return billedBeyond(buy, campaign([...boughtEvents([line]), report, entered]));
}

it("is what all invoices bill beyond what its seller reports as spent in the end", () => {
  expect(beyond([invoice(4_000_000), invoice(300_000)])).toEqual({
    billed: money(4_300_000, "EUR"),
    reported: money(ordered, "EUR"),
    numbers: ["INV-4000000", "INV-300000"],
  });
  expect(beyond([])).toBeUndefined();
  expect(beyond([invoice(ordered)])).toBeUndefined();
  expect(beyond([invoice(ordered - 500_000)])).toBeUndefined();
});

it("is nothing that rounding explains, and anything beyond it", () => {
  // A thousandth of what is billed.
  expect(beyond([invoice(ordered + 4_000)])).toBeUndefined();
  expect(beyond([invoice(ordered + 5_000)])?.billed).toEqual(money(ordered + 5_000, "EUR"));
  // Less than a euro is worth no question.
  const cheap = daily({ spendMinor: 10 });
  expect(beyond([invoice(420 + 99)], cheap)).toBeUndefined();
  expect(beyond([invoice(420 + 100)], cheap)?.reported).toEqual(money(420, "EUR"));
});

it("waits for the last day, for each day, and for figures that are final", () => {
  const much = [invoice(9_000_000)];
  expect(beyond(much)).toBeDefined();
  expect(beyond(much, daily({ days: flightDays - 1 }))).toBeUndefined();
  expect(beyond(much, daily({ final: false }))).toBeUndefined();
  expect(beyond(much, daily({ impressions: (day) => (day === 7 ? undefined : 1) }))).toBeUndefined();
  expect(billedBeyond(buy, campaign(boughtEvents([line])))).toBeUndefined();
  expect(
    billedBeyond({ ...buy, mediaBuyId: "none" }, campaign([...boughtEvents([line]), daily()])),
  ).toBeUndefined();
});

it("counts no invoice of another buy or in another currency", () => {
  expect(
    beyond([
      invoice(ordered),
      invoice(500_000, { mediaBuyId: "another" }),
      invoice(500_000, { sellerId: "pier.example" }),
      invoice(500_000, { amount: money(500_000, "USD") }),
    ]),
  ).toBeUndefined();
});

it("names the invoices for people", () => {
  expect(billedWords({ billed: money(3_075_000, "EUR"), numbers: ["INV-7", "INV-9"] })).toBe(
    "EUR 30,750.00 (INV-7, INV-9)",
  );
});
