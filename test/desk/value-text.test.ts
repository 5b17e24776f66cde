import { expect, test } from "vitest";
import { valueText } from "../../src/desk/outputs/drafted-brief.ts";

test.each([
  ["budget", { minor: 42_000_000, currency: "USD" }, "USD 420,000.00"],
  ["brand", { domain: "acme.example", name: "Acme" }, "Acme (acme.example)"],
  ["brand", { domain: "acme.example" }, "acme.example"],
  ["fees", { name: "agency fee", share: 0.12 }, "agency fee 12 %"],
  ["fees", { name: "ad serving", amount: { minor: 300_000, currency: "EUR" } }, "ad serving EUR 3,000.00"],
  ["frequency_cap", { times: 4, per: "week" }, "4 per week"],
  ["limits.channel_shares", { of: "ctv", min: 0.4, max: 0.4 }, "ctv 40 %"],
  ["limits.country_shares", { of: "DE", min: 0.6 }, "DE at least 60 %"],
  ["limits.max_share_per_seller", 0.3, "30 %"],
  ["flights", { start: "2027-03-01", end: "2027-03-21", share: 0.6 }, "2027-03-01 to 2027-03-21, 60 %"],
  ["demographics", { age: { from: 25, to: 44 }, gender: "female" }, "female, 25 to 44"],
])("%s that was read is said as people write it", (field, value, text) => {
  expect(valueText(field, value)).toBe(text);
});
