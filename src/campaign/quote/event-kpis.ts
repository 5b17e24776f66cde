import type { Brief } from "../../brief/brief.ts";
import { measuredBy, type RateMetric } from "../../brief/kpi.ts";
import type { PricingOption } from "../../protocol/records/product.ts";

/**
 * The event of the public standard that is counted for each outcome. Stages of one person, from a visit to a purchase, are never
 * added up: each outcome has one.
 */
const eventOf: Readonly<Partial<Record<RateMetric, string>>> = {
  purchases: "purchase",
  leads: "lead",
  installs: "app_install",
  registrations: "complete_registration",
  trials: "start_trial",
  subscriptions: "subscribe",
};

/** What no brief calls a result, whoever charges for it. */
const noResult = /^(page_view|refund|select_|remove_|disqualify_)/;

/** The figures of a forecast that count for each metric that is no impression, by the standard's names. */
export function figureOf(
  metric: RateMetric,
  option: PricingOption,
  { kpi }: Pick<Brief, "kpi">,
): readonly string[] {
  const isOwn = kpi !== undefined && measuredBy(kpi.metric).counts === metric;
  const named = isOwn && kpi.event !== undefined ? [kpi.event] : undefined;
  if (metric === "conversions") return named ?? ["purchase", ...paidEvent(option)];
  if (metric === "store_visits") return isStoreVisit(option) ? ["custom"] : [];
  if (metric === "follows") return named ?? ["follows", "follow"];
  const event = eventOf[metric];
  return named ?? [event ?? metric];
}

/** The event that an option is paid by. */
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

const outcomes: readonly RateMetric[] = [
  "purchases",
  "leads",
  "installs",
  "registrations",
  "trials",
  "subscriptions",
  "follows",
  "store_visits",
  "conversions",
];
