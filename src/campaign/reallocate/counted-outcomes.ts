import { type GoalMetric, servedBy } from "../../brief/kpi.ts";
import { measureOf } from "../learn/performance-index/measure-of.ts";
import { type PlacedResult, placeResults } from "../measure/place-results.ts";
import { boughtPackages } from "../model/derived/bought.ts";
import type { DeliveryRow } from "../model/measured/delivery.ts";
import type { CampaignState } from "../model/state/state.ts";
import { isSameBuy } from "../model/step/buy-identity.ts";
import type { CountOutcomes } from "./live-lines.ts";

/** What counts as an outcome, and how many a row of delivery stands for. */
export interface CountedOutcomes {
  /** For people: `clicks as sellers count them`. */
  readonly counts: string;
  readonly outcomesOf: CountOutcomes;
}

/** By the buyer's own results where there are any, those nearest to the sale; else by what the KPI counts of sellers' reports. */
export function countedOutcomes(state: CampaignState): CountedOutcomes {
  const { placed } = placeResults(state);
  const { metric } = measureOf(state.brief?.kpi, placed);
  return placed.length > 0 ? byBuyer(state, placed, metric) : bySellers(state);
}

/** A day of a package stands for its results once the buyer has reported all of that day, and where results name packages. */
function byBuyer(state: CampaignState, placed: readonly PlacedResult[], metric: string): CountedOutcomes {
  const { completeTo = "" } = state.results ?? {};
  const bought = boughtPackages(state);
  const counts = new Map<string, number>();
  const unreported = new Set<string>();
  for (const { result, ...of } of placed.filter((one) => one.result.type === metric)) {
    const own = bought.filter(
      (one) => isSameBuy(one, of) && (of.packageId === undefined || one.packageId === of.packageId),
    );
    const [only, ...others] = own;
    if (others.length > 0) for (const { lineId } of own) unreported.add(lineId);
    else if (only !== undefined) {
      const key = `${result.at.slice(0, 10)} ${only.lineId}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return {
    counts: `${metric.replaceAll("_", " ")} results as the buyer counts them`,
    outcomesOf: ({ lineId, date }) =>
      date > completeTo || unreported.has(lineId) ? undefined : (counts.get(`${date} ${lineId}`) ?? 0),
  };
}

function bySellers({ brief }: Pick<CampaignState, "brief">): CountedOutcomes {
  const { kpi } = brief ?? {};
  const [what, outcomesOf] = countedBySellers[(kpi && servedBy(kpi.metric)[0]) ?? "impressions"];
  return { counts: `${what} as sellers count them`, outcomesOf };
}

type Counted = readonly [what: string, outcomesOf: CountOutcomes];

const conversions: Counted = ["conversions", (row) => row.conversions];
const impressions: Counted = ["impressions", (row) => row.impressions];
const countedBySellers: Readonly<Record<GoalMetric, Counted>> = {
  conversions,
  leads: conversions,
  store_visits: conversions,
  sales_value: conversions,
  clicks: ["clicks", ({ clicks }) => clicks],
  completed_views: ["completed views", completed],
  viewable_impressions: impressions,
  reach: impressions,
  impressions,
};

function completed({ impressions, completionRate }: DeliveryRow): number | undefined {
  return impressions === undefined || completionRate === undefined ? undefined : impressions * completionRate;
}
