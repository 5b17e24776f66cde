import { describe, expect, test } from "vitest";
import { fieldsOf } from "../../src/brief/reader/draft-to-brief.ts";
import { readText } from "../../src/brief/reader/read-text.ts";

const today = "2026-11-21";
const rest = "\n\nBrand: alderway.example. Ireland. Objective: awareness.";
const read = async (text: string) => {
  const draft = await readText({ text, today });
  return { values: fieldsOf(draft), asked: draft.questions.map(({ field }) => field) };
};

describe("a media plan of lines", () => {
  test.each([
    [
      "with months as columns, in thousands",
      "Channel | Apr 2027 | May 2027 | Total\nDisplay | 12 | 18 | 30\nRadio | 5 | 5 | 10\nTotal | 17 | 23 | 40\n(EUR thousands)",
      "40,000 EUR",
      { start: "2027-04-01", end: "2027-05-31" },
    ],
    [
      "of tabs, with first and last days",
      "Channel\tStart\tEnd\tCost EUR\nDisplay\t2027-03-01\t2027-03-28\t14,000\nRadio\t2027-03-08\t2027-04-11\t16,000\nTotal\t\t\t30,000",
      "30,000 EUR",
      { start: "2027-03-01", end: "2027-04-11" },
    ],
    [
      "of semicolons with months as rows, one of them without money",
      "Month;Budget (EUR);Note\nJune 2027;20.000;radio\nJuly 2027;0;display\nAugust 2027;15.000;display",
      "35,000 EUR",
      { start: "2027-06-01", end: "2027-08-31" },
    ],
  ])("%s comes to its total and its days", async (_, table, budget, flight) => {
    const { values, asked } = await read(`${table}${rest}`);
    expect(values).toMatchObject({ budget, flight });
    expect(asked.filter((field) => /^(?:budget|flight)/.test(field))).toEqual([]);
  });

  test.each([
    [
      "its total is not the sum of its lines",
      "Channel\tStart\tEnd\tCost EUR\nDisplay\t2027-03-01\t2027-03-28\t14,000\nRadio\t2027-03-08\t2027-04-11\t16,000\nTotal\t\t\t31,000",
    ],
    [
      "a line with an unknown name is the sum of those above it",
      "Channel\tStart\tEnd\tCost EUR\nDisplay\t2027-03-01\t2027-03-28\t14,000\nRadio\t2027-03-08\t2027-04-11\t16,000\nEverything\t\t\t30,000",
    ],
    [
      "nothing names its currency",
      "Channel\tStart\tEnd\tCost\nDisplay\t2027-03-01\t2027-03-28\t14,000\nRadio\t2027-03-08\t2027-04-11\t16,000",
    ],
  ])("is asked about where %s", async (_, table) => {
    const { values, asked } = await read(`${table}${rest}`);
    expect(values["budget"]).toBeUndefined();
    expect(asked).toContain("budget");
  });

  test("a list of amounts with commas is no table", async () => {
    const { values } = await read(
      `Markets and budgets:\n- Netherlands: 120,000 EUR\n- Belgium: 80,000 EUR\nTotal: 200,000 EUR\nFlight: 1-28 March 2027\nBrand: alderway.example`,
    );
    expect(values).toMatchObject({
      budget: "200,000 EUR",
      limits: { country_shares: { BE: { min: "40%" } } },
    });
  });
});
