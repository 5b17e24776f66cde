import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { Brief } from "../../../src/brief/brief.ts";
import { assessFeasibility } from "../../../src/campaign/feasibility/assess-feasibility.ts";
import type { FeasibilityFinding } from "../../../src/campaign/model/decisions/preflight-finding.ts";
import type { Offer } from "../../../src/campaign/model/offers/offer.ts";
import { exactAllocator } from "../../../src/campaign/plan/allocators/exact.ts";
import { makePlan } from "../../../src/campaign/plan/make-plan.ts";
import { scenarios } from "../../../src/campaign/plan/scenarios.ts";
import { rank } from "../../../src/campaign/rank/rank.ts";
import { exchangeRate } from "../../../src/lib/exchange.ts";
import { money } from "../../../src/lib/money.ts";
import { brief as anyBrief, offer as anyOffer, context, exchange } from "../rank/arbitraries.ts";

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
  return assessFeasibility(brief, exchange).find((one) => one.check === check);
}

describe("the budget against the target", () => {
  it("shows the arithmetic of a contradiction and what would make it hold", () => {
    expect(finding(households, "impressions")).toEqual({
      check: "impressions",
      result: "contradicts",
      text:
        "needs 261 million impressions: 5,000,000 people, 3 times a week over 17.4 weeks; " +
        "USD 3,500,000.00 at USD 15.00 CPM (usual for CTV, and no more than the brief pays) buys 233 million",
      remedies: [
        "a budget of USD 3,921,428.58",
        "a CPM of USD 13.38",
        "a frequency of 2.6 per week",
        "a reach of 4,460,000 people",
      ],
    });
  });

  it("computes with usual prices as a range, and never with the highest that the brief allows", () => {
    const onVideo = finding(
      { ...households, channels: ["olv"], limits: { maxCpm: money(6000, "USD"), excludedSellers: [] } },
      "impressions",
    );
    expect(onVideo).toMatchObject({ result: "doubtful" });
    expect(onVideo?.text).toContain(
      "USD 3,500,000.00 at USD 12.00 (USD 9.00 to USD 15.00) CPM (usual for online video) buys 292 million, between 233 million and 389 million",
    );
    expect(onVideo?.remedies[0]).toBe(
      "a budget of about USD 3,137,142.87, between USD 2,352,857.15 and USD 3,921,428.58",
    );
  });

  it("says that the cost is not known without an exchange rate", () => {
    const [found] = assessFeasibility({ ...households, budget: money(350_000_000, "EUR") }, undefined);
    expect(found).toEqual({
      check: "impressions",
      result: "doubtful",
      text: "needs 261,428,572 impressions: 5,000,000 people, 3 times a week over 17.4 weeks; what they cost is not known, as there is no exchange rate from USD to EUR",
      remedies: [],
    });
  });

  it("is only doubtful where cheaper media would do", () => {
    const { maxCpm: _, ...limits } = households.limits;
    const open = finding({ ...households, limits, budget: money(500_000_000, "USD") }, "impressions");
    expect(open).toMatchObject({ result: "doubtful" });
    expect(open?.text).toContain("USD 28.00 (USD 21.00 to USD 35.00) CPM (usual for CTV)");
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
    expect(assessFeasibility({ ...anyBrief(), limits: { excludedSellers: [] } }, exchange)).toEqual([]);
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
      text: "a reach of 9 million people; 5.82 million live in Denmark (World Bank, 2019)",
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
      "100 million impressions at its frequency are contacts with 50 million people; 5.82 million live in Denmark (World Bank, 2019)",
    );
  });

  it("are not guessed where a country is not in the table", () => {
    expect(finding({ ...households, countries: ["US", "AQ"] }, "people")).toBeUndefined();
  });
});

test("on twenty briefs the advised budget is within 25 % of what other plans of the same offers find", async () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const { brief, offers } = marketOf(seed);
    const remedy = finding(brief, "impressions")?.remedies[0] ?? "";
    const advised = Number(/about EUR ([\d,.]+\d)/.exec(remedy)?.[1]?.replaceAll(",", "")) * 100;
    const found = await budgetFor(brief, offers, advised);
    expect(advised / found, `brief ${seed}: ${remedy} against ${found}`).toBeGreaterThan(0.75);
    expect(advised / found, `brief ${seed}: ${remedy} against ${found}`).toBeLessThan(1.25);
  }
});

