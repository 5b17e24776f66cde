import type { Brief } from "../../brief/brief.ts";
import { type GoalMetric, measuredBy } from "../../brief/kpi.ts";
import type { Offer } from "../model/offers/offer.ts";
import type { Constraint } from "../model/people/targeting.ts";

/** What the public standard calls what sellers steer to; what is in view are its views. */
const names: Readonly<Partial<Record<GoalMetric, string>>> = {
  clicks: "clicks",
  views: "views",
  viewable_impressions: "views",
  completed_views: "completed_views",
  engagements: "engagements",
  follows: "follows",
  saves: "saves",
  profile_visits: "profile_visits",
  reach: "reach",
};

/** What the KPI asks of an offer's packages, where its seller steers them to it; events need a source that no brief names. */
export function steered({ kpi, budget }: Brief): (offer: Offer) => Constraint[] {
  if (kpi === undefined) return () => [];
  const { unit, counts } = measuredBy(kpi.metric);
  const metric = counts && names[counts];
  // A price of 1,000 is none of one.
  const kind =
    unit === "cost" && counts !== "impressions" ? "cost_per" : unit === "rate" ? "threshold_rate" : undefined;
  return ({ steerable, currency }) => {
    if (metric === undefined || steerable?.metrics.includes(metric) !== true) return [];
    if (metric === "reach" && !steerable.reachUnits.includes("individuals")) return [];
    const isTarget =
      kind !== undefined &&
      steerable.targets.includes(kind) &&
      (kind === "threshold_rate" || currency === budget.currency);
    const goal = {
      kind: "metric",
      metric,
      ...(metric === "reach" && { reach_unit: "individuals" }),
      ...(isTarget && { target: { kind, value: kpi.target } }),
      priority: 1,
    };
    return [
      {
        field: "kpi",
        held: "wire",
        reason: `steered to ${metric.replaceAll("_", " ")}, by the order`,
        sent: { optimization_goals: [goal] },
      },
    ];
  };
}
