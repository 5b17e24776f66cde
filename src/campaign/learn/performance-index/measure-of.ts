import type { Kpi } from "../../../brief/brief.ts";
import { type GoalMetric, servedBy } from "../../../brief/kpi.ts";
import type { PlacedResult } from "../../measure/place-results.ts";
import type { Measure } from "../../model/learned/feedback.ts";

/** The nearest to the sale first. Types that are not here come last. */
const towardsTheSale = [
  "purchase",
  "subscribe",
  "sign_up",
  "lead",
  "app_install",
  "store_visit",
  "begin_checkout",
  "add_to_cart",
  "visit",
  "view_content",
  "page_view",
];
/** Results of a type that an index takes at least. */
const enoughResults = 20;

/**
 * What packages are assessed by. The buyer's own results where there are any: those nearest to the sale of which there are
 * enough. Else what the KPI counts of what sellers report; actions are the buyer's to count in any case.
 */
export function measureOf(kpi: Kpi | undefined, placed: readonly PlacedResult[]): Measure {
  const counts = new Map<string, number>();
  for (const { result } of placed) counts.set(result.type, (counts.get(result.type) ?? 0) + 1);
  const types = [...counts.keys()].sort((a, b) => distance(a) - distance(b) || (a < b ? -1 : 1));
  const metric = types.find((type) => (counts.get(type) ?? 0) >= enoughResults) ?? types[0];
  if (metric !== undefined) return { source: "buyer", metric };
  return reported[servedBy(kpi?.metric ?? "impressions")[0] ?? "impressions"];
}

function distance(type: string): number {
  const place = towardsTheSale.indexOf(type);
  return place < 0 ? towardsTheSale.length : place;
}

const action: Measure = { source: "buyer", metric: "action" };
const reported: Readonly<Record<GoalMetric, Measure>> = {
  conversions: action,
  purchases: action,
  leads: action,
  installs: action,
  registrations: action,
  trials: action,
  subscriptions: action,
  store_visits: action,
  sales_value: action,
  engagements: { source: "seller", metric: "engagements" },
  follows: { source: "seller", metric: "follows" },
  saves: { source: "seller", metric: "saves" },
  profile_visits: { source: "seller", metric: "profile visits" },
  downloads: { source: "seller", metric: "downloads" },
  views: { source: "seller", metric: "views" },
  grps: { source: "seller", metric: "rating points" },
  clicks: { source: "seller", metric: "clicks" },
  completed_views: { source: "seller", metric: "completed views" },
  viewable_impressions: { source: "seller", metric: "viewable impressions" },
  reach: { source: "seller", metric: "reach" },
  impressions: { source: "seller", metric: "impressions" },
};
