/** What an impression may lead to. */
export type RateMetric =
  | "clicks"
  | "completed_views"
  | "viewable_impressions"
  | "views"
  | "engagements"
  | "follows"
  | "saves"
  | "profile_visits"
  | "downloads"
  | "conversions"
  | "purchases"
  | "leads"
  | "installs"
  | "registrations"
  | "trials"
  | "subscriptions"
  | "store_visits"
  | "sales_value"
  /** Rating points of the brief's own group. */
  | "grps";

/** What a split can make most of. */
export type GoalMetric = "reach" | "impressions" | RateMetric;

interface Measured {
  /** cost: major units of currency; rate: 0 to 1; times: of what is spent. */
  readonly unit: "cost" | "count" | "rate" | "times";
  /** What it counts, or is a price or a share of. Absent: nothing that offers state. */
  readonly counts?: GoalMetric;
  /** What else serves it, the nearest first. */
  readonly near: readonly GoalMetric[];
}

/** What a brief may be measured by. */
const kpis = {
  impressions: { unit: "count", counts: "impressions", near: [] },
  reach: { unit: "count", counts: "reach", near: [] },
  /** People with so many contacts or more. */
  reach_n: { unit: "count", counts: "reach", near: [] },
  clicks: { unit: "count", counts: "clicks", near: [] },
  completed_views: { unit: "count", counts: "completed_views", near: [] },
  viewable_impressions: { unit: "count", counts: "viewable_impressions", near: [] },
  conversions: { unit: "count", counts: "conversions", near: ["clicks"] },
  leads: { unit: "count", counts: "leads", near: ["conversions", "clicks"] },
  store_visits: { unit: "count", counts: "store_visits", near: ["conversions", "reach"] },
  purchases: { unit: "count", counts: "purchases", near: ["conversions", "clicks"] },
  installs: { unit: "count", counts: "installs", near: ["conversions", "clicks"] },
  registrations: { unit: "count", counts: "registrations", near: ["leads", "clicks"] },
  trials: { unit: "count", counts: "trials", near: ["clicks"] },
  subscriptions: { unit: "count", counts: "subscriptions", near: ["conversions", "clicks"] },
  engagements: { unit: "count", counts: "engagements", near: ["clicks"] },
  follows: { unit: "count", counts: "follows", near: ["engagements", "clicks"] },
  saves: { unit: "count", counts: "saves", near: ["engagements", "clicks"] },
  profile_visits: { unit: "count", counts: "profile_visits", near: ["clicks"] },
  downloads: { unit: "count", counts: "downloads", near: ["impressions"] },
  views: { unit: "count", counts: "views", near: ["completed_views"] },
  grp: { unit: "count", counts: "grps", near: ["reach"] },
  trp: { unit: "count", counts: "grps", near: ["reach"] },
  cpm: { unit: "cost", counts: "impressions", near: [] },
  cpc: { unit: "cost", counts: "clicks", near: [] },
  cpcv: { unit: "cost", counts: "completed_views", near: [] },
  cpa: { unit: "cost", counts: "conversions", near: ["clicks"] },
  cpi: { unit: "cost", counts: "installs", near: ["conversions", "clicks"] },
  cpl: { unit: "cost", counts: "leads", near: ["conversions", "clicks"] },
  ctr: { unit: "rate", counts: "clicks", near: [] },
  completion_rate: { unit: "rate", counts: "completed_views", near: [] },
  viewability: { unit: "rate", counts: "viewable_impressions", near: [] },
  lift: { unit: "rate", near: ["reach"] },
  roas: { unit: "times", counts: "sales_value", near: ["conversions", "clicks"] },
} as const satisfies Readonly<Record<string, Measured>>;

export type KpiMetric = keyof typeof kpis;

export const kpiMetrics: readonly KpiMetric[] = Object.keys(kpis).filter(isKpi);

export function measuredBy(metric: KpiMetric): Measured {
  return kpis[metric];
}

const abbreviations = new Set(["cpm", "cpc", "cpcv", "cpa", "cpi", "cpl", "ctr", "grp", "roas", "trp"]);

/** `CPM`, `completion rate` */
export function kpiName(metric: string): string {
  if (metric === "reach_n") return "effective reach";
  return abbreviations.has(metric) ? metric.toUpperCase() : metric.replaceAll("_", " ");
}

/** Whether its target is a part of the people whom the brief is for. */
export function isPartOfGroup({
  metric,
  target,
}: {
  readonly metric: KpiMetric;
  readonly target?: number;
}): boolean {
  return measuredBy(metric).counts === "reach" && target !== undefined && target < 1;
}

/** What serves a KPI, the nearest first. */
export function servedBy(metric: KpiMetric): readonly GoalMetric[] {
  const { counts, near }: Measured = kpis[metric];
  return counts === undefined ? near : [counts, ...near];
}

/** What serves a brief without a KPI, the nearest first. */
const servedByObjective = {
  awareness: ["reach"],
  consideration: ["clicks", "completed_views"],
  conversion: ["conversions", "clicks"],
} as const satisfies Readonly<Record<string, readonly GoalMetric[]>>;

/** What serves a brief's KPI, or what it is for, the nearest first. */
export function servingBrief({
  kpi,
  objective,
}: {
  readonly kpi?: { readonly metric: KpiMetric };
  readonly objective: keyof typeof servedByObjective;
}): readonly GoalMetric[] {
  return kpi === undefined ? servedByObjective[objective] : servedBy(kpi.metric);
}

/** What a campaign that is measured by it is usually for; undefined where that may be anything. */
export function objectiveOf(metric: KpiMetric): keyof typeof servedByObjective | undefined {
  switch (measuredBy(metric).counts) {
    case "reach":
    case "impressions":
    case "viewable_impressions":
    case "grps":
      return metric === "cpm" ? undefined : "awareness";
    case "clicks":
    case "completed_views":
    case "views":
    case "engagements":
      return "consideration";
    case undefined:
      return "awareness";
    default:
      return "conversion";
  }
}

/** Of a metric that a report names; a cost where it is none. */
export function unitOf(metric: string): Measured["unit"] {
  return isKpi(metric) ? kpis[metric].unit : "cost";
}

export function countedBy(metric: string): GoalMetric | undefined {
  return isKpi(metric) ? measuredBy(metric).counts : undefined;
}

function isKpi(metric: string): metric is KpiMetric {
  return metric in kpis;
}
