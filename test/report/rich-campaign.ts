import type { Proof, ReachEstimate } from "../../src/campaign/model/offers/plan.ts";
import type { CampaignState } from "../../src/campaign/model/state/state.ts";
import { money } from "../../src/lib/money.ts";
import type { WithScenarios } from "../../src/report/sections/scenarios.ts";
import { campaignAfter } from "./campaign-fixture.ts";

const proof: Proof = {
  solver: "highs",
  outcome: "limit",
  gap: 0.004,
  nextThousand: "EUR 1,000.00 on Catch-up TV for 63,000 impressions",
};

const reach: ReachEstimate = {
  low: 1_400_000,
  expected: 3_100_000,
  overlap: "usual",
  high: 4_700_000,
  assumption: "sellers do not tell whom they share",
  without: ["p4"],
};

/** The campaign of the fixture with all that a ranking, a plan and its offers may tell and need not. */
export function richCampaign(): CampaignState & WithScenarios {
  const state = campaignAfter();
  const { offers = [], ranking = { rows: [] }, plan } = state;
  if (plan === undefined || state.brief === undefined) throw new Error("the fixture has a brief and a plan");
  const [first, second, third] = offers;
  const scenario = {
    total: plan.total,
    lines: 6,
    sellers: 5,
    expectedImpressions: { low: 16e6, mid: 20e6, high: 23e6 },
    reach,
    proof,
    changes: [],
    moved: [],
  };
  return {
    ...state,
    brief: {
      ...state.brief,
      frequency: { times: 3, per: "week" },
      weights: { price: 50 },
      soft: ["channels"],
      limits: { ...state.brief.limits, channelShares: { ctv: { min: 0.2 } }, minSellers: 3, maxPackages: 8 },
    },
    offers: offers.map((offer) =>
      offer.id === first?.id
        ? {
            ...offer,
            countries: ["DE", "AT"],
            fees: ["EUR 0.60 of ad serving", "5 % of platform fee"],
            reach: { low: 1.1e6, mid: 1.4e6, high: 1.6e6 },
            response: [
              { amount: 20_000_00, impressions: 0.9e6 },
              { amount: 60_000_00, impressions: 2.5e6 },
              { amount: 120_000_00, impressions: 3.6e6 },
            ],
          }
        : offer.id === second?.id
          ? { ...offer, injectionSigns: ["speaks to a model", "hidden characters"] }
          : offer,
    ),
    ranking: {
      ...ranking,
      counterfactuals: [
        { offerId: second?.id ?? "", first: 9_40 },
        { offerId: third?.id ?? "", passes: 34_00 },
      ],
      sensitivity: [{ criterion: "price", weight: 35, from: 22, to: 61 }],
    },
    plan: {
      ...plan,
      proof,
      reach,
      conflict: {
        wishes: [
          { text: "at least 20 % on CTV", dropping: "EUR 250,000.00 would go to 7 packages" },
          {
            text: "at most EUR 34.00 CPM",
            dropping: "the other terms would still conflict",
          },
        ],
      },
    },
    scenarios: [
      { ...scenario, name: "As planned", change: "nothing", differences: [] },
      {
        ...scenario,
        name: "More money",
        change: "the budget is EUR 300,000.00",
        total: money(300_000_00, "EUR"),
        lines: 7,
        differences: ["Catch-up TV is added with EUR 31,000.00.", "Prime time grows by EUR 18,000.00."],
      },
      {
        ...scenario,
        name: "Guaranteed only",
        change: "at least 80 % with guaranteed delivery",
        total: money(190_000_00, "EUR"),
        lines: 3,
        conflict: { wishes: [{ text: "at most EUR 34.00 CPM", dropping: "7 packages" }] },
        differences: ["Run of network is left out."],
      },
    ],
  };
}