/** A brief with too little money for its target, on a market whose prices lie around what is usual. */
function marketOf(seed: number): { readonly brief: Brief; readonly offers: readonly Offer[] } {
  const channels = [["olv"], ["ctv"], ["display"], ["olv", "ctv"], ["social", "ctv"]][seed % 5] ?? ["olv"];
  const target = 10_000_000 + seed * 2_000_000;
  const shares = channels.length > 1 ? { channelShares: { ctv: { min: 0.3 + (seed % 4) / 10 } } } : {};
  const dollars: Readonly<Record<string, number>> = { olv: 1200, ctv: 2800, display: 400, social: 800 };
  const brief: Brief = {
    ...anyBrief(),
    budget: money(1_000_000, "EUR"),
    channels,
    kpi: { metric: "impressions", target },
    limits: { maxCpm: money(9000, "EUR"), excludedSellers: [], ...shares },
  };
  const offers = Array.from({ length: 16 }, (_, i) => {
    const channel = channels[i % channels.length] ?? "olv";
    // From 15 % under what is usual to 15 % over it, at the pinned rate of 1.25.
    const cpm = Math.round(((dollars[channel] ?? 0) / 1.25) * (0.85 + (0.3 * ((i * 7 + seed) % 16)) / 15));
    return anyOffer({
      productId: `p${i}`,
      sellerId: ["apex.example", "birch.example", "cedar.example", "delta.example"][i % 4] ?? "",
      channels: [channel],
      cpm: { low: cpm, mid: cpm, high: cpm },
      impressions: { low: target / 8, mid: target / 6, high: target / 5 },
    });
  });
  return { brief, offers };
}

/** The least budget, from half to twice what was advised, with which other plans of the same offers come to the target, to a percent. */
async function budgetFor(brief: Brief, offers: readonly Offer[], advised: number): Promise<number> {
  const rankUnder = (other: Brief) => rank(offers, context({ brief: other }));
  const request = {
    planId: "plan",
    brief,
    offers,
    signals: [],
    ranking: rankUnder(brief),
    exchange,
    rankUnder,
  };
  const allocator = exactAllocator(() => Promise.reject(new Error("there is no solver")));
  const plan = await makePlan({ ...request, allocator });
  const reaches = async (budget: number) => {
    const changes = [{ type: "budget" as const, amount: money(Math.round(budget), "EUR") }];
    const [other] = await scenarios([{ name: "other", changes }], {
      plan,
      request: { ...request, allocator },
    });
    return (other?.expectedImpressions.mid ?? 0) >= (brief.kpi?.target ?? 0);
  };
  let [low, high] = [advised / 2, advised * 2];
  while (high / low > 1.01) {
    const middle = Math.sqrt(low * high);
    if (await reaches(middle)) high = middle;
    else low = middle;
  }
  return high;
}

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
  expect(cheap?.text).toContain(`EUR 5.00 CPM is less than half of EUR ${usual.toFixed(2)}`);
});

function withRemedy(brief: Brief, remedy: string): Brief {
  const [figure = Number.NaN] = (remedy.match(/[\d,]+(\.\d+)?/g) ?? [])
    .filter((one) => /\d/.test(one))
    .map((one) => Number(one.replaceAll(",", "")))
    .slice(remedy.startsWith("a budget") ? -1 : 0);
  if (remedy.startsWith("a budget")) return { ...brief, budget: money(Math.round(figure * 100), "USD") };
  if (remedy.startsWith("a CPM"))
    return { ...brief, limits: { maxCpm: money(Math.round(figure * 100), "USD"), excludedSellers: [] } };
  if (remedy.startsWith("a frequency") && brief.frequency)
    return { ...brief, frequency: { ...brief.frequency, times: figure } };
  return { ...brief, kpi: { metric: "reach", target: figure } };
}
