import { describe, expect, it } from "vitest";
import type { Brief } from "../../../src/brief/brief.ts";
import { liveBuys } from "../../../src/campaign/account/live-buys.ts";
import { assessIndex } from "../../../src/campaign/learn/performance-index/assess-index.ts";
import { isReported } from "../../../src/campaign/learn/performance-index/is-reported.ts";
import { alertKey } from "../../../src/campaign/model/measured/delivery.ts";
import type { Offer } from "../../../src/campaign/model/offers/offer.ts";
import type { CampaignState } from "../../../src/campaign/model/state/state.ts";
import { money } from "../../../src/lib/money.ts";
import {
  asPlanned,
  boughtCampaign,
  type DayOf,
  delivered,
  flight,
  following,
  resultsOf,
  taken,
  weeks,
} from "./measured-campaign.ts";

const assess = (state: CampaignState) => assessIndex(state, liveBuys(state));

describe("without results of the buyer", () => {
  it("assesses each package and closed week by the seller's own impressions against the plan", () => {
    const half: DayOf = (lineId) => (lineId === "s2" ? { impressions: 100_000 } : {});
    const { feedback, withheld } = assess(following(boughtCampaign(), delivered("2027-03-14", half)));
    expect(withheld).toEqual([]);
    expect(
      feedback.map(({ packageId, mediaBuyId, period, performanceIndex }) => [
        mediaBuyId,
        packageId,
        period.start,
        performanceIndex,
      ]),
    ).toEqual([
      ["mb-apex", "pkg-1", "2027-03-01", 1],
      ["mb-apex", "pkg-2", "2027-03-01", 0.5],
      ["mb-birch", "pkg-1", "2027-03-01", 1],
      ["mb-apex", "pkg-1", "2027-03-08", 1],
      ["mb-apex", "pkg-2", "2027-03-08", 0.5],
      ["mb-birch", "pkg-1", "2027-03-08", 1],
    ]);
    expect(feedback[0]?.inputs).toMatchObject({
      measure: { source: "seller", metric: "impressions" },
      expectation: { outcomes: 3_600_000, spendMinor: 1_800_000, basis: "the plan's forecast" },
    });
  });

  it("takes what the KPI counts, in the brief's currency", () => {
    const state = following(
      boughtCampaign({ kpi: { metric: "cpc", target: 4 } }),
      delivered(flight.end, (lineId) => (lineId === "s3" ? { clicks: 500 } : { clicks: 250 })),
    );
    const { feedback } = assess(state);
    expect(feedback.map(({ inputs }) => inputs.measure.metric)).toEqual(Array(9).fill("clicks"));
    // A click for EUR 4.00, which are USD 5.00: 250 a day for what EUR 1,000.00 buy.
    expect(
      feedback.filter(({ period }) => period.start === "2027-03-01").map((one) => one.performanceIndex),
    ).toEqual([1, 1, 1.989]);
  });

  it("leaves actions to the buyer: no seller is assessed by its own count of them", () => {
    const { feedback, withheld } = assess(
      following(
        boughtCampaign({ kpi: { metric: "cpa", target: 20 } }),
        delivered(flight.end, () => ({ conversions: 50 })),
      ),
    );
    expect(feedback).toEqual([]);
    expect(new Set(withheld.map(({ reason }) => reason))).toEqual(
      new Set(["the buyer has reported no action yet"]),
    );
  });
});

