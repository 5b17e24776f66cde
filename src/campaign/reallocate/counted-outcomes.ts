import { type GoalMetric, measuredBy } from "../../brief/kpi.ts";
import { measureOf } from "../learn/performance-index/measure-of.ts";
import { type PlacedResult, placeResults } from "../measure/place-results.ts";
import { boughtPackages } from "../model/derived/bought.ts";
import type { DeliveryRow } from "../model/measured/delivery.ts";
import type { CampaignState } from "../model/state/state.ts";
import { isSameBuy } from "../model/step/buy-identity.ts";
import type { ReallocationProblem } from "./propose.ts";
import type { CountOutcomes } from "./seen-days.ts";

/** What counts as an outcome, and how many a row of delivery stands for. */
export interface CountedOutcomes {
  /** For people: `clicks as sellers count them`. */
  readonly counts: string;
  readonly outcomesOf: CountOutcomes;
  readonly trust: ReallocationProblem["trust"];
  /** What is bought by its price brings what the plan says: there is nothing to learn from its counts. */
  readonly isBought?: true;
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
    trust: "full",
    outcomesOf: ({ lineId, date }) =>
      date > completeTo || unreported.has(lineId) ? undefined : (counts.get(`${date} ${lineId}`) ?? 0),
  };
}

function bySellers({ brief }: Pick<CampaignState, "brief">): CountedOutcomes {
  const metric = brief?.kpi === undefined ? "impressions" : measuredBy(brief.kpi.metric).counts;
  return (metric && countedBySellers[metric]) ?? uncounted;
}

const impressions = {
  counts: "impressions as sellers count them",
  outcomesOf: ({ impressions: count }: DeliveryRow) => count,
};
/** What no seller reports by the day: nothing else that it reports stands in for it. */
const uncounted: CountedOutcomes = { ...impressions, trust: "not" };
/** Sales are the buyer's to count: what sellers count of them moves little. */
const conversions: CountedOutcomes = {
  counts: "conversions as sellers count them",
  outcomesOf: (row) => row.conversions,
  trust: "hardly",
};
const countedBySellers: Readonly<Partial<Record<GoalMetric, CountedOutcomes>>> = {
  conversions,
  purchases: conversions,
  leads: conversions,
  installs: conversions,
  registrations: conversions,
  trials: conversions,
  subscriptions: conversions,
  store_visits: conversions,
  sales_value: conversions,
  clicks: { counts: "clicks as sellers count them", outcomesOf: ({ clicks }) => clicks, trust: "full" },
  completed_views: { counts: "completed views as sellers count them", outcomesOf: completed, trust: "full" },
  impressions: { ...impressions, trust: "full", isBought: true },
};

function completed({ impressions, completionRate }: DeliveryRow): number | undefined {
  return impressions === undefined || completionRate === undefined ? undefined : impressions * completionRate;
}
