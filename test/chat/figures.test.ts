import { expect, it } from "vitest";
import { mark, markFigures } from "../../src/chat/figures.ts";

const told = JSON.stringify({
  campaign_id: "SANDBOX-acme-6a57ee63-c5edcb11",
  verdict: "EUR 250,000 buys 31,206,000 impressions between 2027-01-18 and 2027-02-28",
  share: 0.25,
  cpm: "EUR 8.01",
  packages: 6,
});

it.each([
  ["EUR 250,000 buys 31,206,000 impressions", []],
  ["250.000 EUR kaufen 31.206.000 Einblendungen zu 8,01 EUR", []],
  ["250 000 euros, du 18 au 28", []],
  ["a quarter, 25 %, in 6 packages from 18 January 2027", []],
  ["from 2027-01-18 to 2027-02-28", []],
  ["1. The plan\n2. Its 6 packages\n3) What holds it back", []],
  ["EUR 260,000 buys 31,206,000", ["260,000"]],
  ["57 sellers, 11 of them new", ["57", "11"]],
  ["a CPM of 7.99", ["7.99"]],
  ["until 2027-03-05", ["2027-03-05"]],
  ["26 % of it", ["26"]],
  ["about 250k, or 31.206 million", []],
  ["about 25k", ["25"]],
  ["1,500.50 or 40,000", []],
  ["40 of them", ["40"]],
  [
    "SANDBOX-acme-6a57ee63-c5edcb11 is planned, SANDBOX-acme-6a57ee63-c5edcb12 is not",
    ["57", "63", "5", "12"],
  ],
])("marks in %j what nothing told: %j", (text, unsupported) => {
  const marked = markFigures(text, { shown: [told], userTexts: ["bis 1.500,50 Euro, or 40k"] });
  expect(marked.unsupported).toEqual(unsupported);
  expect(marked.text.split(mark).length - 1).toBe(unsupported.length);
  expect(marked.text.replaceAll(` ${mark}`, "")).toBe(text);
});