describe("in the unit of what is counted", () => {
  /** With what sellers forecast of an impression. */
  const forecasting = (kpi: NonNullable<Brief["kpi"]>, rates: Offer["rates"]): CampaignState => {
    const campaign = boughtCampaign({ kpi });
    return { ...campaign, offers: campaign.offers?.map((one) => ({ ...one, rates })) };
  };
  const range = (mid: number) => ({ low: mid / 2, mid, high: mid * 2 });
  const week = (state: CampaignState, dayOf: DayOf) =>
    assess(following(state, delivered("2027-03-07", dayOf)));
  const indices = ({ feedback }: ReturnType<typeof assess>) => feedback.map((one) => one.performanceIndex);

  it.each([
    [
      "views",
      { metric: "completed_views", target: 1 },
      { completed_views: { low: 0.7, mid: 0.7, high: 0.7 } },
    ],
    ["clicks", { metric: "clicks", target: 1e6 }, { clicks: { low: 0.002, mid: 0.002, high: 0.002 } }],
  ] as const)("takes a day without an impression for one without %s", (_, kpi, rates) => {
    const none = { impressions: 0, spendMinor: 0, clicks: undefined, completionRate: undefined };
    const paused: DayOf = (_line, date) => (date === "2027-03-03" ? none : { clicks: 400 });
    const assessed = week(forecasting(kpi, rates), paused);
    expect(indices(assessed)).toEqual([1, 1, 1]);
    const silent: DayOf = (_line, date) =>
      date === "2027-03-03" ? { ...none, impressions: 9 } : { clicks: 400 };
    expect(week(forecasting(kpi, rates), silent).withheld).toHaveLength(3);
  });

  it.each([
    ["clicks", { metric: "clicks", target: 1e6 }, { clicks: range(0.002) }, { clicks: 400 }],
    ["clicks against a price", { metric: "cpc", target: 9 }, { clicks: range(0.002) }, { clicks: 400 }],
    ["clicks as a share", { metric: "ctr", target: 0.01 }, { clicks: range(0.004) }, { clicks: 800 }],
    [
      "views",
      { metric: "completed_views", target: 1 },
      { completed_views: range(0.7) },
      { completionRate: 0.7 },
    ],
    [
      "views at a price",
      { metric: "cpcv", target: 1 },
      { completed_views: range(0.9) },
      { completionRate: 0.9 },
    ],
    ["impressions", { metric: "impressions", target: 1e6 }, {}, {}],
  ] as const)("is 1.00 of %s exactly as planned", (_, kpi, rates, day) => {
    const assessed = week(forecasting(kpi, rates), () => day);
    expect(indices(assessed)).toEqual([1, 1, 1]);
    expect(assessed).toMatchObject({ withheld: [], alerts: [] });
    expect(assessed.feedback[0]?.inputs.expectation.basis).toBe("the plan's forecast");
  });

  it("is that of the brief's target where nothing is forecast of the metric", () => {
    // EUR 50,000.00 for 10,000 clicks: EUR 1,000.00 a day bring 200.
    const state = boughtCampaign({
      kpi: { metric: "clicks", target: 10_000 },
      budget: money(5_000_000, "EUR"),
    });
    expect(indices(week(state, asPlanned))).toEqual([1, 1, 1]);
    const views = boughtCampaign({ kpi: { metric: "completion_rate", target: 0.7 } });
    expect(indices(week(views, asPlanned))).toEqual([1, 1, 1]);
  });

  it.each([
    ["engagements", "the seller does not report its engagements"],
    ["viewable_impressions", "the seller does not report its viewable impressions"],
    ["viewability", "the seller does not report its viewable impressions"],
    ["reach", "the seller does not report its reach"],
    ["lift", "the seller does not report its reach"],
  ] as const)("is none where sellers report nothing of %s", (metric, reason) => {
    const { feedback, withheld } = week(
      forecasting({ metric, target: 0.5 }, { clicks: range(0.002) }),
      asPlanned,
    );
    expect(feedback).toEqual([]);
    expect(withheld.map((one) => one.reason)).toEqual([reason, reason, reason]);
  });

  it("is that of the forecast of the buyer's own results, where there is one of all that counts", () => {
    const state = forecasting({ metric: "leads", target: 1 }, { leads: range(0.0001) });
    const leads = ["s1", "s2", "s3"].flatMap((line) => resultsOf(line, 140, { type: "lead" }));
    const assessed = assess(following(state, delivered("2027-03-07"), taken(leads)));
    expect(indices(assessed)).toEqual([1, 1, 1]);
    // A price of a lead says nothing of what a purchase costs.
    const bought = ["s1", "s2", "s3"].flatMap((line) => resultsOf(line, 140));
    const other = assess(
      following(
        boughtCampaign({ kpi: { metric: "cpl", target: 1 } }),
        delivered("2027-03-07"),
        taken(bought),
      ),
    );
    expect(other.feedback.map(({ inputs }) => inputs.expectation.basis)).toEqual(
      Array(3).fill("the campaign's average"),
    );
  });

  it("is withheld and asked about where every line is far off", () => {
    const state = forecasting({ metric: "clicks", target: 1e6 }, { clicks: range(0.2) });
    const { feedback, withheld, alerts } = week(state, asPlanned);
    expect(feedback).toEqual([]);
    expect(withheld).toHaveLength(3);
    for (const { reason } of withheld)
      expect(reason).toMatch(/^units\? Every line's index by clicks is under 0.1/);
    expect(new Set(alerts.map(alertKey))).toEqual(new Set(["alert/units/spring-1/clicks"]));
    const over = week(forecasting({ metric: "clicks", target: 1 }, { clicks: range(0.00002) }), asPlanned);
    expect([over.feedback, over.alerts.length]).toEqual([[], 3]);
  });

  it("is sent of a line that is far off beside one that is not", () => {
    const state = forecasting({ metric: "clicks", target: 1e6 }, { clicks: range(0.002) });
    const assessed = week(state, (lineId) => ({ clicks: lineId === "s1" ? 400 : 1 }));
    expect(assessed.feedback).toHaveLength(3);
    expect(assessed.alerts).toEqual([]);
  });
});

describe("with results of the buyer", () => {
  const campaign = boughtCampaign({ kpi: { metric: "cpa", target: 50 } });
  // EUR 7,000.00 a week and package: 140 results of EUR 50.00 each.
  const results = [...resultsOf("s1", 140), ...resultsOf("s2", 280), ...resultsOf("s3", 70)];

  it("assesses by them and by nothing that a seller says of itself", () => {
    const boasts: DayOf = () => ({ impressions: 9_000_000, clicks: 90_000, conversions: 9_000 });
    const { feedback } = assess(following(campaign, delivered("2027-03-07", boasts), taken(results)));
    expect(feedback.map(({ performanceIndex, inputs }) => [performanceIndex, inputs.measure.source])).toEqual(
      [
        [1, "buyer"],
        [1.875, "buyer"],
        [0.563, "buyer"],
      ],
    );
  });

  it("holds packages against the campaign's average where the brief has no target", () => {
    const state = following(boughtCampaign(), delivered("2027-03-07"), taken(results));
    const { feedback } = assess(state);
    expect(feedback.map(({ performanceIndex }) => performanceIndex)).toEqual([0.873, 1.636, 0.491]);
    expect(feedback[2]?.inputs.expectation).toEqual({
      outcomes: 490,
      spendMinor: 2_625_000,
      basis: "the campaign's average",
    });
  });

  it("waits until the buyer has reported the whole period", () => {
    const { feedback, withheld } = assess(
      following(campaign, delivered("2027-03-07"), taken(results, "2027-03-06")),
    );
    expect(feedback).toEqual([]);
    expect(withheld.map(({ reason }) => reason)).toEqual(
      Array(3).fill("the buyer's results are reported to 2027-03-06"),
    );
  });

  it("does not take a week that was not reported for a week without results", () => {
    const second = resultsOf("s1", 140, { start: "2027-03-08" });
    const { feedback, withheld } = assess(following(campaign, delivered("2027-03-14"), taken(second)));
    expect(new Set(feedback.map(({ period }) => period.start))).toEqual(new Set(["2027-03-08"]));
    expect(withheld.map(({ reason }) => reason)).toEqual(
      Array(3).fill("the buyer has reported no purchase of the whole period"),
    );
  });

  it("says nothing that rests on a handful", () => {
    const { feedback, withheld } = assess(
      following(
        boughtCampaign({ kpi: { metric: "cpa", target: 1000 } }),
        delivered("2027-03-07"),
        taken(resultsOf("s1", 9)),
      ),
    );
    expect(feedback).toEqual([]);
    expect(withheld[0]?.reason).toMatch(
      /^too little is known: \(20 \+ 9\) \/ \(20 \+ 7\) = 1\.074, with 90 % between/,
    );
  });

  it("assesses a buy as a whole where a result names the buy alone", () => {
    const [first, ...rest] = results;
    if (first === undefined) throw new Error("there are results");
    const { feedback } = assess(
      following(
        campaign,
        delivered("2027-03-07"),
        taken([{ ...first, of: { mediaBuyId: "mb-apex" } }, ...rest]),
      ),
    );
    expect(
      feedback.map(({ mediaBuyId, packageId, performanceIndex }) => [
        mediaBuyId,
        packageId,
        performanceIndex,
      ]),
    ).toEqual([
      ["mb-apex", undefined, 1.467],
      ["mb-birch", "pkg-1", 0.563],
    ]);
  });
});

describe("no index", () => {
  const reasons = (
    dayOf: DayOf,
    end: string = weeks[0].end,
    findings: Parameters<typeof delivered>[2] = [],
  ) => assess(following(boughtCampaign(), delivered(end, dayOf, findings)));

  it("before every day is final", () => {
    const { feedback, withheld } = reasons((lineId, date) => ({
      final: lineId !== "s1" || date !== "2027-03-05",
    }));
    expect(feedback).toHaveLength(2);
    expect(withheld).toEqual([
      {
        mediaBuyId: "mb-apex",
        packageId: "pkg-1",
        sellerId: "apex.example",
        period: weeks[0],
        reason: "not final yet: 2027-03-05",
      },
    ]);
  });

  it("for a week with a day that was not reported, or reported without its spend", () => {
    expect(
      reasons((lineId, date) => (lineId === "s1" && date > "2027-03-05" ? undefined : {})).withheld,
    ).toMatchObject([{ reason: "not reported: 2027-03-06 and 1 more" }]);
    const unpaid: DayOf = (lineId) => (lineId === "s3" ? { spendMinor: undefined as never } : {});
    expect(reasons(unpaid).withheld).toMatchObject([
      { reason: "without a figure of spend: 2027-03-01 and 6 more" },
    ]);
  });

  it("before the week is over", () => {
    expect(reasons(asPlanned, "2027-03-06")).toEqual({ feedback: [], withheld: [], alerts: [] });
  });

  it("of figures that come from a sandbox or do not add up", () => {
    for (const kind of ["of a sandbox", "sums differ"] as const) {
      const { feedback, withheld } = reasons(asPlanned, flight.end, [{ kind, text: "not to be used" }]);
      expect(feedback).toEqual([]);
      expect(withheld).toHaveLength(9);
      expect(withheld[0]?.reason).toBe("the seller's figures are doubtful: not to be used");
    }
  });

  it("for the days alone that were reported with a doubt, until a later report has none", () => {
    const doubted = delivered(weeks[1].end, asPlanned, [{ kind: "sums differ", text: "they do not add up" }]);
    const campaign = boughtCampaign();
    const one = assess(following(campaign, doubted, delivered(weeks[0].end)));
    expect(one.feedback.map(({ period }) => period)).toEqual(one.feedback.map(() => weeks[0]));
    expect(one.withheld.map(({ period }) => period)).toEqual(one.feedback.map(() => weeks[1]));
    const none = assess(following(campaign, doubted, delivered(weeks[1].end)));
    expect(none.withheld).toEqual([]);
  });

  it("of a package whose days are its buy's, shared out", () => {
    const { feedback } = reasons((lineId, date) =>
      lineId !== "s3" && date === "2027-03-02" ? { basis: "shared out" } : {},
    );
    expect(feedback.map(({ mediaBuyId, packageId }) => [mediaBuyId, packageId])).toEqual([
      ["mb-apex", undefined],
      ["mb-birch", "pkg-1"],
    ]);
  });

  it("where nothing was spent", () => {
    const { withheld } = reasons((lineId) => (lineId === "s1" ? { spendMinor: 0 } : {}));
    expect(withheld).toMatchObject([{ reason: "nothing was spent in the period" }]);
  });
});

it("sends no day of a package twice, whatever comes later", () => {
  const campaign = boughtCampaign({ kpi: { metric: "cpa", target: 50 } });
  let state = following(campaign, delivered("2027-03-07"), taken(resultsOf("s1", 140)));
  const say = () => {
    const { feedback } = assess(state);
    if (feedback.length > 0) state = following(state, { type: "feedback-made", feedback });
    return feedback.length;
  };
  expect(say()).toBe(3);
  expect(say()).toBe(0);
  state = following(
    state,
    delivered(flight.end, () => ({ spendMinor: 50_000 })),
    taken(
      ["2027-03-08", "2027-03-15"].flatMap((start) =>
        resultsOf("s2", 200, { start }).slice(0, start === "2027-03-08" ? 200 : 4),
      ),
    ),
  );
  // The first week is restated and assessed for its buy alone now.
  state = following(
    state,
    taken([{ id: "late", at: "2027-03-03T00:00:00.000Z", type: "purchase", of: { mediaBuyId: "mb-apex" } }]),
  );
  say();
  const { feedback = [] } = state;
  expect(feedback.length).toBeGreaterThan(3);
  for (const [i, one] of feedback.entries()) expect(isReported(feedback.toSpliced(i, 1), one)).toBe(false);
});
