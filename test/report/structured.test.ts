import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CampaignState, emptyState } from "../../src/campaign/model/state/state.ts";
import type { StepStatus } from "../../src/campaign/model/step/step-status.ts";
import { money, sum } from "../../src/lib/money.ts";
import { makeReport } from "../../src/report/report.ts";
import { describeBudget } from "../../src/report/sections/money-summary.ts";
import {
  candidatesSchema,
  describeCandidates,
  shortlistOf,
  shortlistSchema,
} from "../../src/report/structured.ts";
import { campaignAfter } from "./campaign-fixture.ts";

const state = campaignAfter();
const candidates = describeCandidates(state, makeReport(state).offers);

describe("candidates", () => {
  it("are all offers, with what they cost, how they deliver, their formats and signals", () => {
    expect(candidatesSchema.safeParse(candidates).error).toBeUndefined();
    expect(candidates).toHaveLength(state.offers?.length ?? 0);
    const [best] = candidates;
    expect(best).toMatchObject({
      rank: 1,
      eligible: true,
      delivery_type: expect.any(String),
      pricing: { pricing_option_id: expect.any(String), currency: expect.any(String) },
      format_ids: [
        expect.objectContaining({ creative: expect.any(String) }),
        ...(best?.format_ids.slice(1) ?? []),
      ],
    });
  });

  it("name the signals that can be activated at their own seller alone", () => {
    const [first] = state.offers ?? [];
    const signal = {
      id: "signals/one",
      agentId: "signals",
      segmentId: "one",
      name: "Home movers",
      description: "",
      sellerIds: [first?.sellerId ?? ""],
    };
    const withSignal = { ...state, signals: [signal] };
    for (const { seller_id, audienceActivation } of describeCandidates(
      withSignal,
      makeReport(withSignal).offers,
    ))
      expect(audienceActivation).toEqual(
        seller_id === first?.sellerId ? [{ signal_id: "signals/one", name: "Home movers" }] : [],
      );
  });

  it("give the best of each seller in each channel a place on the shortlist", () => {
    const shortlist = shortlistOf(candidates);
    expect(shortlistSchema.safeParse(shortlist).error).toBeUndefined();
    const eligible = candidates.filter(({ eligible }) => eligible);
    const placesOf = ({ seller_id, channels }: (typeof shortlist)[number] | (typeof eligible)[number]) =>
      channels.map((channel) => `${seller_id} ${channel}`);
    expect(new Set(shortlist.flatMap(placesOf))).toEqual(new Set(eligible.flatMap(placesOf)));
    expect(shortlist.map(({ rank }) => rank)).toEqual(
      shortlist.map(({ rank }) => rank).sort((a, b) => a - b),
    );
    for (const one of shortlist) {
      const before = new Set(shortlist.filter(({ rank }) => rank < one.rank).flatMap(placesOf));
      expect(placesOf(one).some((place) => !before.has(place))).toBe(true);
    }
  });
});

describe("the budget's reconciliation", () => {
  const status = fc.constantFrom<StepStatus>(
    "proposed",
    "held",
    "escalated",
    "refused",
    "replaced",
    "begun",
    "pending",
    "done",
    "failed",
  );

  it("accounts for every unit, whatever became of the steps", () => {
    const statuses = fc.array(status, { minLength: state.steps.length, maxLength: state.steps.length });
    fc.assert(
      fc.property(statuses, fc.nat(20_000_00), (each, cut) => {
        const budget = describeBudget(changed(each, cut));
        if (budget === undefined) throw new Error("the fixture has a plan");
        const { committedSpend, inDoubt, plannedNotCommitted, unallocated, remaining, bySeller } = budget;
        expect(sum([committedSpend, inDoubt, plannedNotCommitted, unallocated], "EUR")).toEqual(
          budget.budget,
        );
        expect(sum([committedSpend, inDoubt, remaining], "EUR")).toEqual(budget.budget);
        expect(
          sum(
            bySeller.map((seller) => seller.committedSpend),
            "EUR",
          ),
        ).toEqual(committedSpend);
      }),
    );
  });

  it("is absent where there is nothing to reconcile", () => {
    expect(describeBudget(emptyState("new"))).toBeUndefined();
  });

  function changed(statuses: readonly StepStatus[], cut: number): CampaignState {
    const steps = state.steps.map((one, i) => ({
      ...one,
      status: statuses[i] ?? one.status,
      step: { ...one.step, planAmount: money(Math.max(0, one.step.planAmount.minor - cut), "EUR") },
    }));
    return { ...state, steps };
  }
});
