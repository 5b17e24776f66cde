import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { judgeFeasibility } from "../../../src/campaign/feasibility/judge-feasibility.ts";
import type { Brief } from "../../../src/campaign/model/brief.ts";
import type { FeasibilityFinding } from "../../../src/campaign/model/preflight-finding.ts";
import { exchangeRate } from "../../../src/lib/exchange.ts";
import { money } from "../../../src/lib/money.ts";
import { brief as anyBrief, exchange } from "../rank/arbitraries.ts";

/** Five million people, three times a week over 122 days, for USD 3.5 million. */
const households: Brief = {
  ...anyBrief(),
  budget: money(350_000_000, "USD"),
  flight: { start: "2027-03-01", end: "2027-06-30" },
  countries: ["US"],
  channels: ["ctv"],
  kpi: { metric: "reach", target: 5_000_000 },
  frequency: { times: 3, per: "week" },
  limits: { maxCpm: money(1500, "USD"), excludedSellers: [] },
};

function finding(brief: Brief, check: FeasibilityFinding["check"]): FeasibilityFinding | undefined {
  return judgeFeasibility(brief, exchange).find((one) => one.check === check);
}

describe("the budget against the target", () => {
  it("shows the arithmetic of a contradiction and what would make it hold", () => {
    expect(finding(households, "impressions")).toEqual({
      check: "impressions",
      result: "contradicts",
      text:
        "needs 261 million impressions: 5,000,000 people, 3 times a week over 17.4 weeks; " +
        "USD 3,500,000.00 at USD 15.00 for 1,000 (the highest price that the brief allows) buys 233 million",
      remedies: [
        "a budget of USD 3,921,428.58",
        "a price of USD 13.38 for 1,000",
        "a frequency of 2.6 per week",
        "a reach of 4,460,000 people",
      ],
    });
  });

  it("is only doubtful where what is usual costs less than the highest price", () => {
    const onVideo = finding({ ...households, channels: ["olv"] }, "impressions");
    expect(onVideo).toMatchObject({ result: "doubtful" });
    expect(onVideo?.text).toContain("at USD 12.00, usual for olv, it would be enough");
  });

  it("is only doubtful where the price is a wish or nobody's", () => {
    const wished: Brief = { ...households, soft: ["limits.max_cpm"] };
    expect(finding(wished, "impressions")).toMatchObject({ result: "doubtful" });
    const { maxCpm: _, ...limits } = households.limits;
    const open = finding({ ...households, limits }, "impressions");
    expect(open).toMatchObject({ result: "doubtful" });
    expect(open?.text).toContain("USD 28.00 for 1,000 (usual for ctv)");
  });

  it("holds where the budget buys enough", () => {
    expect(finding({ ...households, budget: money(392_142_858, "USD") }, "impressions")).toMatchObject({
      result: "holds",
      remedies: [],
    });
  });

  it("takes each person as reached once where the brief names no frequency", () => {
    const { frequency: _, ...once } = households;
    expect(finding(once, "impressions")?.text).toContain(
      "needs 5 million impressions: 5,000,000 people, at least once",
    );
  });

  it("says nothing of a brief without people, impressions or a price", () => {
    expect(judgeFeasibility({ ...anyBrief(), limits: { excludedSellers: [] } }, exchange)).toEqual([]);
  });

  test("every remedy, put in alone, makes it hold", () => {
    const asked = fc.record({
      budget: fc.integer({ min: 1000, max: 1_000_000_000 }),
      maxCpm: fc.integer({ min: 1, max: 10_000 }),
      reach: fc.integer({ min: 1, max: 50_000_000 }),
      times: fc.integer({ min: 1, max: 10 }),
      per: fc.constantFrom("day", "week", "month", "flight"),
    });
    fc.assert(
      fc.property(asked, ({ budget, maxCpm, reach, times, per }) => {
        const brief: Brief = {
          ...households,
          budget: money(budget, "USD"),
          limits: { maxCpm: money(maxCpm, "USD"), excludedSellers: [] },
          kpi: { metric: "reach", target: reach },
          frequency: { times, per },
        };
        for (const remedy of finding(brief, "impressions")?.remedies ?? [])
          expect(finding(withRemedy(brief, remedy), "impressions"), remedy).toMatchObject({
            result: "holds",
          });
      }),
    );
  });
});

describe("the people of the countries", () => {
  it("are fewer than a reach that cannot be", () => {
    const danes = finding(
      { ...households, countries: ["DK"], kpi: { metric: "reach", target: 9_000_000 } },
      "people",
    );
    expect(danes).toMatchObject({
      result: "contradicts",
      text: "a reach of 9 million people; 5.82 million live in DK (World Bank, 2019)",
      remedies: ["a reach of at most 5,810,000 people", "more countries"],
    });
  });

  it("are in doubt just over the dated count", () => {
    const danes: Brief = { ...households, countries: ["DK"], kpi: { metric: "reach", target: 6_000_000 } };
    expect(finding(danes, "people")).toMatchObject({ result: "doubtful" });
  });

  it("are also what impressions at a frequency come to", () => {
    const danes: Brief = {
      ...households,
      countries: ["DK"],
      kpi: { metric: "impressions", target: 100_000_000 },
      frequency: { times: 2, per: "flight" },
    };
    expect(finding(danes, "people")?.text).toBe(
      "100 million impressions at its frequency are contacts with 50 million people; 5.82 million live in DK (World Bank, 2019)",
    );
  });

  it("are not guessed where a country is not in the table", () => {
    expect(finding({ ...households, countries: ["US", "AQ"] }, "people")).toBeUndefined();
  });
});

it("doubts a price under half of what is usual, in the brief's own currency", () => {
  const cheap = finding(
    {
      ...households,
      budget: money(1_000_000, "EUR"),
      limits: { maxCpm: money(500, "EUR"), excludedSellers: [] },
    },
    "price",
  );
  expect(cheap).toMatchObject({ result: "doubtful" });
  const usual = 28 * (exchangeRate(exchange, "USD", "EUR") ?? Number.NaN);
  expect(cheap?.text).toContain(
    `EUR 5.00 for 1,000 impressions is less than half of EUR ${usual.toFixed(2)}`,
  );
});

function withRemedy(brief: Brief, remedy: string): Brief {
  const figure = Number(/[\d,]+(\.\d+)?/.exec(remedy.replace("USD ", ""))?.[0].replaceAll(",", ""));
  if (remedy.startsWith("a budget")) return { ...brief, budget: money(Math.round(figure * 100), "USD") };
  if (remedy.startsWith("a price"))
    return { ...brief, limits: { maxCpm: money(Math.round(figure * 100), "USD"), excludedSellers: [] } };
  if (remedy.startsWith("a frequency") && brief.frequency)
    return { ...brief, frequency: { ...brief.frequency, times: figure } };
  return { ...brief, kpi: { metric: "reach", target: figure } };
}
