import { describe, expect, it } from "vitest";
import type { BuyerResult } from "../../../src/campaign/model/measured/result.ts";
import type { CampaignEvent } from "../../../src/campaign/model/state/events.ts";
import type { CampaignState } from "../../../src/campaign/model/state/state.ts";
import { countedOutcomes } from "../../../src/campaign/reallocate/counted-outcomes.ts";
import { boughtEvents, campaign, flight, lineIdOf, reported } from "../bought-campaign.ts";

const spots = { product: "spots" };
const shorts = { product: "shorts" };
const ofCpa = { kpi: { metric: "cpa", target: 10 } } as const;

function purchases(count: number, day: string, of: BuyerResult["of"]): BuyerResult[] {
  return Array.from({ length: count }, (_, i) => ({
    id: `${day}-${of.lineId}-${i}`,
    at: `${day}T12:00:00.000Z`,
    type: "purchase",
    of,
  }));
}

function running(...events: readonly CampaignEvent[]): CampaignState {
  const delivered = [spots, shorts].map((line) =>
    reported(line, { days: 7, impressions: 1000, spendMinor: 100 }),
  );
  return campaign([...boughtEvents([spots, shorts], ofCpa), ...delivered, ...events]);
}

/** What each row of a line stands for, day by day. */
function counted(state: CampaignState, line: { readonly product: string }): (number | undefined)[] {
  const rows = state.delivery.flatMap((buy) => buy.rows).filter(({ lineId }) => lineId === lineIdOf(line));
  return rows.map(countedOutcomes(state).outcomesOf);
}

describe("what counts as an outcome", () => {
  it("is what the KPI counts of sellers' reports where the buyer has reported nothing", () => {
    const state = running();
    expect(countedOutcomes(state).counts).toBe("conversions as sellers count them");
    expect(counted(state, spots)).toEqual(Array(7).fill(undefined));
  });

  it("is what the buyer counted, package by package, up to the day that it has reported in full", () => {
    const results = [
      ...purchases(3, flight.start, { lineId: lineIdOf(spots) }),
      ...purchases(1, "2027-01-20", { lineId: lineIdOf(spots) }),
      ...purchases(4, "2027-01-22", { lineId: lineIdOf(spots) }),
    ];
    const state = running({ type: "results-taken", results, completeTo: "2027-01-21" });
    expect(countedOutcomes(state).counts).toBe("purchase results as the buyer counts them");
    expect(counted(state, spots)).toEqual([3, 0, 1, 0, undefined, undefined, undefined]);
    expect(counted(state, shorts)).toEqual([0, 0, 0, 0, undefined, undefined, undefined]);
  });

  it("is none where a result belongs to nothing that was bought", () => {
    const results = purchases(2, flight.start, { lineId: "elsewhere" });
    const state = running({ type: "results-taken", results, completeTo: "2027-01-24" });
    expect(countedOutcomes(state).counts).toBe("conversions as sellers count them");
  });
});
