import { expect, it } from "vitest";
import { valueIn } from "../../src/console/pages/brief-values.ts";
import { english, type Words } from "../../src/console/words/english.ts";
import { german } from "../../src/console/words/german.ts";

const values: readonly (readonly [field: string, value: unknown, english: string, german: string])[] = [
  ["budget", "186,000 EUR", "EUR 186,000", "186.000 €"],
  ["limits.max_cpm", "24.50 EUR", "EUR 24.50", "24,50 €"],
  ["fees", [{ name: "Agenturhonorar", share: "12%" }], "Agenturhonorar 12 %", "Agenturhonorar 12 %"],
  ["fees", [{ name: "Adserving", amount: "3,000 EUR" }], "Adserving EUR 3,000", "Adserving 3.000 €"],
  ["flight.start", "2027-02-22", "22 Feb 2027", "22.02.2027"],
  ["countries", ["DE", "AT"], "Germany, Austria", "Deutschland, Österreich"],
  ["languages", ["de"], "German", "Deutsch"],
  ["channels", ["ctv", "streaming_audio"], "CTV, streaming audio", "CTV, Audio-Streaming"],
  ["objective", "awareness", "awareness", "Bekanntheit"],
  ["kpi", { metric: "completion_rate", target: 0.72 }, "completion rate 72 %", "Completion Rate 72 %"],
  ["kpi", { metric: "cpm", target: "12.50 EUR" }, "CPM EUR 12.50", "TKP 12,50 €"],
  ["kpi", { metric: "impressions", target: 15_000_000 }, "impressions 15,000,000", "Kontakte 15.000.000"],
  ["frequency_cap", { times: 3, per: "week" }, "3 per week", "3 pro Woche"],
  ["demographics", { age: { from: 25, to: 49 } }, "25 to 49", "25 bis 49"],
  ["demographics", { gender: "female", age: { from: 60 } }, "women, 60 and older", "Frauen, ab 60"],
  ["limits.max_share_per_seller", "40%", "40 %", "40 %"],
  ["limits.min_guaranteed_share", 0.125, "12.5 %", "12,5 %"],
  ["limits.channel_shares", { ctv: { min: "35%" } }, "CTV at least 35 %", "CTV mindestens 35 %"],
  [
    "limits.country_shares",
    { AT: { min: "10%", max: 0.3 }, DE: "70%" },
    "Austria at least 10 %, at most 30 %, Germany 70 %",
    "Österreich mindestens 10 %, höchstens 30 %, Deutschland 70 %",
  ],
  [
    "channel_flights",
    { radio: { start: "2027-03-08", end: "2027-03-28" } },
    "radio 8 Mar 2027 to 28 Mar 2027",
    "Radio 08.03.2027 bis 28.03.2027",
  ],
  ["limits.city_shares", { Hamburg: "60%" }, "Hamburg 60 %", "Hamburg 60 %"],
  ["measurement.viewability", { at_least: "70%" }, "at least 70 %", "mindestens 70 %"],
  ["brand", { domain: "acme.example", name: "Acme" }, "Acme (acme.example)", "Acme (acme.example)"],
  ["spend", "all", "all of it spent", "alles ausgeben"],
];

it("writes values of a brief as planners do, in either language", () => {
  const said = (words: Words, field: string, value: unknown) =>
    String(valueIn(field, value, words)).replaceAll("\u00a0", " ");
  for (const [field, value, inEnglish, inGerman] of values) {
    expect(said(english, field, value), field).toBe(inEnglish);
    expect(said(german, field, value), field).toBe(inGerman);
  }
  expect(german.brief.codeOf("Alles ausgeben")).toBe("all");
  expect(german.brief.codeOf("Plakate")).toBe("Plakate");
});
