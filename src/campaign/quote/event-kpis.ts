import type { Brief } from "../../brief/brief.ts";
import { measuredBy, type RateMetric } from "../../brief/kpi.ts";
import type { PricingOption } from "../../protocol/records/product.ts";

/**
 * The figures of a forecast that count for each metric that is no impression, by the public standard's names. Stages of one person,
 * from a visit to a purchase, are never added up: each outcome has one.
 */
const figuresFor: ReadonlyMap<RateMetric, readonly string[]> = new Map([
  ["clicks", ["clicks"]],
  ["completed_views", ["completed_views"]],
  ["viewable_impressions", ["viewable_impressions"]],
  ["views", ["views"]],
  ["engagements", ["engagements"]],
  ["follows", ["follows", "follow"]],
  ["saves", ["saves"]],
  ["profile_visits", ["profile_visits"]],
  ["downloads", ["downloads"]],
  ["conversions", ["purchase"]],
  ["purchases", ["purchase"]],
  ["leads", ["lead"]],
  ["installs", ["app_install"]],
  ["registrations", ["complete_registration"]],
  ["trials", ["start_trial"]],
  ["subscriptions", ["subscribe"]],
  ["store_visits", ["custom"]],
  ["grps", ["grps"]],
]);

export const countedMetrics: readonly RateMetric[] = [...figuresFor.keys()];

/** What a seller may be paid for by an event of the standard: they are counted by events, which have names of their own. */
const outcomes = countedMetrics.filter((metric) => figuresFor.get(metric)?.some((name) => name !== metric));

/** What no brief calls a result, whoever charges for it. */
const noResult = /^(page_view|refund|select_|remove_|disqualify_)/;

/** The figures of a forecast that count for a metric, the first that there is: those that the brief names, else the standard's. */
export function figureOf(metric: RateMetric, option: PricingOption, { kpi }: Pick<Brief, "kpi">) {
  const standard = figuresFor.get(metric) ?? [metric];
  if (metric === "store_visits") return isStoreVisit(option) ? standard : [];
  if (kpi?.event !== undefined && measuredBy(kpi.metric).counts === metric) return [kpi.event];
  return metric === "conversions" ? [...standard, ...paidEvent(option)] : standard;
}

export function paidEvent(option: PricingOption): readonly string[] {
  const event = option["event_type"];
  return typeof event === "string" && !noResult.test(event) ? [event] : [];
}

function isStoreVisit(option: PricingOption): boolean {
  const name = option["custom_event_name"];
  return (
    option["event_type"] === "custom" && typeof name === "string" && /^(store|shop)[ _-]?visits?$/i.test(name)
  );
}

/** What an option that is paid by an event counts towards, what the brief asks for first, beside what its forecast gives. */
export function metricPaidBy(
  option: PricingOption,
  brief: Pick<Brief, "kpi">,
  isForecast: (figure: string) => boolean,
): RateMetric | undefined {
  const [event] = paidEvent(option);
  if (event === undefined) return undefined;
  const counts = brief.kpi && measuredBy(brief.kpi.metric).counts;
  const metrics = outcomes.filter((metric) => {
    const figures = figureOf(metric, option, brief);
    return figures.includes(event) && (figures.find(isForecast) ?? event) === event;
  });
  return (
    metrics.find((metric) => metric === counts) ??
    metrics.find((metric) => metric !== "conversions") ??
    metrics[0]
  );
}
